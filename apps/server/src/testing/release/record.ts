import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import type { Release, Said } from './release.ts'
import { keep } from './replay.ts'

/**
 * Records what programs of this process say to a database until it is ended: each text with the values
 * of its first run.
 */
export function recordStatements(): () => Said[] {
  const said = new Map<string, unknown[]>()
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [asked, values] = given as [string | { text?: string; values?: unknown[] }, unknown[]?]
    const text = typeof asked === 'string' ? asked : asked.text
    if (text !== undefined && !said.has(text))
      said.set(text, ((typeof asked === 'string' ? values : asked.values) ?? []).map(keep))
    return (query as (...all: unknown[]) => unknown).apply(this, given)
  } as typeof query
  return () => {
    pg.Client.prototype.query = query
    return [...said]
  }
}

/** Made by the migrations themselves, or large and of no use to a reader of the record. */
const leftOut = new Set(['schema_migration', 'idempotency_key', 'data_export_part'])

/** Reads the rest of a release from its database. */
export async function readRelease(
  owner: pg.Pool,
  name: string,
  statements: Said[],
): Promise<Release> {
  const { rows: found } = await owner.query<{ name: string; columns: string }>(
    `select relname as name, (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
       where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
     from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by relname`,
  )
  const tables: Release['tables'] = {}
  for (const { name, columns } of found) {
    if (leftOut.has(name)) continue
    const { rows } = await owner.query<{ row: string }>(`select row::text from ${name} as row`)
    if (rows.length > 0) tables[name] = { columns, rows: rows.map(({ row }) => row) }
  }
  const { rows: sequences } = await owner.query(
    `select schemaname || '.' || sequencename as name, last_value from pg_sequences where last_value is not null`,
  )
  const { rows: migrations } = await owner.query(
    'select id, sha256 from schema_migration order by id',
  )
  return { name, migrations, statements, tables, sequences }
}

/** Writes the file of a release. */
export function writeRelease(file: string, release: Release): void {
  writeFileSync(file, gzipSync(JSON.stringify(release), { level: 9 }))
}
