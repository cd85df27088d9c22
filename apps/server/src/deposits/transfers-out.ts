import type { Database, Tx } from '../platform/database/connect.ts'
import { findTip } from './chain-store.ts'
import { confirmationsAt } from './decide.ts'
import { outgoingOf } from './outgoing-store.ts'
import { terms } from './terms.ts'

type Reader = Database | Tx

/** What left the platform's published addresses, as the watcher has seen it on the chain. */
export interface TransfersOut {
  /** Confirmations that are needed. */
  needed: number
  /** How deep a transaction is, at most as many as are needed; null while no block holds it. */
  confirmations(reader: Reader, hash: string | null): Promise<number | null>
}

/** Opens it for a chain. */
export const openTransfersOut = (chainId: number): TransfersOut => ({
  needed: terms.confirmations,
  confirmations: async (reader, hash) => {
    if (hash === null) return null
    const [seen] = await outgoingOf(reader, chainId, [hash])
    if (seen === undefined) return null
    if (seen.state === 'final') return terms.confirmations
    const tip = await findTip(reader, chainId)
    return confirmationsAt(seen.blockNumber, tip?.number ?? null)
  },
})
