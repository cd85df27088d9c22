import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ledgerHead, ledgerLinks } from '@banyan/domain'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../platform/http/route.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Platform } from '../../platform/module.ts'
import { Refused } from '../../platform/refused.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { systemLock, whileHeld } from '../../testing/meet.ts'
import { houseAccount, openAudit, openLedger } from '../index.ts'
import { sealingLagMs } from './chain.ts'

let db: TestDatabase
let dataDir: string
let module: ReturnType<typeof openAudit>['module']
beforeAll(async () => {
  db = await openTestDatabase()
  dataDir = await mkdtemp(join(tmpdir(), 'banyan-audit-'))
  const platform = { config: { dataDir }, database: db.database, logger: pino({ level: 'silent' }) }
  module = openAudit(platform as unknown as Platform).module
})
afterAll(async () => {
  await db.close()
  await rm(dataDir, { recursive: true })
})

async function head(query: { batch?: number } = {}): Promise<unknown> {
  const route = module.routes?.find(one => one.endpoint === ledgerHead)
  if (route?.kind !== 'plain') throw new Error('the head is a plain call')
  return ledgerHead.answer.parse(await route.handle({ query } as Call<typeof ledgerHead> as never))
}

const post = (reference: string) =>
  db.database.transaction().execute(tx =>
    openLedger().post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: houseAccount('USDT', 'OPS'),
        amount: 1n,
        kind: 'genesis',
        reference,
      },
    ]),
  )

describe('the public head', () => {
  it('is zero before the first batch, and reports how long a transfer has been waiting', async () => {
    expect(await head()).toEqual({
      batch: 0,
      head: '0'.repeat(64),
      at: null,
      transfers: 0,
      lagMs: 0,
    })
    await post('one')
    await expect.poll(async () => ((await head()) as { lagMs: number }).lagMs).toBeGreaterThan(0)
    expect(await head()).toMatchObject({ batch: 0, lagMs: expect.any(Number) })
  })

  it('is advanced by the job, and kept in the data folder', async () => {
    await module.jobs?.[0]?.run()
    const first = (await head()) as { head: string }
    expect(first).toMatchObject({ batch: 1, transfers: 1, at: expect.any(String) })
    await post('two')
    await module.jobs?.[0]?.run()
    expect(await head()).toMatchObject({ batch: 2, transfers: 2 })
    expect(await head({ batch: 1 })).toMatchObject(first)
    const lines = (await readFile(join(dataDir, 'ledger-heads.txt'), 'utf8')).trim().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toContain(`1 ${first.head} `)
    await expect(head({ batch: 3 })).rejects.toThrow(Refused)
  })
})

describe('the public links', () => {
  const links = async (after: number, limit: number) => {
    const route = module.routes?.find(one => one.endpoint === ledgerLinks)
    if (route?.kind !== 'plain') throw new Error('the links are a plain call')
    const call = { query: { after, limit } } as Call<typeof ledgerLinks>
    return ledgerLinks.answer.parse(await route.handle(call as never)).items
  }

  it('come after a batch, in their order, as many as are asked for, each made of the one before', async () => {
    for (const reference of ['three', 'four', 'five']) {
      await post(reference)
      await module.jobs?.[0]?.run()
    }
    const all = await links(0, 100)
    expect(all.map(({ batch }) => batch)).toEqual([1, 2, 3, 4, 5])
    for (const after of [0, 1, 4, 5, 6])
      for (const limit of [1, 2, 5])
        expect(await links(after, limit)).toEqual(all.slice(after, after + limit))
    let head: Buffer = Buffer.alloc(32)
    for (const link of all) {
      const made = createHash('sha256')
        .update(Buffer.concat([head, Buffer.from(link.text), Buffer.from(link.body, 'hex')]))
        .digest()
      expect(link.head).toBe(made.toString('hex'))
      head = made
    }
  })
})

const HOUR = 3_600
/** Moves the system clock ahead of the real time. */
const shift = (seconds: number) =>
  db.owner.query(
    `insert into house_clock (shift) values (make_interval(secs => $1))
      on conflict (only_row) do update set shift = excluded.shift`,
    [seconds],
  )

describe('the wait for a seal', () => {
  it('is that of the oldest transfer without one, and no line of a split has a part in it', async () => {
    const coins = { from: houseAccount('LEAF', 'ISSUE'), to: houseAccount('LEAF', 'SEED') }
    const issue = { ...coins, amount: 5n, kind: 'genesis', reference: 'coins' } as const
    await db.database.transaction().execute(tx => openLedger().post(tx, [issue]))
    await db.database.transaction().execute(tx => openLedger().split(tx, 2))
    await module.jobs?.[0]?.run()
    await shift(HOUR)
    await openLedger().writeSplitLines(db.database, 10)
    expect(await sealingLagMs(db.database)).toBe(0)
    await post('six')
    await shift(2 * HOUR)
    await post('seven')
    await shift(3 * HOUR)
    const lag = await sealingLagMs(db.database)
    expect(lag).toBeGreaterThanOrEqual(2_000 * HOUR)
    expect(lag).toBeLessThan(3_000 * HOUR)
    await module.jobs?.[0]?.run()
    expect(await sealingLagMs(db.database)).toBe(0)
  })
  it('counts the payments of a settlement', async () => {
    await openLedger().postCredits(db.database, {
      settlementId: 'a run',
      kind: 'static_earning',
      from: houseAccount('USDT', 'OPS'),
      credits: [{ owner: newUuid(), amount: 1n }],
    })
    await shift(4 * HOUR)
    expect(await sealingLagMs(db.database)).toBeGreaterThanOrEqual(1_000 * HOUR)
    await module.jobs?.[0]?.run()
    expect(await sealingLagMs(db.database)).toBe(0)
  })
})

describe('the job', () => {
  const rests = () => module.jobs?.[0]?.rests?.()

  it('waits for a settlement that runs, but not for longer than a minute', async () => {
    await post('eight')
    expect(await rests()).toBe(false)
    await whileHeld(db, systemLock('subscriptionRound'), async () => {
      expect(await rests()).toBe(false)
    })
    await whileHeld(db, systemLock('settlement'), async () => {
      expect(await rests()).toBe(true)
      await shift(4 * HOUR + 61)
      expect(await rests()).toBe(false)
    })
    await module.jobs?.[0]?.run()
    expect(await sealingLagMs(db.database)).toBe(0)
  })
})
