import { formatAmount, strayTransferList } from '@banyan/domain'
import type { WireTransfer } from '../deposits/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { operatorRoute } from '../platform/http/route.ts'
import type { Platform, Room } from '../platform/room.ts'
import { approveExplanation, dropExplanation, type ExplanationWorld, explain } from './explain.ts'
import { type ExplanationRow, explainedAndGone, findExplanations, lastApproved } from './store.ts'

/** An explanation with what the chain says of its transfer. */
export interface ShownExplanation {
  said: ExplanationRow
  transfer: WireTransfer
}

/** How two operators explain what left custody for nobody that the platform knows. */
export interface Explanations {
  room: Room
  /** Says what a stray transfer was; answers the id of what is proposed. Another person must approve it. */
  explain(tx: Tx, said: Parameters<typeof explain>[2]): Promise<string>
  /** The second person's agreement: the transfer no longer pauses payouts. */
  approve(tx: Tx, approval: { id: string; operatorId: string }): Promise<void>
  drop(tx: Tx, id: string): Promise<void>
  explanations(reader: Database | Tx, ids: readonly string[]): Promise<ShownExplanation[]>
  /** When the last explanation was approved; null before the first. */
  lastApproved(reader: Database | Tx): Promise<Date | null>
}

export function openExplanations({ database }: Platform, world: ExplanationWorld): Explanations {
  return {
    room: {
      routes: [
        operatorRoute(strayTransferList, () => inTransaction(database, tx => listed(world, tx))),
      ],
    },
    explain: (tx, said) => explain(world, tx, said),
    approve: (tx, approval) => approveExplanation(world, tx, approval),
    drop: dropExplanation,
    explanations: (reader, ids) => shown(world, reader, ids),
    lastApproved,
  }
}

async function listed(world: ExplanationWorld, tx: Tx): Promise<{ items: WireTransfer[] }> {
  const stray = [...(await world.unknownPayouts(tx)), ...(await world.strayTransfers(tx))]
  const found = await world.transfers.byId(
    tx,
    stray.map(one => one.id),
  )
  return { items: stray.flatMap(({ id }) => found.get(id)?.wire ?? []) }
}

async function shown(
  { transfers }: ExplanationWorld,
  reader: Database | Tx,
  ids: readonly string[],
): Promise<ShownExplanation[]> {
  const said = await findExplanations(reader, ids)
  const found = await transfers.byId(
    reader,
    said.map(one => one.transferId),
  )
  return said.map(one => {
    const transfer = found.get(one.transferId)
    if (!transfer) throw new Error(`explanation ${one.id} is about no transfer`)
    return { said: one, transfer: transfer.wire }
  })
}

/** Explained transfers that have left the chain behind what was final: what was booked as lost may be there again. */
export const explanationNotices = async (database: Database): Promise<string[]> =>
  (await explainedAndGone(database)).map(
    ({ transactionHash, loss, takenBackAt }) =>
      `transfer ${transactionHash} was explained, with ${formatAmount(loss)} USDT as a loss, and left the chain at ${takenBackAt.toISOString()}`,
  )
