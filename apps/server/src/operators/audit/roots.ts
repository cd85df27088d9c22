import type { Locale } from '@banyan/domain'
import { tryLock } from '../../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../../platform/database/connect.ts'
import { inTransaction, systemNow } from '../../platform/database/transaction.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { RootSigner } from './signing.ts'
import { hashesAfter, newestRoot, type RootRow } from './store.ts'
import { addLeaves, noPeaks, type Peaks, rootOf } from './tree.ts'

/** A root is signed every hour, also when nothing was added: it shows that nothing was. */
const EVERY_MS = 3_600_000
const READ_AT_ONCE = 5_000
const PEAK = 32

export interface RootContext {
  database: Database
  /** Of every accepted key, the current one first. */
  signers(): readonly [RootSigner, ...RootSigner[]]
  mail: Pick<Mail, 'post' | 'offered'>
  /** Who gets each root by e-mail. */
  recipients: readonly string[]
  /** The address of the product, for the e-mail. */
  origin: string
}

/**
 * Signs the root over all acts when the last one is an hour old, with the e-mails about it in the
 * same transaction. One node does it at a time. Returns the root, or null when none was due or
 * another node is at it.
 */
export const signRoot = (context: RootContext): Promise<RootRow | null> =>
  inTransaction(context.database, async tx => {
    if (!(await tryLock(tx, 'operatorActRoot'))) return null
    const last = await newestRoot(tx)
    const at = await systemNow(tx)
    if (last && at.getTime() - last.at.getTime() < EVERY_MS) return null
    const tree = await grown(tx, last ? { size: last.size, peaks: peaksOf(last) } : noPeaks)
    const facts = { number: (last?.number ?? 0) + 1, size: tree.size, root: rootOf(tree), at }
    const [signer] = context.signers()
    const row = {
      ...facts,
      peaks: Buffer.concat(tree.peaks),
      publicKey: signer.publicKey,
      signature: signer.sign(facts),
      keyChange: last ? changeTo(context, last, facts.number) : null,
    }
    await tx.insertInto('operatorActRoot').values(row).execute()
    if (context.mail.offered)
      for (const to of context.recipients) await context.mail.post(tx, emailOf(row, to, context))
    return row
  })

/** The signature of the key before where another one begins; null where the key stays. */
function changeTo({ signers }: RootContext, last: RootRow, number: number): Buffer | null {
  const [{ publicKey: after }] = signers()
  if (last.publicKey.equals(after)) return null
  const before = signers().find(one => one.publicKey.equals(last.publicKey))
  if (!before)
    throw new Error(
      'no root is signed: the audit key is not the one of the last root, nor follows it',
    )
  return before.signChange({ number, before: before.publicKey, after })
}

const peaksOf = ({ peaks }: RootRow): Buffer[] =>
  Array.from({ length: peaks.length / PEAK }, (_, at) => peaks.subarray(at * PEAK, (at + 1) * PEAK))

/** Acts are chained under a lock until they are committed, so those that are seen have no gap. */
async function grown(tx: Tx, from: Peaks): Promise<Peaks> {
  let tree = from
  for (;;) {
    const rows = await hashesAfter(tx, tree.size, READ_AT_ONCE)
    const gap = rows.find((row, at) => row.seq !== tree.size + at + 1)
    if (gap) throw new Error(`the audit log has no act before act ${gap.seq}`)
    tree = addLeaves(
      tree,
      rows.map(({ hash }) => hash),
    )
    if (rows.length < READ_AT_ONCE) return tree
  }
}

function emailOf(root: RootRow, to: string, { origin }: RootContext) {
  const locale: Locale = 'en'
  return {
    to,
    locale,
    subject: `Banyan audit log, root ${root.number}`,
    paragraphs: [
      `Root ${root.number} of the audit log covers ${root.size} acts, signed at ${root.at.toISOString()}.`,
      `Root: ${root.root.toString('hex')}`,
      `Signature: ${root.signature.toString('hex')}`,
      `Public key: ${root.publicKey.toString('hex')}`,
      ...(root.keyChange
        ? [
            `This key is new. The key before has signed that this one follows it: ${root.keyChange.toString('hex')}`,
          ]
        : []),
      `Keep this e-mail. ${origin}/api/audit/roots has to show the same root for ever; docs/audit-log.md says how it is checked.`,
    ],
  }
}
