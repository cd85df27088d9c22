import { createHash } from 'node:crypto'
import type pg from 'pg'
import { expect, it } from 'vitest'
import { ConfigError } from '../config.ts'
import { type Migration, migrate } from './migrate.ts'

const known: readonly Migration[] = [
  { id: 'first', sql: 'create table first ()' },
  { id: 'second', sql: 'create table second ()' },
]
const hashOf = (sql: string) => createHash('sha256').update(sql).digest('hex')

/** Migrates a database in which these were applied; says how it ended and what was asked of it. */
async function migrated(applied: readonly { id: string; sha256: string }[]) {
  const asked: string[] = []
  const client = {
    query: async (sql: string) => {
      asked.push(sql)
      return { rows: sql.includes('from schema_migration') ? applied : [] }
    },
  } as unknown as pg.Client
  const ended = await migrate(client, known).catch((error: unknown) => error)
  return { ended, asked }
}
const first = { id: 'first', sha256: hashOf('create table first ()') }

it('applies what is missing, and nothing twice', async () => {
  const { ended, asked } = await migrated([first])
  expect(ended).toEqual(['second'])
  expect(asked).toContain('create table second ()')
  expect(asked).not.toContain('create table first ()')
})

it('refuses a database that a newer version has changed, and changes nothing', async () => {
  const { ended, asked } = await migrated([first, { id: 'third', sha256: 'x' }])
  expect(ended).toBeInstanceOf(ConfigError)
  expect(asked).not.toContain('create table second ()')
})

it('refuses a database that was made with another text of a migration, and changes nothing', async () => {
  const { ended, asked } = await migrated([{ ...first, sha256: hashOf('create table other ()') }])
  expect(ended).toBeInstanceOf(Error)
  expect(asked).not.toContain('create table second ()')
})

it('lets the next one migrate, however it ended', async () => {
  for (const applied of [[first], [{ ...first, sha256: 'x' }]]) {
    const { asked } = await migrated(applied)
    expect(asked.at(-1)).toContain('pg_advisory_unlock')
  }
})
