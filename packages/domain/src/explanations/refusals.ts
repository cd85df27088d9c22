import type { RefusalText } from '../contract/refusal.ts'

/** 436xx: transfers out of custody that nothing explains. */
export const explanationRefusals = {
  transferNotStray: {
    code: 43601,
    'zh-CN': '这笔转出是平台的付款或归集，或已经说明过；请在“来历不明的转出”列表中查看',
    en: 'This transfer is a payout or a collection, or is explained already; look at the list of stray transfers',
  },
  transferNotFinal: {
    code: 43602,
    'zh-CN':
      '这笔转出在链上尚未确定（{{confirmations}}/{{needed}} 个确认）；请等它变为“已确定”后再说明',
    en: 'This transfer is not final on the chain ({{confirmations}} of {{needed}} confirmations); explain it when it is',
  },
  transferProposed: {
    code: 43603,
    'zh-CN': '这笔转出已有待决的说明；请在提案列表中查看',
    en: 'An explanation of this transfer is open already; look at the list of proposals',
  },
  custodyReadBefore: {
    code: 43604,
    'zh-CN': '托管余额最近一次读到区块 {{read}}，这笔转出在区块 {{block}}；请等下一次读取后再批准',
    en: 'Custody was last read at block {{read}} and this transfer is in block {{block}}; approve it after the next reading',
  },
  ownMoveMissing: {
    code: 43605,
    'zh-CN':
      '链上仍缺 {{missing}} USDT，不能说明为平台自己的转移；请先让资金回到公布的地址，或说明为盗窃或误转',
    en: 'The chain still lacks {{missing}} USDT, so this is no move of the platform’s own; have the money at a published address first, or call it a theft or a mistake',
  },
  transferPaysWithdrawal: {
    code: 43606,
    'zh-CN':
      '这笔转出支付的是 {{withdrawal}}，该订单在恢复后的账上仍在等待；系统会自动将其入账，不能作为其他转出说明',
    en: 'This transfer pays {{withdrawal}}, which still waits in the restored books; it will be booked as that payout by itself and cannot be explained as anything else',
  },
  transferCallUnread: {
    code: 43607,
    'zh-CN': '现在无法从链上读到这笔转出支付的是哪一笔订单；请在节点恢复后再试',
    en: 'The chain cannot be asked now which withdrawal this transfer pays; try again when the nodes answer',
  },
} as const satisfies Record<string, RefusalText>
