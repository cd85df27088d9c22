import type { Parameters } from '@banyan/economy'
import type { Logger } from 'pino'
import type { Earnings } from '../earnings/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Losses } from '../losses/index.ts'
import type { Otc } from '../otc/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Redemptions } from '../redemptions/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import type { Treasury } from '../treasury/index.ts'
import type { SecondComputation } from './second.ts'

/** The modules that a wind-down ends, with the functions that it calls. */
export interface WindDownDeps {
  ledger: Ledger
  parameters: (reader: Database | Tx) => Promise<Parameters>
  subscriptions: Pick<Subscriptions, 'giveBackPending' | 'hasOpenOrders'>
  redemptions: Pick<Redemptions, 'giveBackQueued' | 'hasOpenRedemptions'>
  earnings: Pick<Earnings, 'giveBackAsked' | 'unlockAll' | 'hasUnderWay'>
  otc: Pick<Otc, 'endOrders' | 'openMarketNow'>
  treasury: Pick<Treasury, 'lastSettlement' | 'freezeLast' | 'lossOfClosed' | 'bookLossOfClosed'>
  losses: Pick<Losses, 'isDueInClosed' | 'shareInClosed'>
  /** Whether there is a recharge seen up to an instant that the chain has not confirmed yet. */
  hasConfirming: (reader: Database | Tx, until: Date) => Promise<boolean>
}

/** The dependencies of the steps of a wind-down. */
export interface WindDownContext extends WindDownDeps {
  database: Database
  logger: Logger
  recount: SecondComputation
  /** Rows of one transaction. */
  chunk: number
}
