import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { endWith } from './pipelined.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await db.owner.query('create table note (text text primary key)')
  await db.owner.query('grant all on note to banyan_app')
})
afterAll(() => db.close())

const note = (text: string) => ({
  compile: () => sql`insert into note values (${text})`.compile(db.database),
})
const notes = async () =>
  (await db.owner.query('select text from note order by text')).rows.map(row => row.text)
const act = (...texts: string[]) =>
  db.database.transaction().execute(async tx => {
    for (const text of texts.slice(0, -1)) await tx.executeQuery(note(text).compile())
    await endWith(tx, note(texts.at(-1) as string))
  })

describe('the last statement of a transaction', () => {
  it('is committed with everything before it', async () => {
    await act('a', 'b')
    expect(await notes()).toEqual(['a', 'b'])
  })

  it('rolls everything back when it fails, and its connection goes on', async () => {
    await expect(act('c', 'a')).rejects.toThrow('duplicate key')
    await expect(act('a')).rejects.toThrow('duplicate key')
    expect(await notes()).toEqual(['a', 'b'])
    await act('d')
    expect(await notes()).toEqual(['a', 'b', 'd'])
  })

  it('does not commit what an earlier failure has ended', async () => {
    const work = db.database.transaction().execute(async tx => {
      await tx.executeQuery(note('e').compile())
      await tx.executeQuery(note('a').compile()).catch(() => {})
      await endWith(tx, note('f'))
    })
    await expect(work).rejects.toThrow('current transaction is aborted')
    expect(await notes()).toEqual(['a', 'b', 'd'])
  })

  it('leaves no transaction open, however it ends', async () => {
    await act('g')
    await act('a').catch(() => {})
    const { rows } = await db.owner.query(
      "select state from pg_stat_activity where datname = current_database() and state like 'idle in%'",
    )
    expect(rows).toEqual([])
  })
})
