import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase, type Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { Refused } from '../platform/refused.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  checkInvariants,
  checkNew,
  houseAccount,
  memberAccount,
  openLedger,
  proveNext,
  sealBooks,
} from './index.ts'

/**
 * The check of what is new beside the full one, on random histories that are proven at random places,
 * with a random fault in a row or an account that is not proven: both find something, or neither does.
 */
const ledger = openLedger()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  // Coins for the splits, and something to pay with.
  for (const coin of [true, false])
    for (const place of owners.keys())
      await take({ do: 'bring', from: place, to: place, coin, amount: 40 })
})
afterAll(() => db.close())

const owners = Array.from({ length: 4 }, () => newUuid()).sort()
const openHolds: { id: string; owner: string; asset: 'USDT' | 'LEAF' }[] = []

type Step =
  | { do: 'bring' | 'pay' | 'hold'; from: number; to: number; coin: boolean; amount: number }
  | { do: 'end'; which: number; paid: boolean }
  | { do: 'settle' | 'split' | 'prove' }

const amount = fc.integer({ min: 1, max: 40 })
const place = fc.nat(owners.length - 1)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: moves() },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('end' as const),
        which: fc.nat(9),
        paid: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constantFrom('settle' as const, 'prove' as const) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('split' as const) }) },
  ),
  { minLength: 4, maxLength: 14 },
)

function moves(): fc.Arbitrary<Step> {
  return fc.record({
    do: fc.constantFrom('bring' as const, 'pay' as const, 'hold' as const),
    from: place,
    to: place,
    coin: fc.boolean(),
    amount,
  })
}

/** A fault in what is not proven, in SQL: `n` chooses the row, `by` how much is changed. */
const faults: readonly ((n: number, by: number) => string)[] = [
  (n, by) =>
    `update ledger_transfer_single set amount = amount + ${by} where ${one('transfer', n)}`,
  n => `delete from ledger_transfer_single where ${one('transfer', n)}`,
  (n, by) =>
    `update ledger_transfer_single set credit_after = credit_after - ${by} where ${one('transfer', n)}`,
  (n, by) =>
    `update ledger_transfer_single set debit_version = debit_version + ${by} where ${one('transfer', n)}`,
  n =>
    `update ledger_transfer_single set credit_account = debit_account where ${one('transfer', n)}`,
  n =>
    `update ledger_transfer_single set debit_account = gen_random_uuid() where ${one('transfer', n)}`,
  n => `update ledger_transfer_single set reference = reference || 'x' where ${one('transfer', n)}`,
  n =>
    `update ledger_transfer_single set hold_id = (select id from ledger_hold order by id limit 1) where ${one('transfer', n)}`,
  n =>
    `update ledger_transfer set kind = 'split' where ${one('transfer', n)} and reference not like '%:%'`,
  (n, by) => `update ledger_hold set amount = amount + ${by} where ${one('hold', n)}`,
  n => `delete from ledger_hold where ${one('hold', n)}`,
  (n, by) =>
    `update ledger_hold_resolution set posted = posted + ${by} where ${one('hold_resolution', n)}`,
  n => `delete from ledger_hold_resolution where ${one('hold_resolution', n)}`,
  (n, by) =>
    `update ledger_transfer_block set house_before = house_before + ${by} where ${one('transfer_block', n)}`,
  (n, by) =>
    `update ledger_transfer_block set amounts[1] = amounts[1] + ${by} where ${one('transfer_block', n)}`,
  n => `delete from ledger_transfer_block where ${one('transfer_block', n)}`,
  (n, by) => `update ledger_account set posted = posted + ${by} where ${any(n)}`,
  (n, by) => `update ledger_account set held = held + ${by} where ${any(n)}`,
  (n, by) => `update ledger_account set version = version + ${by} where ${any(n)}`,
  n => `update ledger_account set overdraft = not overdraft where ${any(n)}`,
  n => `delete from ledger_account where ${any(n)}`,
]
const one = (table: string, n: number) =>
  `xid > (select to_xid from ledger_proof) and ctid = (select ctid from ledger_${table === 'transfer' ? 'transfer_single' : table}
    where xid > (select to_xid from ledger_proof) order by ctid offset ${n} limit 1)`
const any = (n: number) =>
  `id = (select id from ledger_account order by id offset ${n} % (select count(*) from ledger_account) limit 1)`

const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.transaction().execute(work)

async function take(step: Step): Promise<void> {
  switch (step.do) {
    case 'settle': {
      const from = houseAccount('USDT', 'POOL.static')
      const about = { amount: 100n, kind: 'genesis', reference: newUuid() } as const
      await act(tx => ledger.post(tx, [{ from: houseAccount('USDT', 'EXT'), to: from, ...about }]))
      const credits = owners.map(owner => ({ owner, amount: 3n }))
      const settlement = { settlementId: newUuid(), kind: 'static_earning' as const, from, credits }
      await ledger.postCredits(db.database, settlement)
      return
    }
    case 'split':
      await act(tx => ledger.split(tx, 2))
      while ((await ledger.writeSplitLines(db.database, 100)) > 0);
      return
    case 'prove':
      await sealBooks(db.database)
      for (let next = await proveNext(db.database); next; next = await proveNext(db.database))
        expect(next.breaches).toEqual([])
      return
    case 'end': {
      const [hold] = openHolds.splice(step.which % Math.max(1, openHolds.length), 1)
      if (!hold) return
      const to = houseAccount(hold.asset, hold.asset === 'USDT' ? 'EXT' : 'FEE.coin')
      const from = memberAccount(hold.owner, hold.asset)
      const order = { from, to, amount: 1n, kind: 'withdrawal', reference: newUuid() } as const
      await act(tx =>
        step.paid ? ledger.postHold(tx, hold.id, [order]) : ledger.voidHold(tx, hold.id),
      )
      return
    }
    default:
      await move(step)
  }
}

async function move(step: Step & { do: 'bring' | 'pay' | 'hold' }): Promise<void> {
  const asset = step.coin ? 'LEAF' : 'USDT'
  const owner = owners[step.from] as string
  const account = memberAccount(owner, asset)
  const about = { amount: BigInt(step.amount), reference: newUuid() }
  if (step.do === 'hold') {
    const id = await act(tx => ledger.hold(tx, { account, kind: 'withdrawal', ...about }))
    openHolds.push({ id, owner, asset })
    return
  }
  const outside = step.coin ? houseAccount('LEAF', 'ISSUE') : houseAccount('USDT', 'EXT')
  const to = memberAccount(owners[step.to] as string, asset)
  if (step.do === 'pay' && step.from === step.to) return
  const from = step.do === 'bring' ? outside : account
  await act(tx => ledger.post(tx, [{ from, to, kind: 'recharge', ...about }]))
}

/** What both checks find of a fault, which is then taken back. */
async function breachesOf(fault: string): Promise<{ all: string[]; fresh: string[] }> {
  const invariants = { all: [] as string[], fresh: [] as string[] }
  const names = (breaches: readonly { invariant: string }[]) =>
    breaches.map(({ invariant }) => invariant)
  const takenBack = new Error('taken back')
  const work = connectDatabase(db.owner)
    .transaction()
    .execute(async tx => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql.raw(fault).execute(tx)
      invariants.fresh = names(await checkNew(tx))
      invariants.all = names(await checkInvariants(tx))
      throw takenBack
    })
  await work.catch(error => {
    // The tables themselves refuse some faults: then nothing is found.
    if (error !== takenBack && !/violates/.test(error.message)) throw error
  })
  return invariants
}

describe('the check of what is new', () => {
  it('finds what the full check finds, in random histories with random faults', async () => {
    const seen = new Set<boolean>()
    const fault = fc.record({ which: fc.nat(faults.length - 1), n: fc.nat(5), by: amount })
    const given = fc.asyncProperty(
      steps,
      fc.array(fault, { minLength: 4, maxLength: 4 }),
      async (taken, planted) => {
        for (const step of taken)
          await take(step).catch(error => {
            if (!(error instanceof Refused)) throw error
          })
        expect(await checkNew(db.database)).toEqual([])
        expect(await checkInvariants(db.database)).toEqual([])
        for (const { which, n, by } of planted) {
          const change = faults[which]?.(n, by) ?? ''
          const { all, fresh } = await breachesOf(change)
          expect([change, fresh.length > 0]).toEqual([change, all.length > 0])
          seen.add(all.length > 0)
        }
      },
    )
    await fc.assert(given, { numRuns: 12, endOnFailure: true })
    expect(seen).toContain(true)
  })
})
