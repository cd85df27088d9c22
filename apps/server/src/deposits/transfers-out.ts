import type { Database, Tx } from '../platform/database/connect.ts'
import { findTip } from './chain-store.ts'
import { confirmationsAt, creditableBlock } from './decide.ts'
import { confirmingOutgoing, type OutgoingRow, outgoingOf } from './outgoing-store.ts'
import type { Quorum } from './quorum.ts'
import { terms } from './terms.ts'

type Reader = Database | Tx

export type { OutgoingRow } from './outgoing-store.ts'

/** Transfers out of custody, as the watcher has seen them on the chain. */
export interface TransfersOut {
  /** The number of confirmations that are needed. */
  needed: number
  /**
   * The depth of a transaction, at most as many blocks as are needed; null while it is in no block.
   */
  confirmations(reader: Reader, hash: string | null): Promise<number | null>
  /** The transfers of some transactions that are on the chain now. */
  of(reader: Reader, hashes: readonly string[]): Promise<OutgoingRow[]>
  /**
   * The block up to which everything that is final now was read and marked as final; null while the
   * watcher is behind.
   * @throws ChainTrouble when the nodes do not answer or do not agree.
   */
  finalBlockRead(): Promise<number | null>
  /**
   * The withdrawal that a transaction of the hot wallet has paid, by the id that it carries behind
   * its call of the token, and its nonce; null where it carries none.
   * @throws ChainTrouble when the nodes do not answer or do not agree.
   */
  paidBy(hash: string): Promise<{ id: string; nonce: number } | null>
  /**
   * True when none of these transactions of an address can ever pay anybody: its nonce is used in a
   * final block, the watcher has followed the chain up to there, and each of them failed or is in
   * no block.
   * @throws ChainTrouble when the nodes do not answer or do not agree.
   */
  isReplaced(of: { address: string; nonce: number; hashes: readonly string[] }): Promise<boolean>
}

/** What it reads from. */
interface TransfersOutContext {
  database: Database
  chainId: number
  /** The address of the token's contract, lower case. */
  contract: string
  quorum: Quorum
}

/** Opens the reader for a chain. */
export const openTransfersOut = (context: TransfersOutContext): TransfersOut => ({
  needed: terms.confirmations,
  confirmations: async (reader, hash) => {
    if (hash === null) return null
    const [seen] = await outgoingOf(reader, context.chainId, [hash])
    if (seen === undefined) return null
    if (seen.state === 'final') return terms.confirmations
    const tip = await findTip(reader, context.chainId)
    return confirmationsAt(seen.blockNumber, tip?.number ?? null)
  },
  of: (reader, hashes) => outgoingOf(reader, context.chainId, hashes),
  finalBlockRead: () => finalBlockRead(context),
  paidBy: hash => paidBy(context, hash),
  isReplaced: of => isReplaced(context, of),
})

async function finalBlockRead({
  database,
  chainId,
  quorum,
}: TransfersOutContext): Promise<number | null> {
  const { finalized } = await quorum.heads()
  const tip = await findTip(database, chainId)
  if (!tip || tip.number < finalized.number) return null
  const block = Math.max(0, creditableBlock(tip.number, finalized.number))
  return (await confirmingOutgoing(database, chainId, block)).length === 0 ? block : null
}

/** A call of `transfer(address,uint256)`, followed by the 16 bytes of an id. */
const payoutCall =
  /^0xa9059cbb[0-9a-f]{128}([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

async function paidBy(
  { quorum, contract }: TransfersOutContext,
  hash: string,
): Promise<{ id: string; nonce: number } | null> {
  const { to, input, nonce } = await quorum.agreed(`transaction ${hash}`, node =>
    node.transaction(hash),
  )
  const [, ...parts] = payoutCall.exec(input) ?? []
  return to === contract && parts.length > 0 ? { id: parts.join('-'), nonce } : null
}

async function isReplaced(
  { database, chainId, quorum }: TransfersOutContext,
  { address, nonce, hashes }: { address: string; nonce: number; hashes: readonly string[] },
): Promise<boolean> {
  const { finalized } = await quorum.heads()
  const tip = await findTip(database, chainId)
  if (!tip || tip.number < finalized.number) return false
  const used = await quorum.agreed(`nonces of ${address}`, node =>
    node.noncesUsed({ address, at: finalized.number }),
  )
  if (used <= nonce) return false
  for (const hash of hashes) {
    const { succeeded } = await quorum.agreed(`receipt ${hash}`, async node => ({
      succeeded: (await node.receipt(hash))?.status === 1,
    }))
    if (succeeded) return false
  }
  return true
}
