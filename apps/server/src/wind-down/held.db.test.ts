import { formatAmount, parseAmount } from '@banyan/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { houseAccount, type MemberAccountKind, memberAccount, openLedger } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { freezeHolders, holdersOf } from './store.ts'

/* The days that count are from FROM to the NOTICE, both included. */
const FROM = new Date('2026-03-10T00:00:00Z')
const NOTICE = new Date('2026-03-20T00:00:00Z')
const id = newUuid()
const ledger = openLedger()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await db.owner.query(`
    insert into settlement_run (period, cutoff_at, parameters_version, reserve, outstanding, closed_at,
      pool_static, pool_dynamic, ops, risk, shortfall, epoch)
    values ('2026-03-20', now(), 1, 0, 0, now(), 0, 0, 0, 0, 0, 0)`)
  await db.owner.query(
    `insert into wind_down (id, notice_zh, notice_en, costs, evidence, proposed_by, proposed_at)
     values ($1, 'zh', 'en', 0, 'none', gen_random_uuid(), now())`,
    [id],
  )
  await db.owner.query(
    `insert into wind_down_run (wind_down_id, frozen_at, period, epoch, reserve, outstanding, seed, income,
       pool_static, pool_dynamic, ops, risk)
     values ($1, now(), '2026-03-20', 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
    [id],
  )
})
afterAll(() => db.close())

/** Moves the clock to a day of March. */
async function on(day: number): Promise<void> {
  const shift = Date.parse(`2026-03-${String(day).padStart(2, '0')}T12:00:00Z`) - Date.now()
  await sql`delete from house_clock`.execute(db.database)
  await sql`insert into house_clock (shift) values (${shift}::float8 * interval '1 millisecond')`.execute(
    db.database,
  )
}

type Place = readonly [member: string, kind?: MemberAccountKind]
const accountOf = (place: Place | null) =>
  place ? memberAccount(place[0], 'LEAF', place[1]) : houseAccount('LEAF', 'ISSUE')
/** Transfers coins; null stands for the account of issues and burns. */
const move = (from: Place | null, to: Place | null, amount: string) =>
  inTransaction(db.database, tx =>
    ledger.post(tx, [
      {
        from: accountOf(from),
        to: accountOf(to),
        amount: parseAmount(amount),
        kind: 'otc_release',
        reference: newUuid(),
      },
    ]),
  )

it('counts the smallest balance of the days before the notice, in whatever account and unit the coins were', async () => {
  const [sold, visitor, locked, split, left, late] = Array.from({ length: 6 }, () => newUuid()) as [
    ...[string, string, string, string, string, string],
  ]
  await on(5)
  await move(null, [sold], '100')
  await move(null, [locked], '50')
  await move(null, [split], '30')
  await move(null, [left], '70')
  // Sold and bought back: the lowest balance counts. Coins held for only two days count for nobody.
  await on(12)
  await move([sold], [visitor], '60')
  await on(14)
  await move([visitor], [sold], '60')
  // A transfer between own accounts gives nothing away.
  await move([locked], [locked, 'locked'], '50')
  await move([locked, 'locked'], [locked, 'escrow'], '20')
  // A split changes the unit and not the balance.
  await move([split], null, '10')
  await on(16)
  await inTransaction(db.database, tx => ledger.split(tx, 2))
  await ledger.writeSplitLines(db.database, 100)
  // A change after the notice does not count.
  await on(25)
  await move([left], null, '140')
  await move(null, [late], '500')

  await inTransaction(db.database, tx => freezeHolders(tx, id, { from: FROM, until: NOTICE }))
  const heldBy = new Map(
    (await holdersOf(db.database, id)).map(one => [
      one.memberId,
      [formatAmount(one.quantity), formatAmount(one.leastHeld)],
    ]),
  )
  expect(heldBy.get(sold)).toEqual(['200', '80'])
  expect(heldBy.get(visitor)).toBeUndefined()
  expect(heldBy.get(locked)).toEqual(['100', '100'])
  expect(heldBy.get(split)).toEqual(['40', '40'])
  expect(heldBy.get(left)).toEqual(['0', '140'])
  expect(heldBy.get(late)).toEqual(['500', '0'])
})
