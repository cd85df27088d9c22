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

/** Receipts of today: one that nobody has classified, and one that a treasurer has, for another to approve. */
export const receipts = {
  unclassified: 30,
  proposed: {
    usdt: 18,
    payer: '示例：云服务商',
    evidence: '示例：停用的服务器退回的预付款，账单 3',
  } as Payment,
} as const

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

/**
 * A version of the rule book that one administrator has proposed today, for the other to approve. It
 * holds so many days from now.
 */
export const proposedRules = {
  holdsInDays: 21,
  numbers: { withdrawalFeeUsdt: '0.8' },
  difference: {
    zh: '转出手续费由 1 USDT 降到 0.8 USDT，其他数字不变。',
    en: 'The fee of a withdrawal is 0.8 USDT instead of 1. No other number changes.',
  },
} as const

/**
 * Withdrawals: places of those asked for and cancelled today, of those that two operators decided
 * before, and of those that wait for an operator: for a review, for a review with a reason, because the
 * account is younger than a week, and for a release.
 */
export const withdrawals = {
  cancelled: 1,
  /** Its address has to cool until tomorrow. */
  cooling: { place: 33, usdt: '60' },
  paid: { place: 0, usdt: '80' },
  refused: {
    place: 5,
    usdt: '30',
    reason: '示例：这个地址属于无法退回的交易所，请换一个自己的钱包。',
  },
  /** The days on which the latter were asked for and decided. */
  askedOn: 41,
  decidedOn: 43,
  requested: { place: 3, usdt: '120' },
  reviewed: { place: 16, usdt: '90' },
  newcomers: { place: 58, usdt: '150' },
  /** The day on which these three were asked for: their addresses have cooled today. */
  waitingSince: 43,
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
  openFeedback: { place: 32, text: '从订单详情返回市场列表时回到了顶部，希望停在原来的位置。' },
  /** Support asks for a freeze, which another operator decides. */
  lost: {
    place: 53,
    text: '我的手机今天丢了，登录密码可能被人看到，请先冻结我的账户。',
    answer: '您好，已提交冻结申请，同事批准后所有设备都不能操作。找回手机后请在这里告诉我们。',
    why: '示例：会员在客服会话里报失手机，要求先冻结账户。',
  },
} as const

/** What is on the market when the visitor comes: places, and their offers. */
export const sellOrders = [
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

/** When the scheduled notice is published, counted from today. */
export const scheduled = { inDays: 12, hour: 10 } as const

/** A notice as support writes it; `bars` are lengths that its picture shows. */
export interface DemoNotice {
  titleZh: string
  bodyZh: string
  /** Null while it is not translated. */
  titleEn: string | null
  bodyEn: string | null
  pinned: boolean
  bars?: readonly number[]
}

export const notices: Readonly<
  Record<'loss' | 'rules' | 'today' | 'scheduled' | 'draft', DemoNotice>
> = {
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
  scheduled: {
    pinned: false,
    titleZh: '教您核对：您的余额已计入偿付能力',
    titleEn: 'How to check that your balance is counted',
    bodyZh: [
      '每次结算后，平台都会公布一个包含全部余额的根。',
      '1. 打开[偿付能力](/pages/more/solvency?tab=proof)的“证明”。',
      '2. 页面在您的设备上核对您的余额，不会把它发给别人。',
      '如果核对不通过，请联系客服。',
    ].join('\n\n'),
    bodyEn: [
      'After each settlement the platform publishes a root over all balances.',
      '1. Open [Solvency](/pages/more/solvency?tab=proof), part *Proof*.',
      '2. The page checks your balance on your own device, and sends it to nobody.',
      'If the check fails, please write to support.',
    ].join('\n\n'),
  },
  draft: {
    pinned: false,
    titleZh: '交易前请核对收款网络',
    titleEn: null,
    bodyZh: [
      '付款前请逐字核对收款地址和网络：用错网络的款项，卖家可能无法动用。',
      '请按页面显示的金额一次付清；交易所限额不足时，请先换小一点的数量。',
    ].join('\n\n'),
    bodyEn: null,
  },
}
