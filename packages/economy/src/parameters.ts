import type { Leaf, Price, Usdt } from '@banyan/domain'

/**
 * The numbers of the rule book. Names end with their unit: `Usdt` micro-USDT, `Leaf` micro-LEAF,
 * `Price` micro-USDT per LEAF, `Ms`, `Days`, `Hours`. An outcome records the version that made it,
 * so a version in use is never edited: a change is a new one.
 */
export interface Parameters {
  readonly version: number
  /** ISO 8601. */
  readonly effectiveAt: string

  /** 2.2: the operator's own money behind the seed coins, which are never sold or redeemed. */
  readonly genesisUsdt: Usdt
  /** 2.2: coins issued to SEED for it, at the first price. */
  readonly genesisLeaf: Leaf
  /** 2.2: the price while no coin is outstanding. */
  readonly firstPrice: Price
  /** 2.2: below this R/N no subscription is filled. */
  readonly subscriptionFloorPrice: Price

  /** 2.3: smallest subscription. */
  readonly subscriptionMinimumUsdt: Usdt
  /** 2.3: subscriptions are multiples of this. */
  readonly subscriptionStepUsdt: Usdt
  /** 2.3: the wait of an order of a member who was never issued coins. */
  readonly firstOrderWaitMs: number
  /** 2.3: all fills of one run together. */
  readonly runCapacityUsdt: Usdt
  /** 2.3: what each member got before the rest was divided pro rata. Before edition 3. */
  readonly memberGuaranteeUsdt?: Usdt
  /** 2.3: a fill that would leave more than this unspent is returned in full. */
  readonly unspentToleranceUsdt: Usdt

  /** 2.4: the most that may be issued to one member in the investment window. */
  readonly maxInvestmentUsdt: Usdt
  /** 2.4: the same while the account is young. */
  readonly youngMaxInvestmentUsdt: Usdt
  /** 2.4: an account is young for this long. */
  readonly youngAccountDays: number
  /** 2.4: the rolling window of issued fills. */
  readonly investmentWindowDays: number
  /** 2.4: own orders of one round. */
  readonly roundLimitUsdt: Usdt
  /** 2.4: own sells in the trading window. */
  readonly tradingLimitUsdt: Usdt
  /** 2.4: the rolling window of own sells. */
  readonly tradingWindowHours: number

  /** 2.5: paid by the seller of an OTC trade, in coin, on success only. */
  readonly otcFeeBps: number
  /** 2.15: the largest distance of a price after concession from the guide price. */
  readonly otcBandBps: number
  /** 2.15: the most that a seller may concede. */
  readonly otcMaxConcessionBps: number
  /** 2.15: smallest order; it does not split. */
  readonly otcMinimumLeaf: Leaf
  /** 2.15: open orders of one side. */
  readonly otcMaxOpenOrders: number
  /** otc.md: the buyer's payment time. */
  readonly otcPaymentWindowMs: number
  /** otc.md: how long the escrow stays after a missed payment. */
  readonly otcGraceWindowMs: number
  /** otc.md: the seller's time to release before it counts as late; it moves no money. */
  readonly otcReleaseWindowMs: number

  /** 2.3: how long after the issue of a first fill its undo may be requested. */
  readonly undoWindowMs: number
  /** 2.4: the wait before a lowered own maximum investment rises again. */
  readonly raiseInvestmentWaitMs: number

  /** 2.5: static share of the redeemed fee coins, rounded down. */
  readonly feeToStaticBps: number
  /** 2.5: dynamic share of the redeemed fee coins, rounded up. */
  readonly feeToDynamicBps: number
  /** 2.5: OPS share of the redeemed fee coins, rounded down; RISK takes the rest. */
  readonly feeToOpsBps: number
  /** 2.5: of an exchange's gross, rounded up; it stays in the reserve. */
  readonly exchangeFeeBps: number
  /** 2.12: smallest exchange, unless it is the whole balance; it does not split. */
  readonly exchangeMinimumLeaf: Leaf
  /** 2.16: of released outside income, times the activated part of the coins, to the static pool. */
  readonly incomeToStaticBps: number
  /** 2.16: a run releases at most the waiting outside income divided by this. From edition 3 on. */
  readonly incomeReleaseDivisor?: bigint
  /** 2.16: a run releases at most this part of RESERVE. From edition 3 on. */
  readonly incomeReleaseBps?: number
  /** 2.3: an outside receipt above this part of RESERVE that awaits approval stops a run's filling. Before edition 3. */
  readonly unapprovedReceiptBps?: number

  /** 2.6: smallest activation; it does not split. */
  readonly activationMinimumLeaf: Leaf
  /** 2.6: each run shares out the static pool divided by this. */
  readonly staticReleaseDivisor: bigint
  /** 2.6: settlements of one cycle; at its end a position renewed or unlocked. Before edition 6. */
  readonly cycleSettlements?: number
  /** 2.6: cycles after which a position was eliminated. Before edition 6. */
  readonly termCycles?: number
  /** 2.6: a position is eliminated when it was paid this part of its opening value. */
  readonly staticCapBps: number

  /** 2.7: of a fee, to the inviter of who paid it. */
  readonly directBps: number
  /** 2.7: of the volume matched between the regions. */
  readonly pairBps: number
  /** 2.7: the part of a level's volume that reaches the next level up: numerator … */
  readonly decayNumerator: bigint
  /** 2.7: … and denominator. */
  readonly decayDenominator: bigint
  /** 2.7: dynamic pay of one member in one round. */
  readonly roundCapUsdt: Usdt
  /** 2.7: pairing pay of one member in one run. Before edition 4. */
  readonly dailyCapUsdt?: Usdt
  /** 2.7: volume carried on one side after matching. Before edition 4. */
  readonly balanceCapUsdt?: Usdt
  /**
   * 2.7: carried volume lapsed after this long without a login, and this long after a notice.
   * Before edition 4.
   */
  readonly balanceLapseDays?: number
  readonly balanceLapseNoticeDays?: number
  /** 2.7: the smallest dynamic re-investment that reopens a round, where that is switched on. */
  readonly reopenMinimumUsdt: Usdt
  /**
   * 2.7: 1 where a dynamic re-investment reopens a round that its cap has closed. Present only when
   * it is on, so that texts and hashes without it stay what they were before the switch existed.
   */
  readonly reopenByReinvest?: number

  /** 2.9: own fees that make a member effective. */
  readonly effectiveFeesUsdt: Usdt
  /** 2.9: the window of these fees before the cut-off. */
  readonly effectiveWindowMs: number
  /** 2.9: age of the account of a distributed member. */
  readonly distributedAccountDays: number
  /** 2.9: questions of the risk quiz; all must be answered correctly. */
  readonly quizQuestions: number
  /** 2.9: failed attempts after which the quiz opens again the next day. */
  readonly quizTries: number

  /** 2.10: the time after which an invitee without a place is placed automatically. */
  readonly placementDays: number
  /** 2.10: when the inviter is reminded. */
  readonly placementNoticeDays: number

  /** 2.11: the exit price at which the coin splits. */
  readonly splitTriggerPrice: Price
  /** 2.11: coins after a split for one before: 2, 5 or 10. */
  readonly splitMultiple: number

  /** 2.15: the most that a buy order may be worth. */
  readonly otcMaxBuyUsdt: Usdt
  /** otc.md: the time after which an order returns its remaining quantity. */
  readonly otcOrderLifeMs: number
  /** otc.md: a guide price that has moved by more than this, splits excluded, holds an order. */
  readonly otcGuideMoveBps: number
  /** otc.md: this many trades given up or lapsed within the window pause taking … */
  readonly otcFaultsToPause: number
  readonly otcFaultWindowMs: number
  /** … for the first, second, third and every further of these … */
  readonly otcFirstPauseMs: number
  readonly otcSecondPauseMs: number
  readonly otcThirdPauseMs: number
  readonly otcFurtherPauseMs: number
  /** … and from the first again when there was no pause for this long. */
  readonly otcPauseMemoryMs: number
  /** 2.15: open trades that a member may hold as their taker. From edition 5 on, as all to `otcNewcomersBps`. */
  readonly otcTakesFirst?: number
  /** 2.15: from this many finished trades on they may hold … */
  readonly otcTakesSecondFrom?: number
  /** … this many. */
  readonly otcTakesSecond?: number
  /** 2.15: from this many finished trades on they may hold … */
  readonly otcTakesThirdFrom?: number
  /** … this many. */
  readonly otcTakesThird?: number
  /** 2.15: this many faults … */
  readonly otcTakeFaults?: number
  /** … within this time … */
  readonly otcTakeFaultWindowMs?: number
  /** … lower it to this many … */
  readonly otcTakesLowered?: number
  /** … for this long from the last of them. */
  readonly otcTakesLoweredMs?: number
  /** 2.15: the part of a sell order that members without a finished trade may leave unpaid together. */
  readonly otcNewcomersBps?: number
  /** otc.md: after a payment, how long a buyer waits before an appeal. */
  readonly otcAppealAfterMs: number
  /** otc.md: how long after a missed release the platform appeals for the buyer. */
  readonly otcEscalationMs: number
  /** otc.md: how long a side of a case has to answer. */
  readonly otcReplyWindowMs: number
  /** otc.md: how long a ruling can be reviewed. */
  readonly otcReviewWindowMs: number

  /** 2.17: from this age of the platform on, little trade proposes a wind-down … */
  readonly windDownFromDays: number
  /** … when finished trades of this many days … */
  readonly windDownWindowDays: number
  /** … are worth less than this. */
  readonly windDownTradesUsdt: Usdt
  /** 2.17: from the notice to its end. */
  readonly windDownNoticeDays: number
  /** 2.17: OPS keeps the costs of this many days. */
  readonly windDownCostDays: number
  /** 2.17: RISK is shared by the smallest balance of this many days before the notice. */
  readonly windDownHeldDays: number

  /** 2.15: smaller recharges wait until their sum reaches this. */
  readonly rechargeMinimumUsdt: Usdt
  /** 2.15: smallest withdrawal. */
  readonly withdrawalMinimumUsdt: Usdt
  /** 2.5: flat, taken out of the amount. */
  readonly withdrawalFeeUsdt: Usdt
  /** 2.15: own requests of the withdrawal window. */
  readonly withdrawalLimitUsdt: Usdt
  /** 2.15: the rolling window of withdrawal requests. */
  readonly withdrawalWindowMs: number
  /** security.md 4.8: a new address waits this long before a request to it can be approved. */
  readonly newAddressWaitMs: number
  /** 2.15: the largest withdrawal that a rule check may approve alone. From edition 7 on, as all to `automaticQuietDays`. */
  readonly automaticWithdrawalUsdt?: Usdt
  /** 2.15: all of a member's requests of the withdrawal window, so that one more may be approved by the rule check. */
  readonly automaticMemberUsdt?: Usdt
  /** 2.15: what the rule check approves on the whole platform in the withdrawal window. */
  readonly automaticPlatformUsdt?: Usdt
  /** 2.15: how many it approves in an hour. */
  readonly automaticHourCount?: number
  /** 2.15: the account is this old. */
  readonly automaticAccountDays?: number
  /** 2.15: the address was first paid at least this long ago, after an approval by two people. */
  readonly automaticAddressDays?: number
  /** 2.15: the password and the e-mail address have not changed for this long. */
  readonly automaticQuietDays?: number

  /** 2.16: the hour of the daily cut-off, 0–23, in the platform's zone. */
  readonly cutoffHour: number
  /** 2.16: the platform's zone. */
  readonly zoneOffsetHours: number
}

/** The numbers of edition 3 that the editions before it do not have. */
export type AddedNumbers = Required<Pick<Parameters, 'incomeReleaseDivisor' | 'incomeReleaseBps'>>

/** The same, as in version 1. */
export const addedV1: AddedNumbers = { incomeReleaseDivisor: 30n, incomeReleaseBps: 7 }

/** The numbers that bound takers; versions before edition 5 do not name them. */
export type TakerNumbers = Required<
  Pick<
    Parameters,
    | 'otcTakesFirst'
    | 'otcTakesSecondFrom'
    | 'otcTakesSecond'
    | 'otcTakesThirdFrom'
    | 'otcTakesThird'
    | 'otcTakeFaults'
    | 'otcTakeFaultWindowMs'
    | 'otcTakesLowered'
    | 'otcTakesLoweredMs'
    | 'otcNewcomersBps'
  >
>

/** The same, as in version 1, with the values that applied before a version named them. */
export const takersV1: TakerNumbers = {
  otcTakesFirst: 2,
  otcTakesSecondFrom: 3,
  otcTakesSecond: 5,
  otcTakesThirdFrom: 20,
  otcTakesThird: 10,
  otcTakeFaults: 2,
  otcTakeFaultWindowMs: 7 * 24 * 3_600_000,
  otcTakesLowered: 1,
  otcTakesLoweredMs: 7 * 24 * 3_600_000,
  otcNewcomersBps: 5_000,
}

/** The numbers of the rule check for small withdrawals; versions before edition 7 have no such check. */
export type AutomaticNumbers = Required<
  Pick<
    Parameters,
    | 'automaticWithdrawalUsdt'
    | 'automaticMemberUsdt'
    | 'automaticPlatformUsdt'
    | 'automaticHourCount'
    | 'automaticAccountDays'
    | 'automaticAddressDays'
    | 'automaticQuietDays'
  >
>

/** The same, as in version 1. */
export const automaticV1: AutomaticNumbers = {
  automaticWithdrawalUsdt: 100_000000n,
  automaticMemberUsdt: 300_000000n,
  automaticPlatformUsdt: 2_000_000000n,
  automaticHourCount: 20,
  automaticAccountDays: 7,
  automaticAddressDays: 3,
  automaticQuietDays: 3,
}

/** Version 1 of the rule book: a platform's initial numbers. */
export const parametersV1: Parameters = {
  version: 1,
  effectiveAt: '2026-01-01T00:00:00+08:00',

  genesisUsdt: 100_000000n,
  genesisLeaf: 100_000000n,
  firstPrice: 1_000000n,
  subscriptionFloorPrice: 100000n,

  subscriptionMinimumUsdt: 50_000000n,
  subscriptionStepUsdt: 10_000000n,
  firstOrderWaitMs: 24 * 3_600_000,
  runCapacityUsdt: 10_000_000000n,
  unspentToleranceUsdt: 10000n,

  maxInvestmentUsdt: 5_000_000000n,
  youngMaxInvestmentUsdt: 1_000_000000n,
  youngAccountDays: 30,
  investmentWindowDays: 365,
  roundLimitUsdt: 2_000_000000n,
  tradingLimitUsdt: 1_000_000000n,
  tradingWindowHours: 24,

  otcFeeBps: 100,
  otcBandBps: 1_000,
  otcMaxConcessionBps: 500,
  otcMinimumLeaf: 10_000000n,
  otcMaxOpenOrders: 5,
  otcPaymentWindowMs: 30 * 60_000,
  otcGraceWindowMs: 15 * 60_000,
  otcReleaseWindowMs: 30 * 60_000,

  undoWindowMs: 24 * 3_600_000,
  raiseInvestmentWaitMs: 7 * 24 * 3_600_000,

  feeToStaticBps: 4_000,
  feeToDynamicBps: 3_000,
  feeToOpsBps: 2_000,
  exchangeFeeBps: 100,
  exchangeMinimumLeaf: 1_000000n,
  incomeToStaticBps: 5_000,
  ...addedV1,

  activationMinimumLeaf: 10_000000n,
  staticReleaseDivisor: 30n,
  staticCapBps: 15_000,

  directBps: 1_000,
  pairBps: 800,
  decayNumerator: 4n,
  decayDenominator: 5n,
  roundCapUsdt: 2_000_000000n,
  reopenMinimumUsdt: 50_000000n,

  effectiveFeesUsdt: 500000n,
  effectiveWindowMs: 30 * 24 * 3_600_000,
  distributedAccountDays: 7,
  quizQuestions: 10,
  quizTries: 2,

  placementDays: 7,
  placementNoticeDays: 5,

  splitTriggerPrice: 2_000000n,
  splitMultiple: 2,

  otcMaxBuyUsdt: 1_000_000000n,
  otcOrderLifeMs: 7 * 24 * 3_600_000,
  otcGuideMoveBps: 200,
  otcFaultsToPause: 3,
  otcFaultWindowMs: 24 * 3_600_000,
  otcFirstPauseMs: 15 * 60_000,
  otcSecondPauseMs: 3_600_000,
  otcThirdPauseMs: 4 * 3_600_000,
  otcFurtherPauseMs: 24 * 3_600_000,
  otcPauseMemoryMs: 30 * 24 * 3_600_000,
  ...takersV1,
  otcAppealAfterMs: 10 * 60_000,
  otcEscalationMs: 12 * 3_600_000,
  otcReplyWindowMs: 24 * 3_600_000,
  otcReviewWindowMs: 24 * 3_600_000,

  windDownFromDays: 180,
  windDownWindowDays: 90,
  windDownTradesUsdt: 1_000_000000n,
  windDownNoticeDays: 30,
  windDownCostDays: 90,
  windDownHeldDays: 90,

  rechargeMinimumUsdt: 10_000000n,
  withdrawalMinimumUsdt: 10_000000n,
  withdrawalFeeUsdt: 1_000000n,
  withdrawalLimitUsdt: 2_000_000000n,
  withdrawalWindowMs: 24 * 3_600_000,
  newAddressWaitMs: 24 * 3_600_000,
  ...automaticV1,

  cutoffHour: 0,
  zoneOffsetHours: 8,
}
