import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { programArgs } from '../testing/program.ts'
import { chainSettings } from '../withdrawals/deciding.fixture.ts'
import { houseAccount, openLedger } from './index.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  // There and back: money that stays from outside would need a receipt of the chain.
  const outside = houseAccount('USDT', 'EXT')
  const ops = houseAccount('USDT', 'OPS')
  const about = { amount: 142n, kind: 'otc_release' } as const
  await db.database.transaction().execute(tx =>
    openLedger().post(tx, [
      { from: outside, to: ops, ...about, reference: 'there' },
      { from: ops, to: outside, ...about, reference: 'back' },
    ]),
  )
})
afterAll(() => db.close())

describe('the reconcile program', () => {
  it('exits with 0 and a line for each check when the books are sound', async () => {
    const { code, out, error } = await reconcile(db.url)
    expect(out).toBe(
      'ledger: ok\nnetwork: ok\ndistribution: ok\nearnings: ok\nnetwork pay: ok\nlosses: ok\nsubscriptions: ok\ndeposits: ok\nrecharge addresses: ok\ntreasury: ok\ncustody: ok\noperators: ok\notc: ok\nwithdrawals: ok\nstatistics: ok\nredemptions: ok\nwind-down: ok\nevidence: ok\nsolvency: ok\ncollection: ok\nchain: not asked (CHAIN_RPC_URLS is not set)\n',
    )
    expect(error).toBe('')
    expect(code).toBe(0)
  })

  it('reads the chain when its nodes are configured, and exits with 2 when none answers', async () => {
    const { code, out } = await reconcile(db.url, chainSettings)
    expect(out).toMatch(/^chain: nothing to compare yet$/m)
    expect(code).toBe(0)
    await db.owner.query(`insert into chain_watch values (56, 9, 9, house_now());
      insert into chain_block values (56, 9, '0x09', '0x08')`)
    const away = await reconcile(db.url, chainSettings)
    expect(away.out).toMatch(/^network pay: ok$/m)
    expect(away.error).toContain('The chain could not be read (0 of 1 nodes told the head)')
    expect(away.code).toBe(2)
    const wrong = await reconcile(db.url, chainSettings, '--from-block', 'x')
    expect(wrong.error).toContain('--from-block is no number of a block')
    expect(wrong.code).toBe(2)
  })

  it('exits with 1 and names the breach', async () => {
    await db.owner.query("update ledger_account set posted = posted + 1 where kind = 'OPS'")
    const { code, out } = await reconcile(db.url)
    expect(out).toMatch(/^ledger: 2 breaches$/m)
    expect(out).toContain('USDT sums to 1')
    expect(out).toContain('USDT OPS) has 1 at version 2; its 2 postings sum to 0')
    expect(code).toBe(1)
  })

  it.each([
    ['nobody answers', 'postgres://banyan:secret@127.0.0.1:1/banyan', 'ECONNREFUSED'],
    ['no address is given', '', 'DATABASE_URL is missing'],
  ])('ends with 2 and one sentence when %s', async (_, url, sentence) => {
    const { code, out, error } = await reconcile(url)
    expect(error).toContain(sentence)
    expect(error.trim().split('\n')).toHaveLength(1)
    expect(error + out).not.toContain('secret')
    expect(code).toBe(2)
  })
})

/** Runs the program in its own process, as the command starts it. */
async function reconcile(
  url: string,
  settings: Record<string, string> = {},
  ...args: string[]
): Promise<{ code: number; out: string; error: string }> {
  const env = { ...process.env, ...settings, DATABASE_URL: url }
  const run = promisify(execFile)(process.execPath, [...programArgs('reconcile'), ...args], {
    env,
    timeout: 50_000,
  })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, error: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, error: stderr }),
  )
}
