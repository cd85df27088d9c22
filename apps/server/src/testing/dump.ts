import type pg from 'pg'

/** Every row of every table as JSON, as a thief of a copy reads it; bytes are in hex. */
export async function dumpOf(owner: pg.Pool): Promise<string> {
  const { rows: tables } = await owner.query(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const parts = await Promise.all(
    tables.map(({ name }) => owner.query(`select to_jsonb(t)::text as row from ${name} t`)),
  )
  return parts.flatMap(part => part.rows.map(({ row }) => row)).join('\n')
}

/**
 * Digits as a separate text. Six of them also appear in a hash or a number now and then, by chance.
 */
export const onItsOwn = (digits: string): RegExp => new RegExp(`["\\s]${digits}["\\s]`)
