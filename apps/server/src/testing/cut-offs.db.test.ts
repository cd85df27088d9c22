import { cutoffOf } from '@banyan/economy'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { assignRequests } from '../earnings/round-store.ts'
import { choosePreference, requestPlace, withdrawRequest } from '../network/requests.ts'
import { insertRound, takeCandidates } from '../network/round-store.ts'
import { placedAmong, placementStatus, takeDueSoon } from '../network/store.ts'
import type { Tx } from '../platform/database/connect.ts'
import { Refused } from '../platform/refused.ts'
import { deferRipe, demandAt, takeRipe } from '../subscriptions/store.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { around } from './instants.ts'

/*
 * What belongs to the run of a cut-off: what was asked for before it, and what is due at it. Each row has the
 * instant of the clock: a millisecond before the cut-off, at it, or a millisecond after it.
 */
const period = '2026-03-09'
const cutoff = cutoffOf(period)
const end = cutoff.toISOString()
const dayBefore = `timestamptz '${end}' - interval '1 day'`
const [id, me, inviter] = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
]

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const isPast = { before: true, at: false, after: false }
const isDue = { before: true, at: true, after: false }
const isOpen = { before: false, at: true, after: true }
const isOpenAfter = { before: false, at: false, after: true }

const order = (placedAt: string, ripeAt: string) =>
  `insert into subscription (id, order_number, member_id, amount, hold_id, state, placed_at, ripe_at,
      idempotency_key, kind, rule_version)
    values ('${id}', 'n', '${me}', 7, '${id}', 'pending', ${placedAt}, ${ripeAt}, 'k', 'first', 1)`
const placedNow = order('house_now()', dayBefore)
const ripensNow = order(dayBefore, 'house_now()')

const position = (state: string, askedAt: string, unlockAskedAt: string) =>
  `insert into static_position (id, member_id, state, quantity, epoch, asked_at, opens_in, opening_value,
      unlock_asked_at, idempotency_key, rule_version)
    values ('${id}', '${me}', '${state}', 7, 0, ${askedAt}, ${state === 'asked' ? 'null, null' : "'2026-03-01', 7"},
      ${unlockAskedAt}, 'k', 1)`
const askedNow = position('asked', 'house_now()', 'null')
const unlockAskedNow = position('unlock_asked', dayBefore, 'house_now()')

/** An invitee of somebody who is in the tree since an instant. */
const invitee = (row: string, foundedAt = dayBefore) =>
  `insert into placement (idx, member_id, depth, left_chain, right_chain, overdue, final_at)
      values (0, '${inviter}', 0, 0, 0, false, ${foundedAt});
    insert into invitee (member_id, inviter_id, number, registered_at, state, due_at, choice, requested_at)
      values ('${me}', '${inviter}', 1, ${dayBefore}, ${row})`
const requestedNow = invitee(`'requested', null, 'left', house_now()`)
const dueNow = invitee(`'pending', house_now(), null, null`)
const foundedNow = invitee(`'pending', '${end}', null, null`, 'house_now()')
const soonDueIn = (days: number) =>
  invitee(`'pending', timestamptz '${end}' + interval '${days} days', null, null`)

const ordersThat = async (tx: Tx, where: ReturnType<typeof sql>): Promise<boolean> => {
  const { rows } = await sql`select from subscription where ${where}`.execute(tx)
  return rows.length > 0
}
const isTaken = async (tx: Tx) => {
  await takeRipe(tx, period, cutoff)
  return ordersThat(tx, sql`state = 'settling' and period = ${period}`)
}
const isPassed = async (tx: Tx) => {
  await deferRipe(tx, period, cutoff)
  return ordersThat(tx, sql`state = 'pending' and passed_period = ${period}`)
}
const isDemand = async (tx: Tx) => (await demandAt(tx, cutoff)) === 7n

const positionBecomes = (state: string, opens: boolean) => async (tx: Tx) => {
  await assignRequests(tx, { period, cutoff, opens })
  const { rows } = await sql`
    select from static_position where state = ${state} or passed_in = ${period}`.execute(tx)
  return rows.length > 0
}

const isCandidate = async (tx: Tx) => {
  await insertRound(tx, period, cutoff)
  await takeCandidates(tx, period, cutoff)
  const { rows } = await sql`select from placement_candidate where period = ${period}`.execute(tx)
  return rows.length > 0
}
/** Whether an act is accepted some moments after the cut-off, when its run has not begun. */
const laterAccepts = (act: (tx: Tx) => Promise<unknown>) => async (tx: Tx) => {
  await sql
    .raw(
      `create or replace function house_now() returns timestamptz language sql volatile parallel safe as
        $$ select timestamptz '${end}' + interval '5 seconds' $$`,
    )
    .execute(tx)
  try {
    await act(tx)
    return true
  } catch (error) {
    if (error instanceof Refused && error.refusal === 'placementSettling') return false
    throw error
  }
}
const withdraw = (tx: Tx) => withdrawRequest(tx, { inviterId: inviter, memberId: me })
const place = (tx: Tx) => requestPlace(tx, { inviterId: inviter, memberId: me, choice: 'left' })
const prefer = (tx: Tx) => choosePreference(tx, { memberId: inviter, choice: 'right' })

const claims: readonly [
  what: string,
  prepare: string,
  read: (tx: Tx) => Promise<boolean>,
  expected: object,
][] = [
  ['an order is taken when it was placed', placedNow, isTaken, isPast],
  ['an order is passed over when it was placed', placedNow, isPassed, isPast],
  ['an order is demand when it was placed', placedNow, isDemand, isPast],
  ['an order is taken when it ripens', ripensNow, isTaken, isDue],
  ['an order is passed over when it ripens', ripensNow, isPassed, isDue],
  ['an order is demand when it ripens', ripensNow, isDemand, isDue],
  ['a position is opened when it was asked', askedNow, positionBecomes('opening', true), isPast],
  ['a position is passed over when asked', askedNow, positionBecomes('-', false), isPast],
  ['coins are freed when it was asked', unlockAskedNow, positionBecomes('unlocking', true), isPast],
  ['a request for a side is taken when it was made', requestedNow, isCandidate, isPast],
  ['an invitee is placed when due', dueNow, isCandidate, isDue],
  ['a request made then can be withdrawn later', requestedNow, laterAccepts(withdraw), isOpen],
  ['an invitee due then can be requested later', dueNow, laterAccepts(place), isOpenAfter],
  ['a tree begun then has a run: requests', foundedNow, laterAccepts(place), isOpen],
  ['a tree begun then has a run: preferences', foundedNow, laterAccepts(prefer), isOpen],
  [
    'an inviter is reminded two days before',
    soonDueIn(2),
    async tx => (await takeDueSoon(tx, { noticeDays: 2, limit: 5 })).length > 0,
    isOpen,
  ],
  [
    'an invitee is shown as soon due two days before',
    soonDueIn(2),
    async tx => Number((await placementStatus(tx, inviter, 2)).dueSoon) > 0,
    isOpen,
  ],
  [
    'a member placed then is among those placed since',
    `${dueNow}; insert into placement (idx, member_id, parent_idx, side, depth, left_chain, right_chain, inviter_idx,
        overdue, final_at) values (1, '${me}', 0, 'left', 1, 0, 1, 0, false, house_now())`,
    async tx => (await placedAmong(tx, [me], cutoff)).length > 0,
    isOpenAfter,
  ],
]

it.each(claims)('%s: before, at and after the cut-off', async (_, prepare, read, expected) => {
  expect(await around(db, end, { prepare, read })).toEqual(expected)
})
