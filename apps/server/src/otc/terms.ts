import { parametersV1 } from '@banyan/economy'

/** The rule book's numbers under the market's names, and what is the market's own. */
export const otcTerms = {
  bandBps: parametersV1.otcBandBps,
  feeBps: parametersV1.otcFeeBps,
  maxConcessionBps: parametersV1.otcMaxConcessionBps,
  /** Micro-LEAF. */
  minOrderQuantity: parametersV1.otcMinimumLeaf,
  maxOpenOrders: parametersV1.otcMaxOpenOrders,
  tradingWindowMs: parametersV1.tradingWindowHours * 3_600_000,
  paymentWindowMs: parametersV1.otcPaymentWindowMs,
  graceWindowMs: parametersV1.otcGraceWindowMs,
  releaseWindowMs: parametersV1.otcReleaseWindowMs,
  /** 2.15: the most that a buy order may be worth, micro-USDT. */
  maxBuyValue: parametersV1.otcMaxBuyUsdt,
  /** An order gives back what is left after this time. */
  orderLifeMs: parametersV1.otcOrderLifeMs,
  /** A guide price that has moved by more than this, splits apart, holds an order. */
  guideMoveBps: parametersV1.otcGuideMoveBps,
  /** So many trades given up or let lapse within the window pause taking … */
  faultsToPause: parametersV1.otcFaultsToPause,
  faultWindowMs: parametersV1.otcFaultWindowMs,
  /** … for these times, one after the other … */
  pausesMs: [
    parametersV1.otcFirstPauseMs,
    parametersV1.otcSecondPauseMs,
    parametersV1.otcThirdPauseMs,
    parametersV1.otcFurtherPauseMs,
  ],
  /** … and from the first again when there was no pause for so long. */
  pauseMemoryMs: parametersV1.otcPauseMemoryMs,
  /** After a payment, how long a buyer waits before an appeal while the seller's time runs. */
  appealAfterMs: parametersV1.otcAppealAfterMs,
  /** After a release timeout, how long until the house appeals for the buyer. */
  escalationAfterMs: parametersV1.otcEscalationMs,
  /** How long a side of a case has to answer; passing it flags the case and moves nothing. */
  replyWindowMs: parametersV1.otcReplyWindowMs,
  /** How long a ruling can be reviewed; the coin stays in escrow. */
  reviewWindowMs: parametersV1.otcReviewWindowMs,
  /** Nearer than this many invitations to a party, an arbitrator has a tie. */
  tieHops: 3,
  /** A seat that was drawn and not taken comes to one more arbitrator after this time. */
  lotMs: 2 * 3_600_000,
  /** Who heard one of a party's last cases does not hear the next. */
  tieCases: 3,
  /** An outage longer than this is added, whole, to every open deadline. */
  outageToleratedMs: 60_000,
  /** The window of the completion rate and of the median times. */
  reputationDays: 30,
} as const
