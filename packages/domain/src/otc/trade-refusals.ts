import type { RefusalText } from '../contract/refusal.ts'

/** 41611 to 41613 and 41650 to 41699: trades and their disputes. */
export const tradeRefusals = {
  tradeMoveNotAllowed: {
    code: 41611,
    'zh-CN': '当前状态不能进行此操作',
    en: "This is not possible in the trade's present state",
  },
  paymentWindowOver: { code: 41612, 'zh-CN': '付款时间已过', en: 'The time to pay is over' },
  voucherUnknown: {
    code: 41613,
    'zh-CN': '付款凭证不存在，请重新上传',
    en: 'A voucher was not found; upload it again',
  },
} as const satisfies Record<string, RefusalText>
