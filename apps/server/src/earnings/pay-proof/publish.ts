import { randomBytes } from 'node:crypto'
import { payRoot, payRunId } from '@banyan/domain'
import { type Period, type PositionColumns, type StaticOutcome, staticPaid } from '@banyan/economy'
import type { Database, Tx } from '../../platform/database/connect.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Sealing } from '../../platform/sealing.ts'
import { sha256 } from '../../platform/sha256.ts'
import type { ProvenRun, PublishedPayFacts } from '../../settlement/index.ts'
import { growTree } from './grow.ts'
import type { PayKeys } from './leaves.ts'
import { beginTree, findTree, insertPayRoot, type PayTop, type PayTreeRow } from './store.ts'
import { growInThread } from './thread.ts'

/** The dependencies of roots of static pay. */
export interface PayProofContext {
  database: Database
  databaseUrl: string
  sealing: Sealing
  /** The origin of the platform. */
  domain: string
}

/** This many positions take a tenth of a second: starting a thread would take longer. */
const FEW_POSITIONS = 2_000

/**
 * Builds the tree over all positions of a run, once: nothing of it is shown until the run is
 * published.
 * @throws RangeError when a sum does not fit.
 */
export async function growPayTree(
  context: PayProofContext,
  run: ProvenRun,
  { positions, outcome }: { positions: PositionColumns; outcome: StaticOutcome },
): Promise<void> {
  const { database, databaseUrl, sealing, domain } = context
  const { period } = run
  const row = await inTransaction(database, tx => {
    const sealedKey = sealing.seal(randomBytes(32).toString('hex'), placeOf(period))
    return beginTree(tx, { period, domain, sealedKey })
  })
  if (topOf(row)) return
  const { hashes } = run
  const keys = keysOf(sealing, row, { inputHash: hashes.input, resultHash: hashes.result })
  const paid = {
    period,
    ids: positions.ids.text,
    weights: positions.quantities,
    pays: outcome.amounts,
  }
  if (outcome.amounts.length <= FEW_POSITIONS) await growTree(database, paid, keys)
  else await growInThread({ databaseUrl, run: paid, keys })
}

/**
 * Publishes the root of a run's static pay, in the transaction that publishes the run. Returns the
 * differences between the tree and the run: with any, nothing is published.
 */
export async function publishPay(
  tx: Tx,
  { period, hashes }: ProvenRun,
  { outcome, coins }: PublishedPayFacts,
): Promise<string[]> {
  const row = await findTree(tx, period)
  const top = row && topOf(row)
  if (!top) throw new Error(`the run of ${period} has no tree of its static pay`)
  const sums = { weight: outcome.weight, pay: staticPaid(outcome) }
  if (top.weight !== sums.weight || top.pay !== sums.pay)
    return [
      `the tree of static pay sums to ${top.weight} and ${top.pay} and the run to ${sums.weight} and ${sums.pay}`,
    ]
  const { domain } = row
  const { tree, depth, weight, pay: paid } = top
  const [inputHash, resultHash] = [hashes.input, hashes.result]
  const pid = payRunId(sha256, { domain, period, inputHash, resultHash })
  const amounts = { released: outcome.released, weight, paid, coins }
  const positions = outcome.amounts.length
  const root = payRoot(sha256, { pid, ...amounts, positions, tree, depth })
  await insertPayRoot(tx, {
    period,
    domain,
    inputHash,
    resultHash,
    ...amounts,
    positions,
    depth,
    pid: Buffer.from(pid),
    tree: Buffer.from(tree),
    root: Buffer.from(root),
  })
  return []
}

/** The keys and data from which the leaves of a run are computed. */
export const keysOf = (
  sealing: Sealing,
  { period, domain, sealedKey }: Pick<PayTreeRow, 'period' | 'domain' | 'sealedKey'>,
  hashes: { inputHash: Buffer; resultHash: Buffer },
): PayKeys => ({
  pid: payRunId(sha256, { domain, period, ...hashes }),
  key: Buffer.from(sealing.open(sealedKey, placeOf(period)), 'hex'),
})

const placeOf = (period: Period): string => `proof of static pay ${period}`

function topOf({ tree, depth, weight, pay }: PayTreeRow): PayTop | null {
  if (tree === null || depth === null || weight === null || pay === null) return null
  return { tree, depth, weight, pay }
}
