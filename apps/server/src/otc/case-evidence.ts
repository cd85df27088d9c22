import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { announceToOperators } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import type { DisputeRow } from './dispute-store.ts'

type Of = Pick<DisputeRow, 'id' | 'tradeId'>

/**
 * The pictures and files of a case's statements and of its trade's payments that an operator has not
 * opened.
 */
export async function unopenedEvidence(
  reader: Database | Tx,
  { id, tradeId }: Of,
  operatorId: string,
): Promise<string[]> {
  const { rows } = await sql<{ uploadId: string }>`
    select upload_id from (
      select picture.upload_id from otc_statement_picture picture
        join otc_statement statement on statement.id = picture.statement_id
      where statement.dispute_id = ${id}::uuid
      union
      select upload_id from otc_voucher where trade_id = ${tradeId}::uuid) shown
    where not exists (select from otc_evidence_opened opened
      where opened.dispute_id = ${id}::uuid and opened.operator_id = ${operatorId}::uuid
        and opened.upload_id = shown.upload_id)
    order by upload_id`.execute(reader)
  return rows.map(row => row.uploadId)
}

/**
 * Notes that an operator has opened a picture or file of a case. Returns false when they had before,
 * or when it is none of its evidence.
 */
export async function noteOpened(
  tx: Tx,
  dispute: Of,
  operatorId: string,
  uploadId: string,
): Promise<boolean> {
  if (!(await unopenedEvidence(tx, dispute, operatorId)).includes(uploadId)) return false
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('otcEvidenceOpened')
    .values({ disputeId: dispute.id, operatorId, uploadId, openedAt: await systemNow(tx) })
    .onConflict(one => one.doNothing())
    .executeTakeFirst()
  const isFirst = numInsertedOrUpdatedRows === 1n
  if (isFirst) await announceToOperators(tx, 'appeals')
  return isFirst
}

/** Refuses `caseEvidenceUnopened` until the operator has opened all evidence of a case. */
export async function refuseUnopened(tx: Tx, dispute: Of, operatorId: string): Promise<void> {
  const { length } = await unopenedEvidence(tx, dispute, operatorId)
  if (length > 0) refuse('caseEvidenceUnopened', { count: length })
}
