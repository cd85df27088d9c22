import { type Network, type OrderSide, solvency, walletSummary } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'
import { depthCall, marketCall, publishTermsCall } from './market-calls.ts'

/* The queries of the market's first page: its code does without the schema library. */

const pageSize = 20

/**
 * The newest figures of solvency, under the key that its own pages use; with the time since when
 * the market is stopped.
 */
export const redQuery = askQuery(['solvency', 'newest'], solvency)

/** Own balances, under the key that their own pages use. */
export const summaryQuery = askQuery(['wallets', 'summary'], walletSummary)

/** The filter of the offers of one side; null filters nothing. */
export interface OfferFilter {
  network: Network | null
  /** The amount to be paid or received, USDT. */
  payment: string | null
}

/** Open orders of one side, best price first. */
export const marketQuery = (side: OrderSide, { network, payment }: OfferFilter) =>
  pagesQuery(['otc', 'market', side, network, payment], marketCall, {
    query: {
      limit: pageSize,
      side,
      ...(network === null ? {} : { network }),
      ...(payment === null ? {} : { payment }),
    },
  })

/** The available quantities at each price, of both sides. */
export const depthQuery = askQuery(['otc', 'market', 'depth'], depthCall)

/** The current limits of publishing for this member. */
export const termsQuery = askQuery(['otc', 'terms'], publishTermsCall)
