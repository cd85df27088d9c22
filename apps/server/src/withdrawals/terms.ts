import { parametersV1 } from '@banyan/economy'

/** The rule book's numbers under this room's names. Amounts are micro-USDT. */
export const terms = {
  minimum: parametersV1.withdrawalMinimumUsdt,
  /** Flat, taken out of the amount. */
  fee: parametersV1.withdrawalFeeUsdt,
  /** Sum of a member's requests of any window, cancelled ones left out. */
  dailyLimit: parametersV1.withdrawalLimitUsdt,
  limitWindowMs: parametersV1.withdrawalWindowMs,
  /** A new address waits this long from its first use before a request to it can be approved. */
  newAddressWaitMs: parametersV1.newAddressWaitMs,
} as const
