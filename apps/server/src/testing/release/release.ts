import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { migrations } from '../../migrations.ts'
import { markRestored } from '../../platform/database/cluster.ts'
import type { Migration } from '../../platform/database/migrate.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'

/** A statement of a program, with the values of one of its runs. */
export type Said = readonly [text: string, values: readonly unknown[]]

/** What was kept of a release: its schema as a list of migrations, a database of it, and what its program said. */
export interface Release {
  /** The version, and the day of the state that was recorded. */
  name: string
  migrations: { id: string; sha256: string }[]
  statements: Said[]
  /** Rows as PostgreSQL writes a row as text. */
  tables: Record<string, { columns: string; rows: string[] }>
  sequences: { name: string; last_value: string }[]
}

/** The release that the next version upgrades from. */
export const lastRelease = (): Release =>
  JSON.parse(
    gunzipSync(readFileSync(new URL('last-release.json.gz', import.meta.url))).toString(),
  ) as Release

/** Today's migrations that the release has, in their order. */
export function migrationsOf(release: Release): Migration[] {
  const ids = new Set(release.migrations.map(({ id }) => id))
  return migrations.filter(({ id }) => ids.has(id))
}

/** Migrations of the release that have another text today, or none. */
export function changedSince(release: Release): string[] {
  const today = new Map(migrations.map(({ id, sql }) => [id, sha256(sql)]))
  return release.migrations.flatMap(({ id, sha256 }) => (today.get(id) === sha256 ? [] : [id]))
}

/** A database as the release left it, with its rows. It is another cluster, so it counts as restored. */
export async function openRelease(release: Release): Promise<TestDatabase> {
  const db = await openTestDatabase(migrationsOf(release))
  const client = new pg.Client({ connectionString: db.url })
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    const { rows: own } = await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables
       where schemaname = 'public' and tablename <> 'schema_migration'`,
    )
    await client.query(`truncate ${own.map(({ name }) => name).join(', ')}`)
    for (const [name, { columns, rows }] of Object.entries(release.tables)) {
      if (name === 'schema_migration') continue
      await client.query(
        `insert into ${name} (${columns}) overriding system value
         select ${columns.replace(/[^, ]+/g, '(one.read).$&')}
         from (select text::${name} as read from unnest($1::text[]) as text) as one`,
        [rows],
      )
    }
    for (const { name, last_value } of release.sequences)
      await client.query('select setval($1, $2)', [name, last_value])
    await client.query('set session_replication_role = origin')
    await markRestored(client, 'dump')
  } finally {
    await client.end()
  }
  return db
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
