import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { until } from '@banyan/tools/until'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { lockNumbers } from '../platform/database/advisory-locks.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { whileHeld } from '../testing/meet.ts'
import { olderBook } from '../testing/older-book.ts'
import { fixtureArgs } from '../testing/program.ts'

/**
 * kill -9 of the worker in the middle of a run, several times: the next worker continues, and the
 * result is byte for byte that of an undisturbed worker on the same day.
 */
let system: EconomyFixture
/** The arguments with which Node runs the worker that is killed. */
let worker: string[]
beforeAll(async () => {
  // By the rules before edition 3 a receipt is booked whole, so that one day has a split as well.
  system = await openEconomy('2026-03-01T08:00:00Z', { firstVersion: olderBook })
  worker = await fixtureArgs(new URL('crash.fixture.ts', import.meta.url))
  await system.db.owner.query(stopAtRow)
})
afterAll(() => system.db.close())

const MEMBERS = 40

/** The lock at which a worker waits after its last row. */
const STOP = 7_654_321
/**
 * A worker gets as far as the number of rows it is given, and then waits: for ever, unless it is
 * released.
 */
const stopAtRow = `
  create sequence rows_left increment -1 minvalue -9999999 maxvalue 9999999;
  create function stop_at_row() returns trigger language plpgsql security definer as $$
    begin
      if nextval('rows_left') < 0 then perform pg_advisory_xact_lock_shared(${STOP}); end if;
      return new;
    end $$;
  create trigger stop_at_row before insert on ledger_transfer
    for each row execute function stop_at_row()`

/** A day with many steps: orders to fill, and income that splits the coin. */
async function busyDay(): Promise<string[]> {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => system.addMember('1000')))
  for (const member of members) await system.place(member, '1000')
  await system.earn('150')
  await system.setNow('2026-03-02T16:00:01Z')
  return members
}

/** Settles in a process that is killed after it has written this many rows. */
async function settleAndKill(after: number): Promise<void> {
  await system.db.owner.query("select setval('rows_left', $1, false)", [after - 1])
  await whileHeld(system.db, `select pg_advisory_xact_lock(${STOP})`, async held => {
    const { child, ended } = startSettling()
    try {
      const gone = held.begin(() => ended)
      await held.waiters(1)
      child.kill('SIGKILL')
      expect((await gone)[1]).toBe('SIGKILL')
      // The waiting statement has no client any more.
      await system.db.owner.query(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted",
      )
    } finally {
      child.kill('SIGKILL')
    }
  })
  // The next worker leaves the run alone until the database has noticed that this one ended.
  const lockQuery = `select from pg_locks where locktype = 'advisory' and objid = ${lockNumbers.settlement}`
  const isOver = async () => (await system.db.owner.query(lockQuery)).rowCount === 0
  await until('the run of the worker that was killed is over', isOver)
}

function startSettling() {
  const child = spawn(process.execPath, [...worker, system.db.url], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { child, ended: once(child, 'exit') }
}

test('a worker killed at any row leaves the same bytes in the end', {
  timeout: 300_000,
}, async () => {
  const members = await busyDay()
  const seen = new Set<string>()
  for (const after of [0, 1, 7, 2, 19, 0, 30]) {
    await settleAndKill(after)
    for (const { period, input, result } of await system.runs())
      if (input !== undefined) seen.add(`${period} ${input} ${result}`)
    expect(await system.breaches()).toEqual([])
    expect(await checkInvariants(system.database)).toEqual([])
  }
  await system.db.owner.query("select setval('rows_left', 9999999)")
  expect(await startSettling().ended).toEqual([0, null])
  const runs = await system.runs()
  expect(runs.map(run => run.published)).toEqual([true, true])
  for (const { period, input, result } of runs) seen.add(`${period} ${input} ${result}`)
  // After every kill, no run has ever had hashes other than its present ones.
  expect(seen.size).toBe(2)
  // 40 × 1,000 asked, 10,000 to give: 250 each at ceil6(250 / 100); then two coins for one.
  const wallets = await Promise.all(members.map(member => system.wallet(member)))
  expect(new Set(wallets.map(wallet => JSON.stringify(wallet)))).toEqual(
    new Set([JSON.stringify({ available: '750', frozen: '0', leaf: '200' })]),
  )
  expect(await system.backing()).toEqual({ reserve: '10250', outstanding: '8200' })
  expect(await checkInvariants(system.database)).toEqual([])
})
