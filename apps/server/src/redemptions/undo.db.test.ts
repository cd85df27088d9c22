import * as domain from '@banyan/domain'
import { ONE } from '@banyan/domain'
import { canonicalJson, cutoffOf } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants, memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { Refused } from '../platform/refused.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { changesOf, meet, meetInTurn, rowOf, times } from '../testing/meet.ts'
import {
  closeRedemptions,
  decideRedemptions,
  liftReserve,
  postRedemptions,
  redeemFacts,
  redeemPeriod,
} from '../testing/redeeming.ts'
import { checkRedemptions } from './index.ts'

/** Founded on March 1st; orders placed then are issued by the run of March 2nd, at 16:00:01 UTC. */
let system: EconomyFixture
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(async () => {
  expect(await checkRedemptions(system.database)).toEqual([])
  expect(await checkInvariants(system.database)).toEqual([])
  await system.db.close()
})

const refusalOf = async (act: Promise<unknown>): Promise<Refused> => {
  const error = await act.catch((thrown: unknown) => thrown)
  if (!(error instanceof Refused)) throw new Error(`not refused: ${String(error)}`)
  return error
}
const undo = (member: string, key?: string) =>
  system.call(domain.requestUndo, member, {
    body: { paymentPassword: '' },
    ...(key === undefined ? {} : { key }),
  })
const exchange = (member: string, quantity: string) =>
  system.call(domain.requestExchange, member, { body: { quantity, paymentPassword: '' } })
const keep = (member: string, id: string) =>
  system.call(domain.cancelRedemption, member, { params: { id } })
const terms = async (member: string) => (await system.call(domain.redemptionTerms, member)).undo
const newest = async (member: string) => (await system.call(domain.redemptionList, member)).items[0]

/** Members whose first order of 500 has just been issued at 1.000000. */
async function issued(count = 1): Promise<{ member: string; id: string }[]> {
  const members = await Promise.all(Array.from({ length: count }, () => system.addMember('600')))
  const orders: { member: string; id: string }[] = []
  for (const member of members) orders.push({ member, id: (await system.place(member, '500')).id })
  await system.setNow('2026-03-02T16:00:01Z')
  await system.treasury.settleDue()
  return orders
}
const firstIssued = async () => {
  const [order] = await issued()
  if (!order) throw new Error('nothing was issued')
  return order
}

describe('the undo of a first fill', () => {
  test('is offered for 24 hours from the issue, for the first order and no other', async () => {
    const { member, id } = await firstIssued()
    const offered = { subscriptionId: id, quantity: '500', estimate: '500', redemption: null }
    expect(await terms(member)).toMatchObject({
      ...offered,
      until: expect.stringMatching(/^2026-03-03T16:00/),
    })
    await system.place(member, '50')
    await system.setNow('2026-03-03T15:59:00Z')
    expect(await terms(member)).toMatchObject(offered)
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    expect((await system.list(member)).items.map(one => [one.kind, one.status])).toEqual([
      ['additional', 'issued'],
      ['first', 'issued'],
    ])
    // Well past the 24 hours, however long the run of the issue took.
    await system.setNow('2026-03-03T16:30:00Z')
    expect(await terms(member)).toBeNull()
    expect(await refusalOf(undo(member))).toMatchObject({ refusal: 'undoNotOffered' })
  })

  test('holds the coins, and the next run gives back what was paid, never more', async () => {
    const { member, id } = await firstIssued()
    await liftReserve(system, 60n * ONE)
    const asked = await undo(member)
    expect(asked).toMatchObject({
      kind: 'undo',
      status: 'queued',
      quantity: '500',
      estimate: '500',
      cancellable: true,
      id: expect.stringMatching(/^und_/),
      orderNumber: expect.stringMatching(/^U260303\d{8}$/),
      dealsAt: '2026-03-03T16:00:00.000Z',
    })
    expect(await terms(member)).toMatchObject({ subscriptionId: id, redemption: asked })
    expect(await system.ledger.balance(system.database, memberAccount(member, 'LEAF'))).toEqual({
      posted: 500n * ONE,
      held: 500n * ONE,
    })
    await redeemPeriod(system, '2026-03-03')
    expect((await system.list(member)).items).toMatchObject([{ status: 'issued' }])
    const done = await newest(member)
    expect(done).toMatchObject({
      status: 'done',
      estimate: null,
      cancellable: false,
      gross: '500',
      fee: '0',
      net: '500',
    })
    expect(await terms(member)).toMatchObject({ redemption: done })
    expect(await system.wallet(member)).toEqual({ available: '600', frozen: '0', leaf: '0' })
    const { lines } = await system.ledger.statement(system.database, member, { limit: 2 })
    expect(new Map(lines.map(({ kind, amount }) => [kind, amount]))).toEqual(
      new Map([
        ['undo', 500n * ONE],
        ['undo_burn', -500n * ONE],
      ]),
    )
    // The price gain stays with the remaining members.
    expect(await system.backing()).toEqual({ reserve: '160', outstanding: '100' })
    expect(await refusalOf(undo(member))).toMatchObject({ refusal: 'undoNotOffered' })
    // An undo through its own path is no sale.
    expect((await system.call(domain.saleRecords, member)).items).toEqual([])
  })

  test('gives the value of the coins when the price fell', async () => {
    const { member } = await firstIssued()
    await undo(member)
    await liftReserve(system, -60n * ONE)
    await redeemPeriod(system, '2026-03-03')
    expect(await newest(member)).toMatchObject({ status: 'done', net: '450' })
  })

  test('needs all of the coins, available', async () => {
    const { member } = await firstIssued()
    await exchange(member, '1')
    expect(await refusalOf(undo(member))).toMatchObject({
      refusal: 'insufficientBalance',
      slots: { asset: 'LEAF', needed: '500', available: '499' },
    })
  })

  test('asked for by twenty at once is one, and another member finds nothing', async () => {
    const { member } = await firstIssued()
    const outsider = await system.addMember('100')
    expect(await terms(outsider)).toBeNull()
    expect(await refusalOf(undo(outsider))).toMatchObject({ refusal: 'undoNotOffered' })
    const asked = await meet(
      system.db,
      changesOf('ledger_account'),
      times(20, () => undo(member)),
    )
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ refusal: 'undoNotOffered' })
    const { id } = (await newest(member)) ?? { id: '' }
    expect(await refusalOf(keep(outsider, id))).toMatchObject({ refusal: 'notFound' })
  })

  test.each([
    ['an exchange first', ['exchange', 'undo']],
    ['the undo first', ['undo', 'exchange']],
  ] as const)(
    'and an exchange of the same coins at once, %s: the first has them, the other nothing',
    async (_, order) => {
      const { member } = await firstIssued()
      const acts = { exchange: () => exchange(member, '500'), undo: () => undo(member) }
      const sides = order.map(kind => acts[kind])
      // A row lock is granted in the order of requests; a table lock would be granted to both at
      // once.
      const { rows } = await system.db.owner.query(
        `select id from ledger_account where owner = $1 and asset = 'LEAF' and kind = 'available'`,
        [member],
      )
      const account = rowOf('ledger_account', rows[0].id)
      const asked = await meetInTurn<unknown>(system.db, account, sides)
      const [first, second] = await Promise.allSettled(asked)
      expect(first).toMatchObject({ status: 'fulfilled', value: { kind: order[0] } })
      expect(second).toMatchObject({ reason: { refusal: 'insufficientBalance' } })
      expect(await system.ledger.balance(system.database, memberAccount(member, 'LEAF'))).toEqual({
        posted: 500n * ONE,
        held: 500n * ONE,
      })
      // Exactly what the first of both yields is paid: 1 % less by exchange, all of it by undo.
      await liftReserve(system, 60n * ONE)
      const { exchanges, undos } = await redeemPeriod(system, '2026-03-03')
      expect(exchanges.length + undos.length).toBe(1)
      const available = order[0] === 'undo' ? '600' : '644.5'
      expect(await system.wallet(member)).toEqual({ available, frozen: '0', leaf: '0' })
    },
  )

  test('is possible again for coins that a cancelled exchange freed', async () => {
    const { member } = await firstIssued()
    const { id } = await exchange(member, '500')
    expect(await refusalOf(undo(member))).toMatchObject({ refusal: 'insufficientBalance' })
    await keep(member, id)
    expect(await undo(member)).toMatchObject({ kind: 'undo', quantity: '500' })
  })

  test('can be cancelled until the cut-off, and requested again within its time', async () => {
    const { member, id } = await firstIssued()
    const key = newUuid()
    const asked = await undo(member, key)
    expect(await keep(member, asked.id)).toMatchObject({ status: 'cancelled', estimate: null })
    expect(await terms(member)).toMatchObject({ subscriptionId: id, redemption: null })
    expect(await system.wallet(member)).toMatchObject({ leaf: '500' })
    expect(await refusalOf(keep(member, asked.id))).toMatchObject({ refusal: 'stale' })
    expect(await refusalOf(undo(member, key))).toMatchObject({ refusal: 'keyReused' })
    const again = await undo(member)
    await system.setNow('2026-03-03T16:00:00Z')
    expect(await refusalOf(keep(member, again.id))).toMatchObject({ refusal: 'redemptionSettling' })
  })

  test('against the cut-off, every undo has exactly one outcome, by which of the two came first', async () => {
    const orders = await issued(8)
    const undos: { member: string; id: string }[] = []
    for (const { member } of orders) undos.push({ member, id: (await undo(member)).id })
    const keeps = undos.map(
      ({ member, id }) =>
        () =>
          keep(member, id),
    )
    // Each transaction holds its undo where it frees the coins: the cut-off finds them and waits.
    const early = await meetInTurn<unknown>(system.db, changesOf('ledger_account'), [
      ...keeps.slice(0, 4),
      () => closeRedemptions(system, '2026-03-03'),
    ])
    await Promise.all(early)
    for (const late of keeps.slice(4))
      expect(await refusalOf(late())).toMatchObject({ refusal: 'redemptionSettling' })
    await postRedemptions(system, await decideRedemptions(system, '2026-03-03'))
    for (const [i, { member }] of undos.entries())
      expect(await system.wallet(member)).toMatchObject({ leaf: i < 4 ? '500' : '0' })
  })

  test('waits for a cut-off that has it, and finds it settling', async () => {
    const { member } = await firstIssued()
    const { id } = await undo(member)
    const closing = (tx: Tx) =>
      system.redemptions.closeRound(tx, {
        period: '2026-03-03',
        cutoff: cutoffOf('2026-03-03'),
        deals: true,
      })
    const [refused] = await meet(system.db, closing, [() => refusalOf(keep(member, id))])
    expect(await refused).toMatchObject({ refusal: 'redemptionSettling' })
  })

  test('waits for a run that has a price, and counts in the units of its cut-off', async () => {
    const { member } = await firstIssued()
    await undo(member)
    await liftReserve(system, -600n * ONE)
    await redeemPeriod(system, '2026-03-03')
    expect(await newest(member)).toMatchObject({
      status: 'queued',
      cancellable: true,
      dealsAt: '2026-03-04T16:00:00.000Z',
    })
    await inTransaction(system.database, tx => system.ledger.split(tx, 2))
    expect(await newest(member)).toMatchObject({ quantity: '1000' })
    await liftReserve(system, 600n * ONE)
    await redeemPeriod(system, '2026-03-04')
    expect(await newest(member)).toMatchObject({ status: 'done', net: '500' })
    const facts = await redeemFacts(system, '2026-03-03')
    expect(canonicalJson(facts.undos.map(one => one.quantity))).toBe('["500000000"]')
  })
})
