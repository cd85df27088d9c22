/** Parameters of the market, rule book version 1 (otc.md; economy.md 2.4, 2.5, 2.15). */
export const otcTerms = {
  /** How far the price after concession may stand from the guide price. */
  bandBps: 1_000,
  /** Paid by the seller in LEAF, on success only. */
  feeBps: 100,
  maxConcessionBps: 500,
  /** Micro-LEAF. Does not split. */
  minOrderQuantity: 10_000_000n,
  maxOpenOrders: 5,
  /** Micro-USDT a member may sell in any 24 hours. */
  tradingLimit: 1_000_000_000n,
  tradingWindowMs: 24 * 3_600_000,
  paymentWindowMs: 30 * 60_000,
  graceWindowMs: 15 * 60_000,
  releaseWindowMs: 30 * 60_000,
  /** An outage longer than this is added, whole, to every open deadline. */
  outageToleratedMs: 60_000,
  /** The window of the completion rate and of the median times. */
  reputationDays: 30,
} as const
