import type { Logger } from 'pino'
import type { Distribution } from '../distribution/index.ts'
import type { DynamicPay, Earnings } from '../earnings/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Losses } from '../losses/index.ts'
import type { Network } from '../network/index.ts'
import type { Otc } from '../otc/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Pricing } from '../pricing/index.ts'
import type { Redemptions } from '../redemptions/index.ts'
import type { Rules } from '../rules/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import type { Recount } from './recount.ts'

/** The modules that take part in a settlement, with the functions that it calls. */
export interface SettlementDeps {
  rules: Pick<Rules, 'at' | 'version'>
  pricing: Pick<Pricing, 'publish'>
  losses: Pick<Losses, 'closeRound' | 'factsOfRun' | 'postShares'>
  otc: Pick<Otc, 'closeFees' | 'feesOfRun' | 'rescaleBook' | 'floatPrices'>
  network: Pick<Network, 'closeRound' | 'factsOfRun' | 'postPlacements' | 'recordVolumes'>
  distribution: Pick<Distribution, 'closeRound'>
  dynamicPay: Pick<
    DynamicPay,
    'closeRound' | 'factsOfRun' | 'postPay' | 'reinvestmentsOf' | 'postReopenings'
  >
  earnings: Pick<
    Earnings,
    | 'closeRound'
    | 'factsOfRun'
    | 'postPay'
    | 'postTurns'
    | 'paySourcesOf'
    | 'growPayTree'
    | 'publishPay'
    | 'payRootsOf'
  >
  subscriptions: Pick<Subscriptions, 'closeRound' | 'ordersOfRun' | 'postFills'>
  redemptions: Pick<Redemptions, 'closeRound' | 'factsOfRun' | 'postDeals'>
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
export interface SettlementContext extends SettlementDeps {
  missingOf: MissingOf
  windDown: WindDownStops
  database: Database
  ledger: Ledger
  logger: Logger
  /** The second computation. */
  recount: Recount
  /** Rows settled in one transaction. */
  chunk: number
}
