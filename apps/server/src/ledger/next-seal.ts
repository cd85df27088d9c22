import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Gauge } from '../platform/module.ts'
import { sealedRows } from './audit/canon.ts'
import type { Claim } from './new-invariants.ts'

/** The end of the proof: its last batch, and the number of a transaction up to which that reaches. */
export interface ProofEnd {
  batch: number
  toXid: number
}

/** A sealed batch: its rows have numbers up to `toXid`, and `body` is the hash of them all. */
export interface SealedBatch {
  batch: number
  toXid: number
  body: Buffer
}

/** How far the history is proven. */
export const proofOf = (reader: Database | Tx): Promise<ProofEnd> =>
  reader.selectFrom('ledgerProof').select(['batch', 'toXid']).executeTakeFirstOrThrow()

/** The first batch that is sealed and not proven; undefined when all are. */
export const nextSealed = (
  reader: Database | Tx,
  proof: ProofEnd,
): Promise<SealedBatch | undefined> =>
  reader
    .selectFrom('ledgerAudit')
    .select(['batch', 'toXid', 'body'])
    .where('batch', '=', proof.batch + 1)
    .executeTakeFirst()

/** That the rows of a batch are still those that its seal was made of. */
export const asSealed = (proof: ProofEnd, { batch, toXid, body }: SealedBatch): Claim => ({
  name: 'the rows of a batch are those that were sealed',
  breaches: sql`
    select ${`batch ${batch} has other rows than its seal`}::text
    from (select sha256(string_agg(digest, ''::bytea order by part, key, number)) as body
      from (${sealedRows(proof.toXid, toXid)}) row) now
    where body is distinct from ${body}::bytea`,
})

/**
 * The same of the batch at which the proof stands, as every check makes it: a proof that has stopped there
 * is a breach of the books, not only a line in the log.
 */
export async function nextAsSealed(reader: Database | Tx): Promise<Claim[]> {
  const proof = await proofOf(reader)
  const next = await nextSealed(reader, proof)
  return next ? [asSealed(proof, next)] : []
}

/** How far the proof is behind the seals, for a collector of metrics. */
export const unprovenBatches = (database: Database): Gauge => ({
  name: 'ledger_batches_unproven',
  help: 'Batches of the ledger that are sealed and not proven',
  read: async () => {
    const { rows } = await sql<{ value: number }>`
      select (select coalesce(max(batch), 0) from ledger_audit) - batch as value
      from ledger_proof`.execute(database)
    return rows
  },
})
