import type { Breach } from '../../ledger/index.ts'
import type { Database } from '../../platform/database/connect.ts'
import { FIRST } from '../acts.ts'
import { commitment, hashOfRecord, recordOf } from './record.ts'
import { isSigned, isSignedChange } from './signing.ts'
import { actsOf, type FullAct, type RootRow, rootsAfter } from './store.ts'
import { addLeaves, noPeaks, rootOf } from './tree.ts'

const READ_AT_ONCE = 1_000

/**
 * I14: the log is one unbroken chain from its first act, every hash matches its record, every text
 * its hash, and every signed root is that of the acts it covers.
 */
export async function checkOperators(database: Database): Promise<Breach[]> {
  const breaches: Breach[] = []
  const wrong = (what: string) => breaches.push({ invariant: 'I14 audit chain', what })
  const roots = await allRoots(database)
  const queue = roots.entries()
  let due = queue.next()
  let tree = noPeaks
  /** Compares the roots of the present size. */
  const compare = (): void => {
    for (; !due.done && due.value[1].size === tree.size; due = queue.next()) {
      const [at, root] = due.value
      if (root.number !== at + 1) wrong(`root ${root.number} does not follow root ${at}`)
      if (!root.root.equals(rootOf(tree))) wrong(`root ${root.number} is not that of its acts`)
      if (!isSigned(root, root.publicKey, root.signature))
        wrong(`root ${root.number} is not signed`)
      if (!isOfItsKey(root, roots[at - 1]))
        wrong(`root ${root.number} has a key that the one before does not name`)
    }
  }
  compare()
  let before: { seq: number; hash: Buffer } = { seq: 0, hash: FIRST }
  for (;;) {
    const page = { after: before.seq, limit: READ_AT_ONCE, order: 'oldest' } as const
    const rows = await actsOf(database, {}, page)
    for (const row of rows) {
      if (row.seq !== before.seq + 1 || !row.prev.equals(before.hash))
        wrong(`act ${row.seq} does not follow ${before.seq}`)
      for (const what of wrongIn(row)) wrong(`act ${row.seq} ${what}`)
      tree = addLeaves(tree, [row.hash])
      compare()
      before = row
    }
    if (rows.length < READ_AT_ONCE) break
  }
  if (!due.done) wrong(`root ${due.value[1].number} covers acts that are not there`)
  return breaches
}

/** Whether a root has the key of the one before, or one that this key has signed. */
function isOfItsKey({ number, publicKey, keyChange }: RootRow, last: RootRow | undefined): boolean {
  if (last === undefined || last.publicKey.equals(publicKey)) return true
  const change = { number, before: last.publicKey, after: publicKey }
  return keyChange !== null && isSignedChange(change, keyChange)
}

async function allRoots(database: Database): Promise<RootRow[]> {
  const roots: RootRow[] = []
  for (;;) {
    const page = await rootsAfter(database, roots.at(-1)?.number ?? 0, READ_AT_ONCE)
    roots.push(...page)
    if (page.length < READ_AT_ONCE) return roots
  }
}

/** The commitments to the members of an act. */
export const memberCommitments = ({ members }: FullAct): Buffer[] =>
  members.map(({ salt, accountId }) => commitment(salt, 'member', accountId))

function wrongIn(act: FullAct): string[] {
  const record = recordOf(act, { members: memberCommitments(act) })
  const { text, reasonHash } = act
  const isOther =
    text !== null &&
    (text.reason === null
      ? reasonHash !== null
      : !reasonHash?.equals(commitment(text.salt, 'reason', text.reason)))
  return [
    ...(hashOfRecord(record).equals(act.hash) ? [] : ['is not what its hash says']),
    ...(isOther ? ['has another reason than its record says'] : []),
  ]
}
