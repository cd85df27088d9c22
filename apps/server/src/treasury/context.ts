import type { Logger } from 'pino'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Rules } from '../rules/index.ts'
import type { SettlementParts, StepContext } from '../settlement/index.ts'
import type { Recount } from './recount.ts'

/** The rule book, and the parts of the modules that take part in a settlement. */
export interface SettlementDeps {
  rules: Pick<Rules, 'at' | 'version'>
  parts: SettlementParts
}

/** What the chain lacks by the newest reading of custody. Micro-USDT. */
export interface ShownMissing {
  /** The part of the books' receipts that the chain does not show. */
  missing: bigint
  /** All shortfalls confirmed at the time of the reading. */
  confirmed: bigint
  block: number
  /** Whether the reading is too old to confirm a shortfall. */
  isStale: boolean
}

/** What the chain lacks; null when it was never read. */
export type MissingOf = (reader: Database | Tx) => Promise<ShownMissing | null>

/** The effects of a wind-down on settlements. Rule book 2.17. */
export interface WindDownStops {
  /** Whether subscriptions and activations stop before this cut-off. */
  investingStops(reader: Database | Tx, cutoff: Date): Promise<boolean>
  /** Whether volume, and with it network pay, stops before this cut-off. */
  volumeStops(reader: Database | Tx, cutoff: Date): Promise<boolean>
  /** Whether the books have been frozen for good: then nothing is settled any more. */
  isFrozen(reader: Database | Tx): Promise<boolean>
}

/** For a platform without a wind-down. */
export const noWindDown: WindDownStops = {
  investingStops: async () => false,
  volumeStops: async () => false,
  isFrozen: async () => false,
}

/** The dependencies of a settlement. */
export interface SettlementContext extends StepContext {
  rules: SettlementDeps['rules']
  missingOf: MissingOf
  windDown: WindDownStops
  logger: Logger
  /** The second computation. */
  recount: Recount
}
