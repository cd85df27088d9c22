import type { RefusalText } from '../contract/refusal.ts'

/** 424xx: the treasury. */
export const treasuryRefusals = {
  houseIsRed: {
    code: 42401,
    'zh-CN': '平台资产正在核对，下一次结算前暂停认购与激活；转出可照常申请，核清之前可能暂停付款',
    en: 'The funds are being checked: no subscription or activation before the next settlement. Withdrawals can be asked for as usual, and may be paid only once the check is over',
  },
  receiptEntered: {
    code: 42402,
    'zh-CN': '这笔到账已经入账，或已有待决的提案；请在提案列表中查看',
    en: 'This receipt is booked, or a proposal about it is open; look at the list of proposals',
  },
  secondPersonNeeded: {
    code: 42404,
    'zh-CN': '需要另一位操作员决定，不能由报告人自己决定',
    en: 'Another operator has to decide this; who reported it cannot',
  },
  receiptNotFinal: {
    code: 42405,
    'zh-CN':
      '这笔到账在链上尚未确定（{{confirmations}}/{{needed}} 个确认）；请等它变为“已确定”后再提交',
    en: 'This receipt is not final on the chain yet ({{confirmations}} of {{needed}} confirmations); propose it again when it is',
  },
  receiptNotOnChain: {
    code: 42406,
    'zh-CN': '这笔收入由人登记，链上没有对应的到账，不能入账；请拒绝它，让付款人转入公布的地址',
    en: 'This income was entered by hand and no receipt on the chain belongs to it, so it is not booked; refuse it, and have it paid to the published address',
  },
  foundedBefore: {
    code: 42407,
    'zh-CN': '创始资金已经到账入账；这笔请归为收入、费用退回或弥补损失',
    en: 'The founding money is booked already; call this receipt income, a refund of costs or the cover of a loss',
  },
  foundingTooSmall: {
    code: 42408,
    'zh-CN':
      '创始资金至少 {{needed}} USDT，这笔只有 {{amount}}；请一次转入足额，这笔可归为费用退回',
    en: 'Founding takes {{needed}} USDT in one receipt and this one is {{amount}}; send the whole amount, and call this one a refund of costs',
  },
  coverTooLarge: {
    code: 42409,
    'zh-CN':
      '已确认而未入账的缺口是 {{missing}} USDT，这笔有 {{amount}}；请先报告并确认缺口，或归为收入',
    en: 'The shortfall that is confirmed and not booked is {{missing}} USDT and this receipt is {{amount}}; report and confirm the shortfall first, or call it income',
  },
  settlementUnderWay: {
    code: 42410,
    'zh-CN': '结算正在进行，请在它公布后再试',
    en: 'A settlement is under way; try again once it is published',
  },
  shortfallNotShown: {
    code: 42411,
    'zh-CN':
      '链上在区块 {{block}} 显示的缺口是 {{missing}} USDT，不能确认 {{amount}}；请按链上的数字重新报告',
    en: 'At block {{block}} the chain shows {{missing}} USDT missing, so {{amount}} cannot be confirmed; report what the chain shows',
  },
  costNotPayment: {
    code: 42413,
    'zh-CN':
      '这笔转出不能记为费用：只有从创始、收入或冷钱包地址转到平台以外的转出可以；请在“运营费用”列表中选择',
    en: 'This transfer cannot be booked as a cost: only one from the founding, income or cold address to an address outside can; take it from the list of costs',
  },
  costEntered: {
    code: 42414,
    'zh-CN': '这笔转出已记为费用，或已有待决的提案；请在提案列表中查看',
    en: 'This transfer is booked as a cost, or a proposal about it is open; look at the list of proposals',
  },
  costBeyondOps: {
    code: 42415,
    'zh-CN': 'OPS 现有 {{ops}} USDT，不够这笔 {{amount}} 的费用；请先由运营方转入并归为费用退回',
    en: 'OPS holds {{ops}} USDT, less than this cost of {{amount}}; have the operator’s own money paid in first, as a refund of costs',
  },
  costLost: {
    code: 42417,
    'zh-CN': '这笔转出之后确认过缺口，链上也不再缺别的：它已记为损失，不能再记为费用',
    en: 'A shortfall was confirmed after this transfer and the chain lacks nothing else: it stands in the books as a loss, and is no cost as well',
  },
  costAfterFreeze: {
    code: 42416,
    'zh-CN': '清盘账目已冻结，不再登记费用',
    en: 'The books of the wind-down are frozen: no cost is booked any more',
  },
  chainNotRead: {
    code: 42412,
    'zh-CN': '最近 26 小时没有从链上读到托管余额，缺口无法核对；请恢复链的连接后再试',
    en: 'Custody has not been read from the chain in the last 26 hours, so no shortfall can be checked; try again when the chain is followed',
  },
} as const satisfies Record<string, RefusalText>
