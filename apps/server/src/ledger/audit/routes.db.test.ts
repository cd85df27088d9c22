import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ledgerHead } from '@banyan/domain'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Call } from '../../platform/http/route.ts'
import type { Platform } from '../../platform/module.ts'
import { Refused } from '../../platform/refused.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { houseAccount, openAudit, openLedger } from '../index.ts'

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
