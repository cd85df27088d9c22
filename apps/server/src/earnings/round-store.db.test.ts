import { randomUUID } from 'node:crypto'
import type { StaticPay } from '@banyan/economy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { type EarningsFixture, openEarningsHouse } from './earnings.fixture.ts'
import { PAYOUT_BLOCK } from './migrations.ts'
import { insertPayouts, payoutsWritten } from './round-store.ts'

const PERIOD = '2026-03-02'
let house: EarningsFixture
beforeAll(async () => {
  house = await openEarningsHouse('2026-03-01T08:00:00Z')
})
afterAll(() => house.db.close())

/** Two whole blocks and a part of a third, in the order of ids. */
const pays = Array.from({ length: PAYOUT_BLOCK * 2 + 7 }, () => randomUUID())
  .sort()
  .map((positionId, i): StaticPay => {
    const amount = BigInt(i)
    const rest = { weight: 10_000000n + amount, amount, paidAfter: 5n + amount, eliminated: null }
    return { positionId, memberId: positionId, ...rest }
  })

test('payouts are found one by one and all together, however they lie in blocks', async () => {
  const { database } = house
  const write = (some: readonly StaticPay[]) =>
    inTransaction(database, tx => insertPayouts(tx, PERIOD, some))
  await write(pays.slice(0, PAYOUT_BLOCK))
  expect(await payoutsWritten(database, PERIOD)).toBe(PAYOUT_BLOCK)
  // A run that was killed goes on, or begins again: what is there stays.
  await write(pays.slice(PAYOUT_BLOCK))
  await write(pays)
  expect(await payoutsWritten(database, PERIOD)).toBe(pays.length)

  const all = await sql<StaticPay>`
    select position_id, weight, amount, paid_after from static_payout where period = ${PERIOD}
    order by position_id`.execute(database)
  expect(all.rows).toEqual(
    pays.map(({ positionId, weight, amount, paidAfter }) => ({
      ...{ positionId, weight, amount, paidAfter },
    })),
  )
  const own = await sql<{ paidAfter: bigint | null }>`
    select payout.paid_after from unnest(${pays.map(pay => pay.positionId)}::uuid[]) with ordinality as given (id, n)
    left join lateral static_payout_of(${PERIOD}, id) payout on true order by n`.execute(database)
  expect(own.rows.map(row => row.paidAfter)).toEqual(pays.map(pay => pay.paidAfter))
  const stranger = await sql`select * from static_payout_of(${PERIOD}, ${randomUUID()}::uuid)`
  expect((await stranger.execute(database)).rows).toEqual([])
})

test('what eight bytes do not hold is refused, not cut', async () => {
  const [pay] = pays as [StaticPay]
  const write = inTransaction(house.database, tx =>
    insertPayouts(tx, '2026-03-03', [{ ...pay, weight: 2n ** 63n }]),
  )
  await expect(write).rejects.toThrow(RangeError)
})
