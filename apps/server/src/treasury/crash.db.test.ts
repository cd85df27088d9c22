import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { olderBook } from '../testing/older-book.ts'
import { fixtureArgs } from '../testing/program.ts'

/**
 * kill -9 of the worker in the middle of a run, again and again: the next one goes on, and what
 * comes out is to the byte what an undisturbed worker makes of the same day.
 */
let house: EconomyFixture
/** How Node runs the worker that is killed. */
let worker: string[]
beforeAll(async () => {
  // By the rules before edition 3 a receipt is booked whole, so that one day has a split as well.
  house = await openEconomy('2026-03-01T08:00:00Z', { firstVersion: olderBook })
  worker = await fixtureArgs(new URL('crash.fixture.ts', import.meta.url))
})
afterAll(() => house.db.close())

const MEMBERS = 40

/** A day with much to do: orders to fill, and income that splits the coin. */
async function busyDay(): Promise<string[]> {
  const members = await Promise.all(Array.from({ length: MEMBERS }, () => house.addMember('1000')))
  for (const member of members) await house.place(member, '1000')
  await house.earn('150')
  await house.setNow('2026-03-02T16:00:01Z')
  return members
}

/** Settles in a process that is killed after so many transfers more, and answers whether it was. */
async function settleAndKill(after: number): Promise<boolean> {
  const child = spawn(process.execPath, [...worker, house.db.url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>(resolve => child.once('exit', resolve))
  const target = (await transfers()) + after
  const watching = new AbortController()
  const watch = async () => {
    while (!watching.signal.aborted) {
      if ((await transfers()) >= target) return child.kill('SIGKILL')
      await sleep(2)
    }
    return false
  }
  const watched = watch()
  const code = await ended
  watching.abort()
  await watched
  // A signal has no code; a worker that fails by itself has another than 0.
  if (code !== null) expect(code).toBe(0)
  return code === null
}

async function transfers(): Promise<number> {
  const { rows } = await house.db.owner.query(
    'select count(*)::int as n from ledger_every_transfer',
  )
  return rows[0].n
}

test('a worker that is killed at any row leaves the same bytes in the end', {
  timeout: 300_000,
}, async () => {
  const members = await busyDay()
  const seen = new Set<string>()
  for (const after of [0, 1, 7, 2, 19, 0, 30]) {
    expect(await settleAndKill(after)).toBe(true)
    for (const { period, input, result } of await house.runs())
      if (input !== undefined) seen.add(`${period} ${input} ${result}`)
    expect(await house.breaches()).toEqual([])
    expect(await checkInvariants(house.database)).toEqual([])
  }
  expect(await settleAndKill(Number.POSITIVE_INFINITY)).toBe(false)
  const runs = await house.runs()
  expect(runs.map(run => run.published)).toEqual([true, true])
  for (const { period, input, result } of runs) seen.add(`${period} ${input} ${result}`)
  // Whatever was killed, no run has ever had other hashes than those that it has now.
  expect(seen.size).toBe(2)
  // 40 × 1,000 asked, 10,000 to give: 250 each at ceil6(250 / 100); then two coins for one.
  const wallets = await Promise.all(members.map(member => house.wallet(member)))
  expect(new Set(wallets.map(wallet => JSON.stringify(wallet)))).toEqual(
    new Set([JSON.stringify({ available: '750', frozen: '0', leaf: '200' })]),
  )
  expect(await house.backing()).toEqual({ reserve: '10250', outstanding: '8200' })
  expect(await checkInvariants(house.database)).toEqual([])
})
