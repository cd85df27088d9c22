import type { Locale } from '../contract/envelope.ts'
import { fillSlots } from '../contract/refusal.ts'
import type { NotificationKind, OtherNotice } from './kinds.ts'

type Words = Readonly<Record<Locale, string>>
type Side = 'buyer' | 'seller'

/** A step of a trade, as each party reads it who has not made it. */
const tradeLines: Readonly<Record<string, Words | Readonly<Record<Side, Words>>>> = {
  take: {
    buyer: {
      'zh-CN': '有人卖给您 LEAF：币已托管，请按时付款',
      en: 'Someone is selling you LEAF: the coin is in escrow, pay in time',
    },
    seller: {
      'zh-CN': '有人购买了您的 LEAF：等待买家付款',
      en: 'Someone is buying your LEAF: waiting for the payment',
    },
  },
  pay: {
    'zh-CN': '买家已付款：核对到账后请放币',
    en: 'The buyer has paid: check that it arrived, then release',
  },
  giveUp: {
    'zh-CN': '买家放弃了交易，币已退回',
    en: 'The buyer gave up; the coin went back',
  },
  paymentDeadline: {
    buyer: {
      'zh-CN': '付款时限已过：宽限期内可补交凭证与哈希',
      en: 'The time to pay is over: within the grace you can still show voucher and hash',
    },
    seller: {
      'zh-CN': '买家未按时付款：进入宽限期，币仍在托管',
      en: 'The buyer has not paid in time: grace runs, the coin is still held',
    },
  },
  claimLate: {
    'zh-CN': '买家声称已付款，申请仲裁：请说明情况',
    en: 'The buyer says the payment was sent and asks for arbitration: give your statement',
  },
  hashVerified: {
    buyer: {
      'zh-CN': '付款已在链上核实，等待卖家放币',
      en: 'Your payment was verified on the chain; waiting for the release',
    },
    seller: {
      'zh-CN': '买家的付款已在链上核实：请放币',
      en: 'The payment was verified on the chain: please release',
    },
  },
  paymentUnproven: {
    buyer: {
      'zh-CN': '链上没有找到您提交的付款，付款时限已过：宽限期内可核对哈希并重新提交',
      en: 'The payment you showed is not on the chain and the time to pay is over: within the grace you can check the hash and show it again',
    },
    seller: {
      'zh-CN': '买家提交的哈希不是本交易的付款：进入宽限期，币仍在托管',
      en: 'The hash that the buyer showed is no payment for this trade: grace runs, the coin is still held',
    },
  },
  graceOver: {
    buyer: { 'zh-CN': '交易因未付款而结束', en: 'The trade ended unpaid' },
    seller: {
      'zh-CN': '交易因未付款而结束，币已退回',
      en: 'The trade ended unpaid; the coin went back',
    },
  },
  replaceEvidence: {
    'zh-CN': '买家更换了付款凭证或哈希，旧的仍可查看',
    en: 'The buyer replaced voucher or hash; the old ones can still be seen',
  },
  release: {
    'zh-CN': '卖家已放币：币已到账',
    en: 'The seller released: the coin is yours',
  },
  releaseVerified: {
    buyer: {
      'zh-CN': '付款已在链上核实，系统按卖家的设置放币：币已到账',
      en: 'Your payment was verified on the chain and released as the seller had set: the coin is yours',
    },
    seller: {
      'zh-CN': '付款已在链上核实，已按您的挂单设置放币',
      en: 'The payment was verified on the chain and released, as your order says',
    },
  },
  releaseDeadline: {
    buyer: {
      'zh-CN': '卖家未按时放币：您可以申诉，币仍在托管',
      en: 'The seller has not released in time: you can appeal, the coin is still held',
    },
    seller: {
      'zh-CN': '放币时限已过：请核对并放币，或申诉',
      en: 'The time to release is over: check and release, or appeal',
    },
  },
  appeal: {
    'zh-CN': '对方提起申诉：请在交易页所示的时限内说明',
    en: 'The other party appealed: give your statement within the time that its page shows',
  },
  appealClosed: {
    'zh-CN': '对方就已关闭的交易提起申诉：请在交易页所示的时限内说明',
    en: 'The other party appealed about a closed trade: give your statement within the time that its page shows',
  },
  escalate: {
    buyer: {
      'zh-CN': '卖家长时间未放币，系统已代您提起仲裁',
      en: 'The seller did not release: arbitration was opened for you',
    },
    seller: {
      'zh-CN': '因长时间未放币，交易已进入仲裁：请说明情况',
      en: 'Not released for long: the trade is in arbitration, give your statement',
    },
  },
  proposeCancel: {
    'zh-CN': '对方提议取消交易',
    en: 'The other party proposes to cancel',
  },
  dropCancel: {
    'zh-CN': '取消交易的提议已作废',
    en: 'The proposal to cancel was dropped',
  },
  acceptCancel: {
    'zh-CN': '对方同意取消交易',
    en: 'The other party agrees to cancel',
  },
  confirmCancel: {
    'zh-CN': '交易已协商取消，币已退回',
    en: 'The trade was cancelled by both; the coin went back',
  },
  counterClaim: {
    'zh-CN': '对方提交了答辩',
    en: 'The other party replied to the appeal',
  },
  releaseAnyway: {
    'zh-CN': '卖家在仲裁中放币：币已到账',
    en: 'The seller released in arbitration: the coin is yours',
  },
  concede: {
    'zh-CN': '买家在仲裁中让步：币已退回',
    en: 'The buyer conceded: the coin went back to you',
  },
  withdrawAppeal: {
    'zh-CN': '对方撤回了申诉，交易继续',
    en: 'The appeal was withdrawn; the trade goes on',
  },
  caseStatement: {
    'zh-CN': '对方提交了新的陈述',
    en: 'The other party made a statement',
  },
  caseQuestion: {
    'zh-CN': '仲裁员提出了问题：被问的一方请在交易页所示的时限内答复',
    en: 'An arbitrator asks a question; it is to be answered within the time that the page of the trade shows',
  },
  caseRuled: {
    'zh-CN': '两位仲裁员已作出裁定：不利的一方可在交易页所示的时限内申请复核',
    en: 'Two arbitrators have ruled: who loses by it can ask for a review within the time that the page of the trade shows',
  },
  caseReview: {
    'zh-CN': '对方申请了复核：由其他仲裁员重新审理',
    en: 'The other party asked for a review: other arbitrators hear the case',
  },
  rulingRelease: {
    'zh-CN': '仲裁结果：放币给买家',
    en: 'Ruling: the coin goes to the buyer',
  },
  rulingRefund: {
    'zh-CN': '仲裁结果：退回卖家',
    en: 'Ruling: the coin goes back to the seller',
  },
  rulingSplit: {
    'zh-CN': '仲裁结果：按比例分配',
    en: 'Ruling: the coin is split',
  },
}

const otherLines: Readonly<Record<OtherNotice, Words>> = {
  'order.expired': {
    'zh-CN': '挂单已到期下架，未成交部分已退回',
    en: 'Your order expired. The rest is back in your balance',
  },
  'order.held': {
    'zh-CN': '指导价变动，挂单已暂停：请确认价格',
    en: 'The guide price changed, so your order is paused. Confirm its price',
  },
  'order.complete': {
    'zh-CN': '挂单已全部成交',
    en: 'Your order is complete',
  },
  'deposit.credited': {
    'zh-CN': '充值已到账：{{amount}} USDT',
    en: 'Recharge credited: {{amount}} USDT',
  },
  'withdrawal.newAddress': {
    'zh-CN': '有人申请转出到一个新地址：如果不是您，请立即取消该订单并修改密码',
    en: 'A withdrawal to a new address was asked for: if it was not you, cancel it at once and change your passwords',
  },
  'withdrawal.sent': {
    'zh-CN': '转出已汇出，等待链上确认',
    en: 'Your withdrawal was sent and is being confirmed',
  },
  'withdrawal.adopted': {
    'zh-CN': '转出已完成，链上已最终确认',
    en: 'Your withdrawal has arrived',
  },
  'withdrawal.refused': {
    'zh-CN': '转出未通过，金额已解冻',
    en: 'Your withdrawal was refused. The amount is available again',
  },
  'withdrawal.cancelled': {
    'zh-CN': '转出已取消，金额已解冻',
    en: 'Your withdrawal was cancelled. The amount is available again',
  },
  'withdrawal.returned': {
    'zh-CN': '转出未能汇出，全部金额已退回余额',
    en: 'Your withdrawal could not be sent. The full amount is back in your balance',
  },
  'earnings.settled': {
    'zh-CN': '{{period}} 结算收益 {{amount}} USDT',
    en: '{{period}} settlement: you earned {{amount}} USDT',
  },
  'feedback.answered': {
    'zh-CN': '您的反馈有了回复',
    en: 'Your feedback has an answer',
  },
  'deposit.addressChanged': {
    'zh-CN': '您的充值地址已更换：请只向新地址转账；转到旧地址的款项仍会入账',
    en: 'Your recharge address has changed: send to the new one only. What still comes to the earlier one is credited',
  },
  'closing.asked': {
    'zh-CN': '您已申请注销账户，将于 {{until}} 执行：如果不是您本人，请立即撤销并修改密码',
    en: 'Your account will be closed on {{until}}. If it was not you who asked, undo it at once and change your passwords',
  },
  'closing.stopped': {
    'zh-CN': '账户未注销：期间有新的款项或事项，请处理后重新申请',
    en: 'Your account was not closed, because something came in or is open. Settle it and ask again',
  },
  'account.frozen': {
    'zh-CN': '平台的两位工作人员已冻结您的账户，所有设备暂时不能使用',
    en: 'Two people of the platform have frozen your account: no device could use it from then on',
  },
  'account.opened': {
    'zh-CN': '您的账户已解除冻结，可以正常使用；如怀疑密码泄露，请立即修改',
    en: 'Your account was opened again. If somebody may know your passwords, change them now',
  },
  'status.suspended': {
    'zh-CN': '您的推广资格已暂停，暂停期间没有网络收益：理由见“推广会员”页面，您可以申诉一次',
    en: 'Your status as a distributed member is suspended, with no network pay until it is decided. The reason is on its page, where you can appeal once',
  },
  'status.reinstated': {
    'zh-CN': '您的推广资格已恢复，从下一次结算起重新参与网络收益',
    en: 'Your status as a distributed member is restored: you take part in network pay again from the next settlement on',
  },
  'status.revoked': {
    'zh-CN': '您的推广资格已被取消：理由见“推广会员”页面',
    en: 'Your status as a distributed member was taken away. The reason is on its page',
  },
  'placement.placed': {
    'zh-CN': '您已在安置网络中就位',
    en: 'You now have a place in the placement network',
  },
  'placement.invitee': {
    'zh-CN': '您推荐的会员已安置',
    en: 'A member you invited was placed',
  },
  'loss.announced': {
    'zh-CN': '公告：托管短缺超出平台自有账户，下次结算由动态池与所有余额按同一比例分担',
    en: 'Notice: more is missing than the platform’s own accounts cover; at the next settlement the dynamic pool and all balances share it at one rate',
  },
  'loss.shared': {
    'zh-CN': '{{period}} 结算分摊损失，您承担 {{amount}} USDT',
    en: 'A loss was shared in the {{period}} settlement: {{amount}} USDT of your balance',
  },
  'windDown.announced': {
    'zh-CN': '平台已公告清盘，公告期至 {{until}}：请阅读公告，并了解在此之前您能做什么',
    en: 'The platform is being wound down; the notice ends {{until}}: read it, and what you can do until then',
  },
  'windDown.cancelled': {
    'zh-CN': '此前公告的清盘已撤销，平台照常运行',
    en: 'The wind-down that was announced is cancelled; the platform goes on',
  },
  'windDown.closed': {
    'zh-CN': '平台已清盘关闭，应付款项已记入您的余额：请转出',
    en: 'The platform is closed and what you are owed is in your balance: please withdraw it',
  },
}

/** The slots of a notification's text, each a text that is shown as it is: `trade` and `order` are numbers for people. */
export type NotificationSlots = Readonly<Record<string, string>>

/** The line of a notification in a language. `side` is the reader's part in a trade, else null. */
export function notificationLine(
  notice: { kind: NotificationKind; side: Side | null; slots: NotificationSlots },
  locale: Locale,
): string {
  return fillSlots(wordsOf(notice.kind, notice.side)[locale], notice.slots)
}

function wordsOf(kind: NotificationKind, side: Side | null): Words {
  const lines = kind.startsWith('trade.')
    ? tradeLines[kind.slice('trade.'.length)]
    : otherLines[kind as OtherNotice]
  if (!lines) throw new Error(`no line says ${kind}`)
  if ('en' in lines) return lines
  if (side === null) throw new Error(`${kind} is read by a side`)
  return lines[side]
}

/** The number for people of the trade or order that a notification is about, or null. */
export const notificationNumber = ({ slots }: { slots: NotificationSlots }): string | null =>
  slots.trade ?? slots.order ?? null

/** The line and its number, without any amount and without what names somebody: for e-mails. */
export function emailLine(
  notice: { kind: NotificationKind; side: Side | null; slots: NotificationSlots },
  locale: Locale,
): string {
  const words = emailWords[notice.kind]
  const line = words ? fillSlots(words[locale], notice.slots) : notificationLine(notice, locale)
  const number = notificationNumber(notice)
  if (number === null) return line
  return locale === 'en' ? `${line} (${number})` : `${line}（${number}）`
}

const emailWords: Partial<Record<NotificationKind, Words>> = {
  'deposit.credited': { 'zh-CN': '一笔充值已到账', en: 'A recharge was credited' },
  'loss.shared': {
    'zh-CN': '{{period}} 的结算已由所有余额按同一比例分摊损失',
    en: 'The settlement of {{period}} has shared a loss among all balances at one rate',
  },
}
