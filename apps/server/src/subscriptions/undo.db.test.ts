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
import { changesOf, meet, meetInTurn, times } from '../testing/meet.ts'
import {
  decideRedemptions,
  liftReserve,
  postRedemptions,
  redeemFacts,
  redeemPeriod,
} from '../testing/redeeming.ts'
import { checkSubscriptions } from './index.ts'

/** Founded on March 1st; what is placed then is issued by the run of March 2nd, at 16:00:01 UTC. */
let house: EconomyFixture
beforeEach(async () => {
  house = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(async () => {
  expect(await checkSubscriptions(house.database)).toEqual([])
  expect(await checkInvariants(house.database)).toEqual([])
  await house.db.close()
})

const refusalOf = async (act: Promise<unknown>): Promise<Refused> => {
  const error = await act.catch((thrown: unknown) => thrown)
  if (!(error instanceof Refused)) throw new Error(`not refused: ${String(error)}`)
  return error
}
const undo = (member: string, id: string, key?: string) =>
  house.call(domain.requestUndo, member, {
    ...{ params: { id }, body: { paymentPassword: '' } },
    ...(key === undefined ? {} : { key }),
  })
const keep = (member: string, id: string) =>
  house.call(domain.cancelUndo, member, { params: { id } })
const newest = async (member: string) => (await house.list(member)).items[0]

/** Members whose first order of 500 has just been issued at 1.000000. */
async function issued(count = 1): Promise<{ member: string; id: string }[]> {
  const members = await Promise.all(Array.from({ length: count }, () => house.addMember('600')))
  const orders: { member: string; id: string }[] = []
  for (const member of members) orders.push({ member, id: (await house.place(member, '500')).id })
  await house.setNow('2026-03-02T16:00:01Z')
  await house.treasury.settleDue()
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
    expect(await newest(member)).toMatchObject({
      kind: 'first',
      undo: {
        ...{ status: 'offered', quantity: '500', estimate: '500', paid: null, dealsAt: null },
        cancellable: false,
      },
    })
    const second = await house.place(member, '50')
    await house.setNow('2026-03-03T15:59:00Z')
    expect((await house.list(member)).items.map(one => one.undo?.status ?? null)).toEqual([
      null,
      'offered',
    ])
    await house.setNow('2026-03-03T16:00:01Z')
    await house.treasury.settleDue()
    expect((await house.list(member)).items.map(one => one.kind)).toEqual(['additional', 'first'])
    expect(await refusalOf(undo(member, second.id))).toMatchObject({ refusal: 'undoNotOffered' })
    // Well past the 24 hours, however long the run of the issue took.
    await house.setNow('2026-03-03T16:30:00Z')
    expect(await refusalOf(undo(member, id))).toMatchObject({ refusal: 'undoNotOffered' })
    expect((await house.list(member)).items.map(one => one.undo)).toEqual([null, null])
  })

  test('holds the coins, and the next run gives back what was paid, never more', async () => {
    const { member, id } = await firstIssued()
    await liftReserve(house, 60n * ONE)
    const asked = await undo(member, id)
    expect(asked.undo).toMatchObject({
      ...{ status: 'queued', estimate: '500', cancellable: true },
      dealsAt: '2026-03-03T16:00:00.000Z',
    })
    expect(await house.ledger.balance(house.database, memberAccount(member, 'LEAF'))).toEqual({
      ...{ posted: 500n * ONE, held: 500n * ONE },
    })
    await redeemPeriod(house, '2026-03-03')
    expect(await newest(member)).toMatchObject({
      status: 'issued',
      undo: { status: 'done', paid: '500', estimate: null, cancellable: false },
    })
    expect(await house.wallet(member)).toEqual({ available: '600', frozen: '0', leaf: '0' })
    // What the price rose stays with those who stay.
    expect(await house.backing()).toEqual({ reserve: '160', outstanding: '100' })
    expect(await refusalOf(undo(member, id))).toMatchObject({ refusal: 'undoNotOffered' })
  })

  test('gives what the coins are worth when the price fell', async () => {
    const { member, id } = await firstIssued()
    await undo(member, id)
    await liftReserve(house, -60n * ONE)
    await redeemPeriod(house, '2026-03-03')
    expect(await newest(member)).toMatchObject({ undo: { paid: '450' } })
  })

  test('needs all of the coins, available', async () => {
    const { member, id } = await firstIssued()
    await house.call(domain.placeExchange, member, { body: { quantity: '1', paymentPassword: '' } })
    expect(await refusalOf(undo(member, id))).toMatchObject({
      refusal: 'insufficientBalance',
      slots: { asset: 'LEAF', needed: '500', available: '499' },
    })
  })

  test('asked for by twenty at once is one, and a stranger finds nothing', async () => {
    const { member, id } = await firstIssued()
    const stranger = await house.addMember('100')
    expect(await refusalOf(undo(stranger, id))).toMatchObject({ refusal: 'notFound' })
    expect(await refusalOf(keep(member, id))).toMatchObject({ refusal: 'notFound' })
    const asked = await meet(
      house.db,
      changesOf('ledger_account'),
      times(20, () => undo(member, id)),
    )
    const outcomes = await Promise.allSettled(asked)
    expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of outcomes)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ refusal: 'undoNotOffered' })
  })

  test('can be taken back until the cut-off, and asked for again within its time', async () => {
    const { member, id } = await firstIssued()
    const key = newUuid()
    await undo(member, id, key)
    expect((await keep(member, id)).undo).toMatchObject({ status: 'offered' })
    expect(await house.wallet(member)).toMatchObject({ leaf: '500' })
    expect(await refusalOf(undo(member, id, key))).toMatchObject({ refusal: 'keyReused' })
    await undo(member, id)
    await house.setNow('2026-03-03T16:00:00Z')
    expect(await refusalOf(keep(member, id))).toMatchObject({ refusal: 'undoSettling' })
  })

  test('against the cut-off, every undo has exactly one outcome: who came first has it', async () => {
    const orders = await issued(8)
    for (const { member, id } of orders) await undo(member, id)
    const keeps = orders.map(
      ({ member, id }) =>
        () =>
          keep(member, id),
    )
    const cutoff = cutoffOf('2026-03-03')
    const close = (tx: Tx) => house.subscriptions.closeRound(tx, '2026-03-03', cutoff)
    // Each holds its undo where it frees the coins: the cut-off finds them and waits.
    const early = await meetInTurn<unknown>(house.db, changesOf('ledger_account'), [
      ...keeps.slice(0, 4),
      () => inTransaction(house.database, close),
    ])
    await Promise.all(early)
    const late = orders.slice(4).map(
      ({ member, id }) =>
        () =>
          refusalOf(keep(member, id)),
    )
    for (const { refusal } of await Promise.all(late.map(one => one())))
      expect(refusal).toBe('undoSettling')
    await postRedemptions(house, await decideRedemptions(house, '2026-03-03'))
    for (const [i, { member }] of orders.entries())
      expect(await house.wallet(member)).toMatchObject({ leaf: i < 4 ? '500' : '0' })
  })

  test('waits for a cut-off that has it, and finds it taken', async () => {
    const { member, id } = await firstIssued()
    await undo(member, id)
    const closing = (tx: Tx) =>
      house.subscriptions.closeRound(tx, '2026-03-03', cutoffOf('2026-03-03'))
    const [told] = await meet(house.db, closing, [() => refusalOf(keep(member, id))])
    expect(await told).toMatchObject({ refusal: 'undoSettling' })
  })

  test('waits for a run that has a price, and counts in the units of its cut-off', async () => {
    const { member, id } = await firstIssued()
    await undo(member, id)
    await liftReserve(house, -600n * ONE)
    await redeemPeriod(house, '2026-03-03')
    expect(await newest(member)).toMatchObject({
      undo: { status: 'queued', cancellable: true, dealsAt: '2026-03-04T16:00:00.000Z' },
    })
    await inTransaction(house.database, tx => house.ledger.split(tx, 2))
    expect(await newest(member)).toMatchObject({ undo: { quantity: '1000' } })
    await liftReserve(house, 600n * ONE)
    await redeemPeriod(house, '2026-03-04')
    expect(await newest(member)).toMatchObject({ undo: { status: 'done', paid: '500' } })
    const facts = await redeemFacts(house, '2026-03-03')
    expect(canonicalJson(facts.undos.map(one => one.quantity))).toBe('["500000000"]')
  })
})

describe('a run that fills nobody', () => {
  test('leaves the orders pending for the next, free to be cancelled again', async () => {
    const member = await house.addMember('500')
    const staying = await house.addMember('500')
    const { id } = await house.place(member, '100')
    await house.place(staying, '100')
    await house.setNow('2026-03-02T16:00:01Z')
    await house.setNow('2026-03-01T16:00:01Z')
    await house.treasury.settleDue()
    await house.setNow('2026-03-02T16:00:01Z')
    await inTransaction(house.database, async tx => {
      const taken = await house.subscriptions.closeRound(tx, '2026-03-02', cutoffOf('2026-03-02'), {
        fills: false,
      })
      expect(taken).toEqual([])
    })
    expect(await newest(member)).toMatchObject({
      ...{ status: 'pending', cancellable: true, dealsAt: '2026-03-03T16:00:00.000Z' },
    })
    expect(await house.cancel(member, id)).toMatchObject({ status: 'cancelled' })
    await house.setNow('2026-03-03T16:00:01Z')
    expect(await newest(staying)).toMatchObject({ cancellable: false })
    await inTransaction(house.database, async tx => {
      expect(
        await house.subscriptions.closeRound(tx, '2026-03-03', cutoffOf('2026-03-03')),
      ).toHaveLength(1)
    })
  })
})

describe('the first order of a member', () => {
  test('shows that it cools off until its 24 hours are over', async () => {
    const member = await house.addMember('500')
    expect(await house.place(member, '100')).toMatchObject({ coolingOff: true, kind: 'first' })
    expect(await house.place(member, '100')).toMatchObject({ coolingOff: true })
    await house.setNow('2026-03-02T08:01:00Z')
    expect((await house.list(member)).items.map(one => one.coolingOff)).toEqual([false, false])
  })
})

describe('the own limit', () => {
  const set = (member: string, amount: string) =>
    house.call(domain.setInvestmentLimit, member, { body: { amount } })
  const purchasable = async (member: string) =>
    domain.formatAmount((await house.subscriptions.limits(house.database, member)).purchasable)

  test('is lower at once and higher after 7 days', async () => {
    const member = await house.addMember('9000')
    expect(await house.call(domain.investmentLimit, member)).toEqual({
      ...{ highest: '5000', own: null, raising: null, maxInvestment: '5000', windowDays: 365 },
      ...{ issued: '0', open: '0', marketBuys: '0', left: '5000' },
      round: { most: '2000', used: '0' },
      ...{ available: '9000', purchasable: '2000', binds: 'round', pausedUntil: null },
    })
    expect(await set(member, '300')).toMatchObject({ own: '300', maxInvestment: '300' })
    expect(await purchasable(member)).toBe('300')
    expect(await set(member, '1000')).toMatchObject({
      ...{ own: '300', maxInvestment: '300' },
      raising: { amount: '1000', from: expect.stringMatching(/^2026-03-08T08:0/) },
    })
    await house.setNow('2026-03-08T08:30:00Z')
    expect(await house.call(domain.investmentLimit, member)).toMatchObject({
      ...{ own: '1000', raising: null, maxInvestment: '1000' },
    })
  })

  test('that was lowered is not lifted by a wish from before', async () => {
    const member = await house.addMember('9000')
    await set(member, '300')
    await set(member, '1000')
    await set(member, '0')
    await house.setNow('2026-03-20T08:00:00Z')
    expect(await house.call(domain.investmentLimit, member)).toMatchObject({ own: '0' })
    expect(await purchasable(member)).toBe('0')
  })

  test('is never above what the rules allow', async () => {
    const young = await house.addMember('9000', '2026-02-20T00:00:00Z')
    expect(await refusalOf(set(young, '1001'))).toMatchObject({
      refusal: 'limitAboveHighest',
      slots: { max: '1000' },
    })
    expect(await house.call(domain.investmentLimit, young)).toMatchObject({ highest: '1000' })
  })
})
