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

/** A connection on which a step finds its table locked so many times. */
function clientWith(locked: number) {
  const asked: string[] = []
  let left = locked
  const query = async (text: string) => {
    asked.push(text)
    if (text === 'alter table busy' && left-- > 0)
      throw Object.assign(new Error('locked'), { code: '55P03' })
    return { rows: [] }
  }
  return { asked, client: { query } as unknown as pg.Client }
}
const step = { id: '2026-11-27-busy', sql: 'alter table busy' }

it('a step that finds its table in use lets others pass and tries again', async () => {
  const { client, asked } = clientWith(2)
  expect(await migrate(client, [step], { pauseMs: 0 })).toEqual([step.id])
  expect(asked.filter(text => text === step.sql)).toHaveLength(3)
  expect(asked.filter(text => text === 'rollback')).toHaveLength(2)
  const at = asked.indexOf(step.sql)
  expect(asked[at - 1]).toBe("set local lock_timeout = '2s'")
})

it('a table that stays in use ends the migration, and the step is not half done', async () => {
  const { client, asked } = clientWith(1_000)
  await expect(migrate(client, [step], { pauseMs: 0 })).rejects.toMatchObject({ code: '55P03' })
  expect(asked.at(-2)).toBe('rollback')
})
