import { type RawBuilder, sql } from 'kysely'

/**
 * The canonical rows of the history with low < xid <= high, one digest each: the content of a
 * batch. docs/ledger.md "The chain" defines it to the byte; the verifier is written from that page
 * alone. Columns: part, key and number order the rows; name is shown when a row is missing.
 */
export const sealedRows = (low: number, high: number): RawBuilder<unknown> => {
  const span = sql`xid > ${low}::bigint and xid <= ${high}::bigint`
  return sql`
    select 1 as part, id as key, 0::bigint as number, id as name, ${digest(sql`
      'transfer', xid, id, group_id, debit_account, credit_account, amount,
      ${optional(sql`hold_id`)}, ${optional(sql`reverses`)}, epoch, encode(request_hash, 'hex'),
      ${micros(sql`posted_at`)}, ${text(sql`asset`)}, ${text(sql`kind`)}, ${text(sql`reference`)}`)} as digest
    from ledger_every_transfer where ${span}
    union all
    select 2, account_id, version, transfer_id, ${digest(sql`
      'posting', xid, account_id, version, transfer_id, amount, balance_after,
      ${micros(sql`posted_at`)}`)}
    from ledger_posting where ${span}
    union all
    select 3, id, 0, id, ${digest(sql`
      'hold', xid, id, account_id, amount, epoch, encode(request_hash, 'hex'),
      ${micros(sql`held_at`)}, ${optional(micros(sql`expires_at`))}, ${text(sql`kind`)}, ${text(sql`reference`)}`)}
    from ledger_hold where ${span}
    union all
    select 4, hold_id, 0, hold_id, ${digest(sql`
      'resolution', xid, hold_id, posted, request, ${micros(sql`resolved_at`)}, ${text(sql`outcome`)}`)}
    from ledger_hold_resolution where ${span}
    union all
    select 5, ${NOBODY}, epoch, ${NOBODY}, ${digest(sql`
      'epoch', xid, epoch, multiple, ${micros(sql`began_at`)}, ${text(sql`asset`)}`)}
    from ledger_epoch where ${span}`
}

const NOBODY = sql`'00000000-0000-0000-0000-000000000000'::uuid`

const digest = (fields: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`sha256(convert_to(concat_ws('|', ${fields}), 'UTF8'))`

const optional = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${column}::text, '-')`

/** Whole microseconds since 1970 UTC: the full precision of a timestamptz. */
export const micros = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(extract(epoch from ${column}) * 1000000)::bigint`

/**
 * Free text is preceded by its length in bytes, so that its content cannot be mistaken for the next
 * field.
 */
const text = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`octet_length(${column}) || ':' || ${column}`
