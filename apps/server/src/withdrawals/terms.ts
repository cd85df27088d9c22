/**
 * Parameters of withdrawals, rule book version 1 (economy.md 2.5 and 2.15; security.md 4.8).
 * Amounts are micro-USDT.
 */
export const terms = {
  minimum: 10_000_000n,
  /** Flat, taken out of the amount. */
  fee: 1_000_000n,
  /** Sum of a member's requests of any 24 hours, cancelled ones left out. */
  dailyLimit: 2_000_000_000n,
  limitWindowMs: 24 * 3_600_000,
  /** A new address waits this long from its first use before a request to it can be approved. */
  newAddressWaitMs: 24 * 3_600_000,
} as const
