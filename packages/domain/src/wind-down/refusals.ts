import type { RefusalText } from '../contract/refusal.ts'

/** 435xx: the platform is being wound down. */
export const windDownRefusals = {
  windDownAnnounced: {
    code: 43501,
    'zh-CN':
      '平台已公告清盘，注册、认购与激活已停止，第二个结算点起不再有网络奖励；{{until}}之前您仍可买卖、兑换，最后的交易完成并再结算一次后，所有币按退出价免费支付；转出照常进行（审核与每日限额不变）',
    en: 'The platform is being wound down: joining, subscribing and activating have stopped, and network pay stops at the second cut-off. Until {{until}} you can trade and exchange; after the last trades and one more settlement all coins are paid at the exit price without a fee. Withdrawing goes on as before',
  },
  windDownClosing: {
    code: 43502,
    'zh-CN':
      '清盘公告期已结束，市场与兑换不再接受新的请求；进行中的交易照常完成，再结算一次后所有币按退出价免费支付；转出照常进行（审核与每日限额不变）',
    en: 'The notice of the wind-down has ended: the market and exchanges take nothing new. Open trades go on to their end; after the last trades and one more settlement all coins are paid at the exit price without a fee. Withdrawing goes on as before',
  },
  platformClosed: {
    code: 43503,
    'zh-CN': '平台已清盘关闭，您可以转出余额并查看全部记录与证明',
    en: 'The platform is closed: you can withdraw your balance and read all records and proofs',
  },
  windDownStands: {
    code: 43504,
    'zh-CN': '已有一项清盘提案待决、已公告或已执行',
    en: 'A wind-down is already proposed, announced or carried out',
  },
  windDownNotRunning: {
    code: 43505,
    'zh-CN': '没有处于公告期的清盘可以撤销；公告期结束后不能再撤销',
    en: 'No wind-down is in its notice; after the notice has ended it cannot be cancelled',
  },
  incomeAfterFreeze: {
    code: 43506,
    'zh-CN': '清盘账目已冻结，不再有结算可以分配收入；请登记为退款，计入运营账户',
    en: 'The books of the wind-down are frozen: no settlement shares income out any more. Classify it as a refund: it goes to operations',
  },
  platformPaying: {
    code: 43507,
    'zh-CN': '平台正在逐户付款，款项稍后到账；转出照常进行（审核与每日限额不变）',
    en: 'The platform is paying everybody; your balance follows. Withdrawing goes on as before',
  },
} as const satisfies Record<string, RefusalText>
