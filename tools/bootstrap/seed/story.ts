import type { NewRules, Payment } from './plan.ts'

/*
 * The events of the demo community by day, besides each person's usual behaviour. Days count from
 * the founding. Amounts are whole USDT, quantities whole LEAF in the units of their day.
 */

/** The founder's own money, with which reserve and coin begin. */
export const founding: Payment = {
  usdt: 100,
  payer: '示例：运营方',
  evidence: '示例：运营方自有资金，创始协议第 1 条',
}

/** Money from outside that the community earned, once: settlements release it slowly, and no more comes. */
export const income = {
  day: 3,
  payment: { usdt: 150, payer: '示例：青岩茶园', evidence: '示例：合作茶园首月分成' } as Payment,
}

/** Most of it is stolen: more than the platform's own accounts bear, so that the price falls. */
export const loss = {
  day: 24,
  usdt: 140,
  evidence: '示例：收入地址的私钥外泄，140 USDT 被转走',
}

/** A receipt of today that is not classified yet. */
export const unclassified = 48

/** Early activations; the big ones leave soon. */
export const early = {
  opened: {
    day: 3,
    of: [
      [0, 600],
      [1, 600],
      [2, 500],
      [7, 12],
      [5, 10],
    ] as const,
  },
  left: { day: 9, places: [0, 1, 2] },
}

/** First subscriptions that are taken back within their day: the morning after the issue. */
export const undone = { day: 7, place: 16 }

export const exchanges: readonly { day: number; place: number; quantity: number }[] = [
  { day: 19, place: 13, quantity: 20 },
  { day: 30, place: 21, quantity: 80 },
  { day: 37, place: 31, quantity: 60 },
]

/** The day on which a person begins to trade, mostly selling, counted from their first day. */
export const beginsToTrade = 4

/** The people who sell first: they are placed on both sides of their inviters. */
export const regulars: readonly number[] = [11, 12, 14, 15, 17, 18, 22, 23]

/** When each way of life activates, counted from the first day, and what part of the coins, percent. */
export const activates = {
  holder: { after: 5, notBefore: 16, percent: 70 },
  seller: { after: 0, notBefore: 21, percent: 30 },
  trader: { after: 8, notBefore: 18, percent: 35 },
  guide: { after: 6, notBefore: 17, percent: 55 },
} as const

/** USDT of network pay that a member gets in a quarter at most. */
const roundCap = '0.4'

/**
 * The versions after the first. The second takes effect before network pay begins, and its cap is
 * so low that a guide reaches it both before and after the day on which a quarter may begin.
 */
export const newRules = {
  network: {
    publishedOn: 2,
    holdFrom: 10,
    numbers: { roundCapUsdt: roundCap },
    difference: {
      zh: `每轮动态收益上限由 2,000 USDT 降到 ${roundCap} USDT：手续费不多，网络收益也应当少。`,
      en: `Dynamic pay of one round is at most ${roundCap} USDT instead of 2,000: fees are few, and network pay stays small.`,
    },
  },
  windDown: {
    publishedOn: 30,
    holdFrom: 38,
    numbers: { windDownNoticeDays: 60 },
    difference: {
      zh: '清盘公告期由 30 天延长到 60 天。',
      en: 'A wind-down is announced 60 days ahead instead of 30.',
    },
  },
} as const satisfies Record<string, NewRules>

/** What is under way when the visitor comes, between accounts that are printed: places of buyer and seller. */
export const underWay = {
  /** Paid shortly before, and not released in time. */
  overdue: { buyer: 6, seller: 4 },
  toPay: { buyer: 5, seller: 2 },
  paid: { buyer: 6, seller: 1 },
  inAppeal: { buyer: 5, seller: 3 },
} as const

/** Withdrawals: places of those under review and cancelled today, and of those that two operators decided before. */
export const withdrawals = {
  asked: 3,
  cancelled: 1,
  paid: { place: 0, usdt: '80' },
  refused: {
    place: 5,
    usdt: '30',
    reason: '示例：这个地址属于无法退回的交易所，请换一个自己的钱包。',
  },
  /** The days on which the latter were asked for and decided. */
  askedOn: 41,
  decidedOn: 43,
} as const

/** What was written to the service when the visitor comes, by places, and what support answered. */
export const service = {
  nickname: '小林',
  answered: {
    place: 3,
    text: '我的转出什么时候能到账？',
    answer: '您好，这笔转出正在等待检查。进度在转出订单页可以看到，批准前您可以取消。',
  },
  waiting: { place: 5, text: '申诉已提交，还需要我补充什么材料吗？' },
  feedback: {
    place: 1,
    text: '建议成交记录可以按月份筛选。',
    answer: '感谢建议，我们已记录，会在后续版本中考虑。',
  },
} as const

/** What is on the market when the visitor comes: places, and their offers. */
export const standing = [
  { place: 0, quantity: 400, overGuideBps: -100, minQuantity: 20, concessionBps: 0 },
  { place: 1, quantity: 350, overGuideBps: 0, minQuantity: 50, concessionBps: 100 },
  { place: 2, quantity: 300, overGuideBps: 50, minQuantity: 10, concessionBps: 0, limitBps: -500 },
  { place: 3, quantity: 250, overGuideBps: 100, minQuantity: 10, concessionBps: 200 },
  { place: 4, quantity: 120, overGuideBps: 250, minQuantity: 10, concessionBps: 0 },
  { place: 11, quantity: 90, overGuideBps: 150, minQuantity: 20, concessionBps: 0 },
  { place: 22, quantity: 160, overGuideBps: 380, minQuantity: 15, concessionBps: 100, limitBps: 0 },
] as const

/** The buy orders at that time. */
export const wanted = [
  { place: 40, quantity: 150, overGuideBps: -150, minQuantity: 20 },
  { place: 45, quantity: 80, overGuideBps: -320, minQuantity: 10, limitBps: 200 },
] as const

/** The days on which support publishes a notice about an event. */
export const noticeDays = { loss: loss.day + 1, rules: newRules.windDown.publishedOn } as const

/** A notice as support writes it; `bars` are lengths that its picture shows. */
export interface DemoNotice {
  titleZh: string
  bodyZh: string
  titleEn: string
  bodyEn: string
  pinned: boolean
  bars?: readonly number[]
}

export const notices: Readonly<Record<'loss' | 'rules' | 'today', DemoNotice>> = {
  loss: {
    pinned: false,
    titleZh: '收入地址被盗的说明',
    titleEn: 'About the theft from the income address',
    bodyZh: [
      `平台收入地址的私钥外泄，${loss.usdt} USDT 被转走。`,
      '## 影响',
      '- 这笔损失已记账，先由平台自有账户承担，其余由储备承担。',
      '- 指导价因此下降；会员的 USDT 余额没有变动。',
      '## 查看',
      '每一步都在[偿付能力](/pages/more/solvency)页可查。',
    ].join('\n\n'),
    bodyEn: [
      `The private key of the platform's income address leaked, and ${loss.usdt} USDT were taken.`,
      '## What it changes',
      '- The loss was booked: the platform’s own accounts bear it first, the reserve bears the rest.',
      '- The guide price fell by it. Members’ USDT balances did not change.',
      '## Where to look',
      'Every step is on the page [Solvency](/pages/more/solvency).',
    ].join('\n\n'),
  },
  rules: {
    pinned: false,
    bars: [30, 60],
    titleZh: '规则第 3 版：清盘公告期延长到 60 天',
    titleEn: 'Rules, version 3: a wind-down is announced 60 days ahead',
    bodyZh: [
      '两位管理员同意把清盘公告期由 **30 天**延长到 **60 天**，其他数字不变。',
      '![上：原来 30 天；下：现在 60 天]({{picture}})',
      '新旧版本的差异见[规则说明](/pages/more/rules?tab=history)。',
    ].join('\n\n'),
    bodyEn: [
      'Two administrators agreed that a wind-down is announced **60 days** ahead instead of **30**. No other number changes.',
      '![Above: 30 days before. Below: 60 days now]({{picture}})',
      'The page [Rules](/pages/more/rules?tab=history) shows what changed between the versions.',
    ].join('\n\n'),
  },
  today: {
    pinned: true,
    titleZh: '这是演示环境：USDT 均为测试币',
    titleEn: 'This is a demonstration: all USDT are test coins',
    bodyZh: [
      '这里的社区、账户和交易都是示例，USDT 在本机测试链上，**没有价值**。',
      '1. 请不要向这里的地址转入真实的 USDT，转入后无法找回。',
      '2. 客服不会索要您的密码或助记词。',
      '界面、规则和账目与正式版本相同，可以放心操作。',
    ].join('\n\n'),
    bodyEn: [
      'The community, its accounts and its trades are examples. USDT live on a test chain on this machine and **have no value**.',
      '1. Do not send real USDT to the addresses shown here: they cannot be brought back.',
      '2. Support never asks for your passwords or your recovery phrase.',
      'Pages, rules and books work as they do in the real product.',
    ].join('\n\n'),
  },
}
