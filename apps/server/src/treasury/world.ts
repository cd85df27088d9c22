import type { Logger } from 'pino'
import type { Distribution } from '../distribution/index.ts'
import type { DynamicPay, Earnings } from '../earnings/index.ts'
import type { Exchanges } from '../exchanges/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Losses } from '../losses/index.ts'
import type { Network } from '../network/index.ts'
import type { Otc } from '../otc/index.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Pricing } from '../pricing/index.ts'
import type { Rules } from '../rules/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import type { Recount } from './recount.ts'

/** The rooms that take part in a settlement, by the doors that it uses. */
export interface Participants {
  rules: Pick<Rules, 'at' | 'version'>
  pricing: Pick<Pricing, 'publish'>
  losses: Pick<Losses, 'closeRound' | 'factsOfRun' | 'postShares'>
  otc: Pick<Otc, 'closeFees' | 'feesOfRun' | 'rescaleBook'>
  network: Pick<Network, 'closeRound' | 'factsOfRun' | 'postPlacements' | 'recordVolumes'>
  distribution: Pick<Distribution, 'closeRound'>
  dynamicPay: Pick<
    DynamicPay,
    'closeRound' | 'factsOfRun' | 'postPay' | 'reinvestmentsOf' | 'postReopenings'
  >
  earnings: Pick<Earnings, 'closeRound' | 'factsOfRun' | 'postPay' | 'postTurns'>
  subscriptions: Pick<
    Subscriptions,
    'closeRound' | 'ordersOfRun' | 'undosOfRun' | 'postFills' | 'postUndos'
  >
  exchanges: Pick<Exchanges, 'closeRound' | 'factsOfRun' | 'postDeals'>
}

/** What a settlement works with. */
export interface SettlementWorld extends Participants {
  database: Database
  ledger: Ledger
  logger: Logger
  /** The second computation. */
  recount: Recount
  /** Rows that one transaction settles. */
  chunk: number
}
