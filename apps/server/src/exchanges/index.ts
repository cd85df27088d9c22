import type { ExchangeOrder, Parameters, Period } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Platform, Room } from '../platform/room.ts'
import type { Pricing } from '../pricing/index.ts'
import { exchangeRoutes } from './routes.ts'
import { closeRound, type ExchangeOutcome, postDeals } from './run.ts'
import type { MarketSales } from './sales.ts'
import { turnsOf } from './store.ts'

export { checkExchanges } from './check.ts'
export type { ExchangeOutcome } from './run.ts'
export type { MarketSales } from './sales.ts'

export interface Exchanges {
  room: Room
  /**
   * A settlement's cut-off: what was queued before it belongs to its run. With `redeems: false` the run
   * deals with nobody and all of it waits for the next (rule book 2.17).
   */
  closeRound(tx: Tx, period: Period, cutoff: Date, how?: { redeems?: boolean }): Promise<void>
  /** The exchanges that a cut-off gave to a run, oldest first, in the units of that instant. */
  factsOfRun(database: Database | Tx, period: Period): Promise<ExchangeOrder[]>
  /** Settles up to `limit` of a run's exchanges that are not settled yet; answers how many there were. */
  postDeals(tx: Tx, outcome: ExchangeOutcome, limit: number): Promise<number>
}

/** What the room is handed: the books, the prices, and what was sold on the market. */
export interface ExchangeNeighbours {
  ledger: Ledger
  pricing: Pick<Pricing, 'guide'>
  /** The numbers of the rule book in force. */
  parameters(reader: Database | Tx): Promise<Parameters>
  market: MarketSales
}

/** Coins that go back to the reserve at the next exit price, and the record of all that was sold. */
export function openExchanges(platform: Platform, neighbours: ExchangeNeighbours): Exchanges {
  const { ledger } = neighbours
  return {
    room: { routes: exchangeRoutes(platform.database, neighbours) },
    closeRound,
    factsOfRun: turnsOf,
    postDeals: (tx, outcome, limit) => postDeals(ledger, tx, outcome, limit),
  }
}
