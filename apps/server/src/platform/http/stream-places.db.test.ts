import { until } from '@banyan/tools/until'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { startSwitch } from '../../testing/switch.ts'
import { openPresence, running } from '../presence.ts'
import { openStreamPlaces } from './stream-places.ts'

let db: TestDatabase
let ends: (() => Promise<void>)[]
beforeEach(async () => {
  db = await openTestDatabase()
  ends = []
})
afterEach(async () => {
  for (const end of ends) await end()
  await db.close()
})

/** A running process with its places; `end` is what a kill does to it: its connection is gone. */
async function openProcess() {
  const presence = openPresence({ databaseUrl: db.url, logger: { warn: () => {} } })
  const places = openStreamPlaces(db.database, presence)
  await presence.start()
  let isOpen = true
  const end = async () => {
    if (isOpen) await presence.close()
    isOpen = false
  }
  ends.push(end)
  return { ...places, id: presence.id, end }
}
type Process = Awaited<ReturnType<typeof openProcess>>

const of = (member: string) => [{ name: `of ${member}`, most: 5 }]
/** Every process has seen the others, which it does once a second. */
const seen = (one: Process, member: string, expected: string | null) =>
  until('the processes see each other', async () => {
    const full = await one.take(of(member))
    if (full === null) one.give(of(member))
    return full === expected || null
  })
const rows = async () =>
  (await db.owner.query('select name, holder, open from stream_place where open > 0')).rows

describe('places of streams', () => {
  it('are shared by all processes, and free again when a stream ends', async () => {
    const [one, two] = [await openProcess(), await openProcess()]
    for (let i = 0; i < 3; i++) expect(await one.take(of('ann'))).toBe(null)
    for (let i = 0; i < 2; i++) expect(await two.take(of('ann'))).toBe(null)
    await seen(one, 'ann', 'of ann')
    await seen(two, 'ann', 'of ann')
    expect(await one.take(of('ben'))).toBe(null)
    two.give(of('ann'))
    await seen(one, 'ann', null)
    expect(await one.take(of('ann'))).toBe(null)
    await seen(two, 'ann', 'of ann')
  })

  it('are never more than the limit, however many are taken at once', async () => {
    const [one, two] = [await openProcess(), await openProcess()]
    await until('each sees the other', async () => {
      const before = await Promise.all(
        [one, two, one, two, one, two, one, two].map(process => process.take(of('cleo'))),
      )
      const taken = before.filter(full => full === null).length
      before.forEach((full, i) => {
        if (full === null) [one, two][i % 2]?.give(of('cleo'))
      })
      return taken <= 5 || null
    })
  })

  it('of a process that was killed are free, and its rows are taken away', async () => {
    const [one, two] = [await openProcess(), await openProcess()]
    for (let i = 0; i < 5; i++) expect(await two.take(of('ann'))).toBe(null)
    await seen(one, 'ann', 'of ann')
    await two.end()
    await seen(one, 'ann', null)
    const three = await openProcess()
    await until(
      'the rows of the killed one are gone',
      async () => (await rows()).every(row => row.holder !== two.id) || null,
    )
    for (let i = 0; i < 5; i++) expect(await three.take(of('ann'))).toBe(null)
  })

  it('are written again when the table was emptied and the connections ended, as a crash does', async () => {
    const one = await openProcess()
    for (let i = 0; i < 5; i++) expect(await one.take(of('ann'))).toBe(null)
    await db.owner.query('truncate stream_place')
    await db.owner.query(
      `select pg_terminate_backend(pid) from pg_locks
       where locktype = 'advisory' and objid::bigint = $1 and objsubid = 2`,
      [one.id],
    )
    await until(
      'the process has written its streams again',
      async () => (await rows()).some(row => row.name === 'of ann' && row.open === 5) || null,
    )
  })

  it('are counted by each process for itself while the database is away', async () => {
    const one = await openProcess()
    await db.owner.query('alter table stream_place rename to elsewhere')
    for (let i = 0; i < 5; i++) expect(await one.take(of('ann'))).toBe(null)
    expect(await one.take(of('ann'))).toBe('of ann')
    await db.owner.query('alter table elsewhere rename to stream_place')
    await until('the counts are written', async () => (await rows()).length > 0 || null)
  })
})

describe('the presence of a process', () => {
  it('is found to be lost when its connection dies silently, and comes back', async () => {
    const line = await startSwitch()
    const databaseUrl = await line.between(db.url)
    const logger = { warn: () => {} }
    const presence = openPresence({ databaseUrl, logger, limit: '2s', unseenMs: 0 })
    presence.whenLooking(async own => void (await running(own)))
    await presence.start()
    ends.push(async () => {
      await presence.close()
      line.stop()
    })
    expect(presence.isSeen()).toBe(true)
    line.silence()
    await until('it knows that it is not seen', async () => !presence.isSeen() || null)
    line.cut()
    line.mend()
    await until('it is seen again', async () => presence.isSeen() || null)
    expect(await running(db.database)).toEqual([presence.id])
  })
})
