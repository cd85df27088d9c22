import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checks } from '../../invariants.ts'
import { inSnapshot } from '../../ledger/index.ts'
import { migrations } from '../../migrations.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import { contractedAfterRelease } from './contracted.ts'
import {
  changedSince,
  lastRelease,
  migrationsOf,
  openRelease,
  type Release,
  type Said,
} from './release.ts'
import { replayAll, replayable } from './replay.ts'
import { contractions, readSchema } from './schema.ts'

let release: Release
let statements: Said[]
let open: TestDatabase[] = []
beforeAll(() => {
  release = lastRelease()
  statements = replayable(release.statements)
})
afterEach(async () => {
  for (const db of open) await db.close()
  open = []
})
const opened = async (opening: Promise<TestDatabase>): Promise<TestDatabase> => {
  const db = await opening
  open.push(db)
  return db
}

/** Migrates a database to today, as the command does. */
async function upgrade({ url }: TestDatabase): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await migrate(client, migrations)
  } finally {
    await client.end()
  }
}

/** True for a fault that comes from a column that the list says is gone. */
const isListed = (fault: string): boolean =>
  Object.keys(contractedAfterRelease).some(found => {
    const [, table = '', column = ''] = /^column (\w+)\.(\w+) is gone$/.exec(found) ?? []
    return column !== '' && fault.includes(`"${column}"`) && fault.includes(table)
  })

it('a released migration keeps its text', () => {
  expect(changedSince(release)).toEqual([])
})

it('newer migrations only add to the schema, but for what the list says', async () => {
  const before = await opened(openTestDatabase(migrationsOf(release)))
  const after = await opened(openTestDatabase())
  const found = contractions(await readSchema(before.owner), await readSchema(after.owner))
  expect(found).toEqual(Object.keys(contractedAfterRelease).sort())
})

describe('the program of the release', () => {
  it('goes on while its database is brought forward, and afterwards', async () => {
    const db = await opened(openRelease(release))
    const before = await replayAll(db.pool, statements)
    expect(Object.fromEntries(before.misfits)).toEqual({})
    expect(before.done.size).toBeGreaterThan(statements.length / 2)

    let isUnderWay = true
    const rounds = Array.from({ length: 3 }, async () => {
      const misfits = new Map<string, string>()
      do {
        for (const [text, why] of (await replayAll(db.pool, statements)).misfits)
          misfits.set(text, why)
      } while (isUnderWay)
      return misfits
    })
    const applied = await upgrade(db)
    isUnderWay = false
    expect(applied).toEqual(
      migrations.map(({ id }) => id).filter(id => !release.migrations.some(one => one.id === id)),
    )
    const after = await replayAll(db.pool, statements)
    for (const misfits of [...(await Promise.all(rounds)), after.misfits])
      for (const [text, why] of misfits)
        expect(isListed(`${why} ${text}`), `${why}\n${text}`).toBe(true)
    // What ended well with these data before ends well now.
    const lost = [...before.done].filter(text => !after.done.has(text) && !after.misfits.has(text))
    expect(lost).toEqual([])
  })

  it('has left nothing behind that breaks an invariant of today', async () => {
    const db = await opened(openRelease(release))
    await upgrade(db)
    const broken = await inSnapshot(db.database, async snapshot => {
      const found: string[] = []
      for (const { check } of checks)
        found.push(...(await check(snapshot)).map(({ invariant }) => invariant))
      return new Set(found)
    })
    // The members of the record were given their money by a test: no chain has brought it.
    expect([...broken].sort()).toEqual(['I10 deposits', 'R, N and pools', 'custody'])
  })
})
