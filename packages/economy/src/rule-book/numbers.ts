import { type EndedNumber, endedNumbers } from '../editions.ts'
import type { Parameters } from '../parameters.ts'

/** A text in both languages of the platform. */
export interface BothLanguages {
  readonly zh: string
  readonly en: string
}

/** The sections of the rule book that hold numbers. */
export type SectionId =
  | '2.2'
  | '2.3'
  | '2.4'
  | '2.5'
  | '2.6'
  | '2.7'
  | '2.9'
  | '2.10'
  | '2.11'
  | '2.12'
  | '2.15'
  | '2.16'
  | '2.17'

/**
 * The direction in which a change of a number harms members. `either` when each direction harms
 * somebody; a change that can harm is announced before it takes effect (rule book 2.15).
 */
export type Harm = 'higher' | 'lower' | 'either'

export interface RuleNumber extends BothLanguages {
  readonly section: SectionId
  readonly harm: Harm
}

/**
 * Every parameter except those that name the version itself; some have ended, and only older
 * versions have them.
 */
export type NumberName = Exclude<keyof Parameters, 'version' | 'effectiveAt'>
/** A number that a new version has. */
export type PresentNumber = Exclude<NumberName, EndedNumber>

const number = (section: SectionId, harm: Harm, zh: string, en: string): RuleNumber => ({
  section,
  harm,
  zh,
  en,
})

/** The label of each number of the rule book, in the order of the book. */
export const ruleNumbers: Readonly<Record<NumberName, RuleNumber>> = {
  genesisUsdt: number('2.2', 'either', '运营方创始资金', "The operator's founding money"),
  genesisLeaf: number('2.2', 'either', '创始币（永不出售）', 'Seed coins (never sold)'),
  firstPrice: number('2.2', 'either', '没有流通币时的价格', 'Price while no coin is outstanding'),
  subscriptionFloorPrice: number(
    '2.2',
    'either',
    '低于此价不再配售',
    'Below this price nothing is filled',
  ),

  subscriptionMinimumUsdt: number('2.3', 'higher', '最低认购额', 'Smallest subscription'),
  subscriptionStepUsdt: number(
    '2.3',
    'higher',
    '认购额的步长',
    'Subscriptions are multiples of this',
  ),
  firstOrderWaitMs: number('2.3', 'either', '首次认购的冷静期', 'Cooling-off of a first order'),
  runCapacityUsdt: number('2.3', 'either', '每次结算的配售总额', 'All fills of one settlement'),
  memberGuaranteeUsdt: number(
    '2.3',
    'either',
    '每位会员的保底额',
    'Guaranteed to each member first',
  ),
  unspentToleranceUsdt: number(
    '2.3',
    'higher',
    '取整剩余的上限，超过则全额退回',
    'Most that rounding may leave; more returns the whole fill',
  ),
  undoWindowMs: number(
    '2.3',
    'lower',
    '首次配售后可申请撤销的时间',
    'Time to ask for the undo of a first fill',
  ),

  maxInvestmentUsdt: number('2.4', 'either', '最大投资额', 'Maximum investment'),
  youngMaxInvestmentUsdt: number(
    '2.4',
    'either',
    '新账户的最大投资额',
    'Maximum investment of a young account',
  ),
  youngAccountDays: number('2.4', 'either', '新账户的期限', 'An account is young for'),
  investmentWindowDays: number('2.4', 'either', '最大投资额的统计期', 'Window of the maximum'),
  roundLimitUsdt: number('2.4', 'either', '每轮每人认购上限', 'Own orders of one round'),
  raiseInvestmentWaitMs: number(
    '2.4',
    'lower',
    '调低后再调高的等待期',
    'Wait before a lowered own maximum rises again',
  ),
  tradingLimitUsdt: number('2.4', 'lower', '交易额度', 'Trading limit'),
  tradingWindowHours: number('2.4', 'higher', '交易额度的统计期', 'Window of the trading limit'),

  otcFeeBps: number('2.5', 'higher', '交易手续费（卖方，以币支付）', 'OTC fee (seller, in coin)'),
  feeToStaticBps: number('2.5', 'lower', '手续费中归静态池', 'Of the fee to the static pool'),
  feeToDynamicBps: number('2.5', 'either', '手续费中归动态池', 'Of the fee to the dynamic pool'),
  feeToOpsBps: number('2.5', 'higher', '手续费中归运营', 'Of the fee to operations'),
  exchangeFeeBps: number(
    '2.5',
    'higher',
    '兑换手续费（留在储备）',
    'Exchange fee (stays in the reserve)',
  ),
  withdrawalFeeUsdt: number('2.5', 'higher', '转出手续费', 'Withdrawal fee'),

  activationMinimumLeaf: number('2.6', 'higher', '最低激活数量', 'Smallest activation'),
  staticReleaseDivisor: number(
    '2.6',
    'either',
    '每次结算释放静态池的几分之一',
    'Each settlement releases the static pool divided by',
  ),
  cycleSettlements: number('2.6', 'higher', '一个周期的结算次数', 'Settlements of a cycle'),
  termCycles: number('2.6', 'lower', '最长周期数', 'Cycles of the term'),
  staticCapBps: number(
    '2.6',
    'lower',
    '静态上限（开仓价值的倍数）',
    'Static cap, of the opening value',
  ),

  directBps: number('2.7', 'either', '推荐收益比例', 'Direct pay, of the fee'),
  pairBps: number('2.7', 'either', '匹配收益比例', 'Pairing pay, of the matched volume'),
  decayNumerator: number('2.7', 'lower', '业绩逐层衰减：分子', 'Decay per level: numerator'),
  decayDenominator: number('2.7', 'higher', '业绩逐层衰减：分母', 'Decay per level: denominator'),
  dailyCapUsdt: number('2.7', 'lower', '每次结算的匹配收益上限', 'Pairing pay of one settlement'),
  roundCapUsdt: number('2.7', 'lower', '每轮动态收益上限', 'Dynamic pay of one round'),
  balanceCapUsdt: number('2.7', 'lower', '每侧结余上限', 'Carried balance of one side'),
  balanceLapseDays: number(
    '2.7',
    'lower',
    '多久未登录则结余失效',
    'Balances lapse without a login for',
  ),
  balanceLapseNoticeDays: number('2.7', 'lower', '失效前的通知期', 'Notice before balances lapse'),
  reopenByReinvest: number(
    '2.7',
    'either',
    '动态复投重开一轮',
    'A dynamic re-investment reopens a round',
  ),
  reopenMinimumUsdt: number(
    '2.7',
    'higher',
    '重开一轮的最低动态复投',
    'Smallest dynamic re-investment that reopens a round',
  ),

  effectiveFeesUsdt: number(
    '2.9',
    'higher',
    '有效会员的手续费下限',
    'Own fees of an effective member',
  ),
  effectiveWindowMs: number('2.9', 'lower', '有效会员的统计期', 'Window of these fees'),
  distributedAccountDays: number(
    '2.9',
    'higher',
    '推广会员的账户天数',
    'Account age of a distributed member',
  ),
  quizQuestions: number('2.9', 'higher', '风险测验题数', 'Questions of the risk quiz'),
  quizTries: number('2.9', 'lower', '当天可测验次数', 'Tries of the quiz in a day'),

  placementDays: number('2.10', 'either', '自动安置前的天数', 'Days until automatic placement'),
  placementNoticeDays: number(
    '2.10',
    'either',
    '提醒推荐人的天数',
    'Days until the inviter is reminded',
  ),

  splitTriggerPrice: number(
    '2.11',
    'either',
    '触发裂变的退出价',
    'Exit price at which the coin splits',
  ),
  splitMultiple: number('2.11', 'either', '裂变倍数', 'Split multiple'),

  exchangeMinimumLeaf: number('2.12', 'higher', '最低兑换数量', 'Smallest exchange'),

  rechargeMinimumUsdt: number('2.15', 'higher', '最低充值', 'Smallest recharge'),
  withdrawalMinimumUsdt: number('2.15', 'higher', '最低转出', 'Smallest withdrawal'),
  withdrawalLimitUsdt: number('2.15', 'lower', '转出额度', 'Withdrawal limit'),
  withdrawalWindowMs: number(
    '2.15',
    'higher',
    '转出额度的统计期',
    'Window of the withdrawal limit',
  ),
  newAddressWaitMs: number('2.15', 'either', '新地址的等待期', 'Wait for a new address'),
  automaticWithdrawalUsdt: number(
    '2.15',
    'either',
    '自动规则核准：单笔上限',
    'Rule check: largest withdrawal',
  ),
  automaticMemberUsdt: number(
    '2.15',
    'either',
    '自动规则核准：每位会员的合计上限',
    'Rule check: all withdrawals of a member',
  ),
  automaticPlatformUsdt: number(
    '2.15',
    'either',
    '自动规则核准：全平台的合计上限',
    'Rule check: approved on the whole platform',
  ),
  automaticHourCount: number(
    '2.15',
    'either',
    '自动规则核准：每小时笔数',
    'Rule check: approved in an hour',
  ),
  automaticAccountDays: number(
    '2.15',
    'either',
    '自动规则核准：账户至少开立',
    'Rule check: age of the account',
  ),
  automaticAddressDays: number(
    '2.15',
    'either',
    '自动规则核准：地址首次经人工核准到账后至少',
    'Rule check: since two people first had the address paid',
  ),
  automaticQuietDays: number(
    '2.15',
    'either',
    '自动规则核准：密码与邮箱未变动至少',
    'Rule check: since a password or the e-mail changed',
  ),
  otcBandBps: number(
    '2.15',
    'either',
    '挂单价偏离指导价的上限',
    'Price band around the guide price',
  ),
  otcMaxConcessionBps: number('2.15', 'either', '让利上限', 'Highest concession'),
  otcMinimumLeaf: number('2.15', 'higher', '最小挂单数量', 'Smallest OTC order'),
  otcMaxOpenOrders: number('2.15', 'lower', '每侧挂单数上限', 'Open orders of one side'),
  otcPaymentWindowMs: number('2.15', 'either', '付款时限', 'Time to pay'),
  otcGraceWindowMs: number('2.15', 'either', '付款超时后的宽限', 'Grace after a missed payment'),
  otcReleaseWindowMs: number('2.15', 'either', '放币时限', 'Time to release'),
  otcMaxBuyUsdt: number('2.15', 'lower', '买单金额上限', 'Most that a buy order may be worth'),
  otcOrderLifeMs: number('2.15', 'either', '挂单有效期', 'Life of an order'),
  otcGuideMoveBps: number(
    '2.15',
    'either',
    '指导价变动超过此比例则挂单暂停',
    'Move of the guide price that holds an order',
  ),
  otcFaultsToPause: number(
    '2.15',
    'lower',
    '放弃或超时几次后暂停接单',
    'Trades given up or missed that pause taking',
  ),
  otcFaultWindowMs: number('2.15', 'higher', '上述次数的统计期', 'Window of these trades'),
  otcFirstPauseMs: number('2.15', 'higher', '第一次暂停', 'First pause'),
  otcSecondPauseMs: number('2.15', 'higher', '第二次暂停', 'Second pause'),
  otcThirdPauseMs: number('2.15', 'higher', '第三次暂停', 'Third pause'),
  otcFurtherPauseMs: number('2.15', 'higher', '此后每次暂停', 'Every further pause'),
  otcPauseMemoryMs: number(
    '2.15',
    'higher',
    '多久没有暂停后重新起算',
    'Pauses are forgotten after',
  ),
  otcTakesFirst: number('2.15', 'either', '同时接单上限：起初', 'Open trades of a taker: at first'),
  otcTakesSecondFrom: number(
    '2.15',
    'either',
    '累计完成几笔后提高一次',
    'Finished trades from which on it rises',
  ),
  otcTakesSecond: number('2.15', 'either', '同时接单上限：提高后', 'Open trades of a taker: then'),
  otcTakesThirdFrom: number(
    '2.15',
    'either',
    '累计完成几笔后再次提高',
    'Finished trades from which on it rises again',
  ),
  otcTakesThird: number('2.15', 'either', '同时接单上限：最高', 'Open trades of a taker: at most'),
  otcTakeFaults: number(
    '2.15',
    'either',
    '几次违约后降低同时接单上限',
    'Faults that lower the limit of a taker',
  ),
  otcTakeFaultWindowMs: number('2.15', 'either', '上述违约的统计期', 'Window of these faults'),
  otcTakesLowered: number(
    '2.15',
    'either',
    '降低后的同时接单上限',
    'The limit while it is lowered',
  ),
  otcTakesLoweredMs: number('2.15', 'either', '降低持续的时间', 'It stays lowered for'),
  otcNewcomersBps: number(
    '2.15',
    'either',
    '首次交易会员合计可未付款的卖单比例',
    'Of a sell order, unpaid by members without a finished trade',
  ),
  otcAppealAfterMs: number(
    '2.15',
    'either',
    '付款后多久可以申诉',
    'From payment to a first appeal',
  ),
  otcEscalationMs: number(
    '2.15',
    'either',
    '放币超时后平台代为申诉',
    'From a missed release to the appeal by the platform',
  ),
  otcReplyWindowMs: number('2.15', 'either', '案件答复时限', 'Time to answer in a case'),
  otcReviewWindowMs: number('2.15', 'either', '裁决复核期', 'Time to review a ruling'),

  cutoffHour: number('2.16', 'either', '每日截止时刻', 'Hour of the daily cut-off'),
  zoneOffsetHours: number(
    '2.16',
    'either',
    '时区（UTC 之后的小时数）',
    'Time zone, hours after UTC',
  ),
  incomeToStaticBps: number(
    '2.16',
    'lower',
    '外部收入归静态池的比例（再乘以激活占比）',
    'Of outside income to the static pool, times the activated part',
  ),
  incomeReleaseDivisor: number(
    '2.16',
    'either',
    '每次结算最多释放待释放收入的几分之一',
    'Each settlement releases at most the income not yet released divided by',
  ),
  incomeReleaseBps: number(
    '2.16',
    'either',
    '每次结算最多释放储备的此比例',
    'Each settlement releases at most this part of the reserve',
  ),
  unapprovedReceiptBps: number(
    '2.16',
    'either',
    '已不使用：待批收入超过储备的此比例时曾当期不配售',
    'No longer used: part of the reserve above which a waiting receipt stopped filling',
  ),

  windDownFromDays: number(
    '2.17',
    'either',
    '平台满此天数后，成交太少即建议清盘',
    'Age from which little trade proposes a wind-down',
  ),
  windDownWindowDays: number('2.17', 'either', '成交的统计期', 'Window of that trade'),
  windDownTradesUsdt: number('2.17', 'either', '成交低于此额', 'Trade worth less than this'),
  windDownNoticeDays: number('2.17', 'lower', '清盘公告期', 'Notice of a wind-down'),
  windDownCostDays: number('2.17', 'higher', '运营账户保留的开支', 'Costs that operations keeps'),
  windDownHeldDays: number(
    '2.17',
    'either',
    '风险准备按公告前此期间的最低持币分配',
    'The risk fund is shared by the smallest balance of',
  ),
}

/** Numbers that are a switch: 1 is on; off, which is 0, is left out of a version's text. */
export const switches = ['reopenByReinvest'] as const satisfies readonly NumberName[]

export const isSwitch = (name: NumberName): boolean =>
  (switches as readonly NumberName[]).includes(name)

/** A number of a version; 0 for a switch that is off. */
export const numberOf = (p: Parameters, name: NumberName): number | bigint => p[name] ?? 0

/** The names of all numbers that any version has, in the order of the book. */
export const everyNumber = Object.keys(ruleNumbers) as NumberName[]

/** The names of the numbers that a new version has, in the order of the book. */
export const numberNames = everyNumber.filter(
  (name): name is PresentNumber => !(endedNumbers as readonly string[]).includes(name),
)

/** Whether a version has a number. It always has a switch, on or off. */
export const hasNumber = (p: Parameters, name: NumberName): boolean =>
  p[name] !== undefined || isSwitch(name)
