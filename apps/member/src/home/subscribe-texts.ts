import { registerTexts } from '../shell/index.ts'

/** The sheet that subscribes; it comes with the first tap. */
export const subscribeTexts = registerTexts('subscribe', {
  zh: {
    title: '认购 LEAF',
    guide: '当前指导价',
    dealsAt: '最早成交时间',
    firstWaits:
      '首次配售之前，每笔认购都有 {{wait}}冷静期：在此之后的第一次结算成交，之前可随时取消。',
    sheetNote:
      '按下次结算公布的指导价成交；数量为估算。认购超过本轮容量时，所有人一起均等增加，直到容量用完或各自的认购已满足；多报不会多得，未成交的部分退回。',
    amount: '认购金额',
    upTo: '可购 {{max}} USDT',
    amountHint: '最少 {{min}}，须为 {{step}} 的整数倍',
    estimate: '预计获得',
    next_step: '下一步',
    confirm: '确认认购',
    placed: '提交成功，待配售',
    placedLine: '成交之前可随时取消，最早成交时间：',
    toRecords: '查看认购记录',
    toAssets: '查看资产',
    cites: '这笔认购',
    citesNone: '普通认购',
    cites_static: '静态复投',
    cites_dynamic: '动态复投',
    citesNote: '种类只作记录，不改变价格、额度和收益。',
    citesMayReopen:
      '种类不改变价格和额度。“动态复投”可以重开您已出局的一轮动态收益：选择后显示条件；不选，下一轮也会自动开始。',
    citesReopens:
      '现行规则下，这笔认购获得配售满 {{min}} USDT，就会重开您已出局的一轮动态收益，从配售后的下一次结算起计，每季度一次。价格和额度不变。这把收益与购买挂钩；不复投，下一轮也会自动开始。',
  },
  en: {
    title: 'Subscribe to LEAF',
    guide: 'Guide price',
    dealsAt: 'Deals at the earliest',
    firstWaits:
      'Until you have been issued coins, a subscription cools off for {{wait}}: it deals at the first settlement after that and can be cancelled until then.',
    sheetNote:
      'Deals at the guide price published next; the quantity is an estimate. If more is subscribed than the round holds, all members are raised together until it is used up or they have what they asked for. Asking for more gains nothing; what is not filled comes back.',
    amount: 'Amount',
    upTo: 'Up to {{max}} USDT',
    amountHint: 'At least {{min}}, in steps of {{step}}',
    estimate: 'Estimated quantity',
    next_step: 'Next',
    confirm: 'Confirm the subscription',
    placed: 'Submitted, allotment pending',
    placedLine: 'You can cancel until it deals, at the earliest',
    toRecords: 'See subscriptions',
    toAssets: 'See assets',
    cites: 'This subscription is',
    citesNone: 'Ordinary',
    cites_static: 'Static re-invest',
    cites_dynamic: 'Dynamic re-invest',
    citesNote: 'The kind is a record: it changes no price, limit or earning.',
    citesMayReopen:
      'The kind changes no price and no limit. “Dynamic re-invest” can open your closed round of network pay again: choose it to read how. Without it the next round begins by itself.',
    citesReopens:
      'Under the rules in force this subscription opens your closed round of network pay again when at least {{min}} USDT of it are issued, from the settlement after that one on, once per quarter. Price and limits stay. This links pay to a purchase; without it the next round begins by itself.',
  },
})
