import type { Side } from '@banyan/domain'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { TreeCounter } from './engine/thread.ts'
import { placeOf } from './place.ts'

/*
 * A line of the tree, longer than the way to the root is shown: each node is under the one before, every third to
 * the right, and the members are named by their index.
 */
const LENGTH = 70
const members = Array.from({ length: LENGTH }, () => newUuid())
const sideOf = (idx: number): Side => (idx % 3 === 0 ? 'right' : 'left')

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  let [leftChain, rightChain] = [0, 0]
  for (const [idx, memberId] of members.entries()) {
    if (idx > 0 && sideOf(idx) === 'left') rightChain = idx
    if (idx > 0 && sideOf(idx) === 'right') leftChain = idx
    const under = idx === 0 ? null : { parent: idx - 1, side: sideOf(idx), inviter: 0 }
    await sql`insert into placement (idx, member_id, parent_idx, side, depth, left_chain, right_chain, inviter_idx, overdue, final_at)
      values (${idx}, ${memberId}, ${under?.parent ?? null}, ${under?.side ?? null}, ${idx}, ${leftChain}, ${rightChain},
        ${under?.inviter ?? null}, false, now())`.execute(db.database)
  }
})
afterAll(() => db.close())

const nobody = { view: async () => null }

test('the way up is shown from the nearest, for sixty members, with how many are left out', async () => {
  const place = await placeOf(db.database, nobody, members[65] as string)
  expect(place?.above).toEqual(
    Array.from({ length: 60 }, (_, i) => ({
      memberId: members[64 - i],
      side: sideOf(65 - i),
    })),
  )
  expect([place?.depth, place?.leftOut]).toEqual([65, 5])
  const near = await placeOf(db.database, nobody, members[2] as string)
  expect(near?.above.map(one => one.memberId)).toEqual([members[1], members[0]])
  expect(near?.leftOut).toBe(0)
  expect(near?.right.memberId).toBe(members[3])
  expect(near?.left).toEqual({ memberId: null, volume: null, members: null })
  const root = await placeOf(db.database, nobody, members[0] as string)
  expect([root?.above, root?.left.memberId]).toEqual([[], members[1]])
  expect(await placeOf(db.database, nobody, newUuid())).toBeNull()
})

test('sums that follow the settlements are those of one that begins anew, also while one is under way', async () => {
  const credit = (period: string, idx: number, fee: bigint) => sql`
    with event as (insert into volume_event (period, idx, fee) values (${period}, ${idx}, ${fee}))
    insert into volume_total (idx, total) values (${idx}, ${fee})
      on conflict (idx) do update set total = volume_total.total + excluded.total`
  const post = (period: string) => sql`
    insert into placement_round (period, cutoff_at, next_idx, closed_at, posted_at)
      values (${period}, now(), 0, now(), now())`
  const following = new TreeCounter(db.database)
  const sumsOf = async (counter: TreeCounter) => {
    const news = await counter.read()
    if (news.kind !== 'sums') return news.kind
    const { totals, added, members: count, referrals } = news.counted
    return [totals, added, count, referrals].map(column => [...column.slice(0, 4)].map(Number))
  }
  const expected = (totals: number[], added: number[], referral: number) => [
    totals,
    added,
    [LENGTH, LENGTH - 1, LENGTH - 2, LENGTH - 3],
    [referral, 0, 0, 0],
  ]
  const both = async () => [await sumsOf(following), await sumsOf(new TreeCounter(db.database))]
  const none = expected([0, 0, 0, 0], [0, 0, 0, 0], 0)
  expect(await both()).toEqual([none, none])

  await credit('2026-03-09', 1, 5n).execute(db.database)
  expect(await both(), 'under way').toEqual(['unchanged', none])
  await post('2026-03-09').execute(db.database)
  const first = expected([5, 5, 0, 0], [5, 5, 0, 0], 5)
  expect(await both()).toEqual([first, first])

  await credit('2026-03-10', 3, 7n).execute(db.database)
  await post('2026-03-10').execute(db.database)
  await credit('2026-03-11', 1, 1_000n).execute(db.database)
  const second = expected([12, 12, 7, 7], [7, 7, 7, 7], 12)
  expect(await both()).toEqual([second, second])
})
