import { formatAmount, type strayTransfer, wireIdOf } from '@banyan/domain'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/connect.ts'
import { findTip } from './chain-store.ts'
import { confirmationsAt } from './decide.ts'
import {
  changeOutgoing,
  findOutgoing,
  lockOutgoingById,
  type OutgoingRow,
} from './outgoing-store.ts'
import { terms } from './terms.ts'

export type WireTransfer = z.output<typeof strayTransfer>

/** A transfer out of custody with its confirmations. */
export interface ShownTransfer {
  row: OutgoingRow
  /** Micro-USDT, rounded down. */
  amount: bigint
  wire: WireTransfer
}

/** Transfers out of custody for other modules. Their content comes from the chain. */
export interface TransfersOfCustody {
  /** A transfer with its place on the chain, locked until the transaction ends. */
  lock(tx: Tx, id: string): Promise<ShownTransfer | undefined>
  byId(reader: Database | Tx, ids: readonly string[]): Promise<Map<string, ShownTransfer>>
  /** Marks a transfer as explained by two people. */
  markExplained(tx: Tx, id: string, explainedAt: Date): Promise<void>
}

/** The transfers of this database, on whatever chain. */
export const transfersOfCustody: TransfersOfCustody = {
  lock: async (tx, id) => {
    const row = await lockOutgoingById(tx, id)
    return row && show(tx, row)
  },
  byId: async (reader, ids) => {
    const shown = new Map<string, ShownTransfer>()
    for (const row of await findOutgoing(reader, ids)) shown.set(row.id, await show(reader, row))
    return shown
  },
  markExplained: (tx, id, explainedAt) => changeOutgoing(tx, id, { explainedAt }),
}

async function show(reader: Database | Tx, row: OutgoingRow): Promise<ShownTransfer> {
  const tip = await findTip(reader, row.chainId)
  const amount = row.tokenUnits / row.unitsPerMicro
  const isThere = row.takenBackAt === null
  return {
    row,
    amount,
    wire: {
      id: wireIdOf('ctf', row.id),
      of: row.derivationIndex === null ? 'hot' : 'recharge',
      from: row.address,
      to: row.recipient,
      amount: formatAmount(amount),
      hash: row.transactionHash,
      position: row.ordinal,
      block: row.blockNumber,
      blockAt: row.blockAt.toISOString(),
      confirmations: !isThere
        ? 0
        : row.state === 'final'
          ? terms.confirmations
          : confirmationsAt(row.blockNumber, tip?.number ?? null),
      needed: terms.confirmations,
      // A chain that took back a final block has lost it: it must not be treated as existing.
      state: isThere ? row.state : 'vanished',
    },
  }
}
