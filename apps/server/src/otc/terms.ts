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
  /** An outage longer than this is added, whole, to every open deadline. */
  outageToleratedMs: 60_000,
  /** The window of the completion rate and of the median times. */
  reputationDays: 30,
} as const
