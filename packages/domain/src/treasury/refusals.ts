import type { RefusalText } from '../contract/refusal.ts'

/** 424xx: the treasury. */
export const treasuryRefusals = {
  houseIsRed: {
    code: 42401,
    'zh-CN': '平台资产正在核对，下一次结算前暂停认购与激活；余额可照常转出',
    en: 'The funds are being checked: no subscription or activation before the next settlement; balances can be withdrawn as usual',
  },
  receiptEntered: {
    code: 42402,
    'zh-CN': '这笔收入已经登记，请核对付款编号',
    en: 'This payment has been entered before; check its reference',
  },
  approvedBefore: {
    code: 42403,
    'zh-CN': '您已经同意过，还需要另一位操作员同意',
    en: 'You have approved this before; another operator has to approve it',
  },
  secondPersonNeeded: {
    code: 42404,
    'zh-CN': '需要另一位操作员决定，不能由报告人自己决定',
    en: 'Another operator has to decide this; who reported it cannot',
  },
} as const satisfies Record<string, RefusalText>
