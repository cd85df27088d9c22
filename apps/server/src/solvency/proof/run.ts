import { periodRoot, type TreeRoot } from '@banyan/domain'
import type { Logger } from 'pino'
import { alone } from '../../platform/database/advisory-locks.ts'
import type { Tx } from '../../platform/database/connect.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { sha256 } from '../../platform/sha256.ts'
import { computeTrees } from './compute.ts'
import type { ProofKeys } from './leaves.ts'
import { BooksDiffer, keysOf, type SnapshotContext, takeSnapshot } from './snapshot.ts'
import {
  newestRoot,
  periodWithoutRoot,
  type SnapshotRow,
  unpublishedSnapshot,
  writeRoot,
} from './store.ts'
import { computeApart } from './thread.ts'

/** What publishing a root needs. */
export interface ProofContext extends SnapshotContext {
  databaseUrl: string
  logger: Logger
  /** Writes the platform's acts into its audit log; must be called last in a transaction. */
  recordAct(
    tx: Tx,
    doer: 'house',
    act: { action: string; object: string; reason: string },
  ): Promise<void>
}

/** So many members take a tenth of a second: starting a thread would take longer. */
const FEW_MEMBERS = 2_000

/**
 * Publishes the root of the newest settlement, once; an earlier snapshot that is not finished comes
 * first. One node does this at a time. Returns the number of published roots: zero when none is due
 * or another node is at it. No settlement waits for it.
 * @throws BooksDiffer when the books do not add up; RangeError when a sum does not fit.
 */
export async function publishDue(context: ProofContext): Promise<number> {
  const published = await alone(context.database, 'solvencyProof', async () => {
    const unfinished = await unpublishedSnapshot(context.database)
    if (unfinished) await publishSnapshot(context, unfinished)
    const period = await periodWithoutRoot(context.database)
    if (period !== null) await publishSnapshot(context, await takeSnapshot(context, period))
    return (unfinished ? 1 : 0) + (period === null ? 0 : 1)
  })
  return published ?? 0
}

async function publishSnapshot(context: ProofContext, snapshot: SnapshotRow): Promise<void> {
  const begun = performance.now()
  const trees = await treesOf(context, snapshot, keysOf(context.sealing, snapshot))
  agreeWithBooks(snapshot, trees)
  await inTransaction(context.database, tx => publish(context, tx, snapshot, trees))
  const { period, members } = snapshot
  const ms = Math.round(performance.now() - begun)
  context.logger.info({ period, members, ms }, 'a root of solvency was published')
}

const treesOf = (
  { database, databaseUrl }: ProofContext,
  snapshot: SnapshotRow,
  keys: ProofKeys,
) => {
  const { period, members, house } = snapshot
  const facts = { period, members, house }
  return snapshot.members <= FEW_MEMBERS
    ? computeTrees(database, facts, keys)
    : computeApart({ databaseUrl, snapshot: facts, keys })
}

/** The frozen balances added up; the trees made from them must add up too. */
function agreeWithBooks(snapshot: SnapshotRow, trees: readonly TreeRoot[]): void {
  for (const { asset, total } of trees) {
    const wanted = asset === 'USDT' ? snapshot.owed : snapshot.outstanding
    if (total !== wanted)
      throw new BooksDiffer(`the tree of ${asset} comes to ${total} and ${wanted} is owed`)
  }
}

async function publish(
  { recordAct }: ProofContext,
  tx: Tx,
  snapshot: SnapshotRow,
  trees: readonly TreeRoot[],
): Promise<void> {
  const previous = (await newestRoot(tx)) ?? new Uint8Array(32)
  const root = periodRoot(sha256, snapshot.sid, previous, snapshot.members, trees)
  await writeRoot(tx, snapshot, { previous, root, trees })
  const reason = Buffer.from(root).toString('hex')
  await recordAct(tx, 'house', { action: 'publish solvency root', object: snapshot.period, reason })
}
