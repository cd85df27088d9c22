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
  paymentOfAnotherTrade: {
    code: 41680,
    'zh-CN':
      '这个哈希是另一笔交易的付款（金额与那笔交易完全一致），不能用于本交易。本交易的应付金额是 {{amount}} USDT，请填写您为本交易付款的哈希',
    en: "This hash is another trade's payment: its amount is exactly that trade's. This trade's is {{amount}} USDT; enter the hash of the payment you made for it",
  },
} as const satisfies Record<string, RefusalText>
