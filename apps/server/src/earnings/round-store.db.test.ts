import { randomUUID } from 'node:crypto'
import { positionColumns } from '@banyan/economy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { type EarningsFixture, openEarningsSystem } from './earnings.fixture.ts'
import { PAYOUT_BLOCK } from './migrations.ts'
import { insertPayouts, payoutsWritten } from './round-store.ts'

const PERIOD = '2026-03-02'
let system: EarningsFixture
beforeAll(async () => {
  system = await openEarningsSystem('2026-03-01T08:00:00Z')
})
afterAll(() => system.db.close())

/** Two whole blocks and a part of a third, in the order of ids. */
const positions = positionColumns(
  Array.from({ length: PAYOUT_BLOCK * 2 + 7 }, () => randomUUID())
    .sort()
    .map((id, i) => ({
      id,
      memberId: id,
      quantity: 10_000000n + BigInt(i),
      openingValue: 0n,
      paid: 5n,
      unlockAsked: false,
    })),
)
const count = positions.ids.length
const outcome = { amounts: BigInt64Array.from([...positions.ids], (_, i) => BigInt(i)) }

test('payouts are found one by one and all together, wherever they are in blocks', async () => {
  const { database } = system
  const write = (from: number, to: number) =>
    inTransaction(database, tx =>
      insertPayouts(tx, { period: PERIOD, positions, outcome }, from, to),
    )
  await write(0, PAYOUT_BLOCK)
  expect(await payoutsWritten(database, PERIOD)).toBe(PAYOUT_BLOCK)
  // A killed run continues or begins again: existing rows stay.
  await write(PAYOUT_BLOCK, PAYOUT_BLOCK * 9)
  await write(0, PAYOUT_BLOCK * 9)
  expect(await payoutsWritten(database, PERIOD)).toBe(count)

  const all = await sql`
    select position_id, weight, amount, paid_after from static_payout where period = ${PERIOD}
    order by position_id`.execute(database)
  expect(all.rows).toEqual(
    Array.from(positions.ids, (positionId, i) => ({
      positionId,
      weight: positions.quantities[i],
      amount: BigInt(i),
      paidAfter: 5n + BigInt(i),
    })),
  )
  const own = await sql<{ paidAfter: bigint | null }>`
    select payout.paid_after from unnest(${[...positions.ids]}::uuid[]) with ordinality as given (id, n)
    left join lateral static_payout_of(${PERIOD}, id) payout on true order by n`.execute(database)
  expect(own.rows.map(row => row.paidAfter)).toEqual(
    Array.from(positions.ids, (_, i) => 5n + BigInt(i)),
  )
  const outsider = await sql`select * from static_payout_of(${PERIOD}, ${randomUUID()}::uuid)`
  expect((await outsider.execute(database)).rows).toEqual([])
})
