import {
  createWithdrawal,
  placeSubscription,
  refusals,
  takeBuyOrder,
  takeOrder,
  uuidOf,
  walletSummary,
  withdrawalList,
} from '@banyan/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { openFurnished } from './furnished.ts'
import { goodCalls } from './good-calls.ts'
import type { Asking, HttpSystem } from './http-system.ts'
import { changesOf, meet, rowOf, times } from './meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from './members.ts'
import { equip, offer, PAYOUT_ADDRESS, type Scene, want } from './scene.ts'

let system: HttpSystem
let scene: Scene
let member: TestMember
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
})
beforeEach(async () => {
  member = await system.join('Twice')
  await equip(system, member)
})
afterAll(() => system.close())

const body = (amount = '100', paymentPassword = PAYMENT_PASSWORD) => ({
  address: PAYOUT_ADDRESS,
  amount,
  remarks: null,
  paymentPassword,
})
const withdraw = (key: string, asking: Asking = {}) =>
  system.ask(createWithdrawal, { as: member, key, body: body(), ...asking })
const withdrawals = async () =>
  (await system.must(withdrawalList, { as: member, query: { limit: 100 } })).items
const replayed = (reply: { headers: Headers }) => reply.headers.get('idempotent-replayed')

describe('a money call', () => {
  it('without a key, or with a malformed one, is 40000 and does nothing', async () => {
    const malformed = [undefined, '', 'short', 'x'.repeat(15), 'x'.repeat(65), `${'x'.repeat(16)}!`]
    const calls = (await goodCalls(system, scene)).filter(one => one.endpoint.money)
    expect(calls.length).toBeGreaterThanOrEqual(9)
    const before = await system.facts()
    for (const { endpoint, asking } of calls)
      for (const key of [
        ...malformed,
        'a b'.repeat(8),
        '../'.repeat(8),
        `${newUuid()} ${newUuid()}`,
      ]) {
        const { as, params, body } = asking
        const path = endpoint.path.replace(':id', (params as { id?: string })?.id ?? '')
        const token = as?.token ?? null
        const reply = await system.send(endpoint.method, path, {
          token,
          body,
          ...(key === undefined ? {} : { key }),
        })
        expect([reply.status, reply.code], `${endpoint.id} ${key}`).toEqual([200, 40000])
        expect(reply.msg).toContain('Idempotency-Key')
      }
    expect(await system.facts()).toBe(before)
  })

  it('sent fifty times at once happens once, and each gets the same answer', async () => {
    const key = newUuid()
    const sent = times(50, () => withdraw(key))
    const met = await meet(system.db, changesOf('ledger_account'), sent, { waiting: 10 })
    const replies = await Promise.all(met)
    expect(new Set(replies.map(one => `${one.status} ${one.text}`)).size).toBe(1)
    expect(replies[0]?.code).toBe(1)
    expect(replies.filter(one => replayed(one) === 'true')).toHaveLength(49)
    expect(await withdrawals()).toHaveLength(1)
    const { assets } = await system.must(walletSummary, { as: member })
    expect(assets.find(one => one.asset === 'USDT')).toMatchObject({
      available: '4900',
      frozen: '100',
    })
    expect((await withdraw(newUuid())).code, 'the right password locks nobody out').toBe(1)
  })

  it.each([
    { side: 'sell', endpoint: takeOrder, publish: offer, proof: {} },
    {
      side: 'buy',
      endpoint: takeBuyOrder,
      publish: want,
      proof: { paymentPassword: PAYMENT_PASSWORD },
    },
  ])(
    'happens once as well where it is a take of a $side order: fifty are one trade',
    async side => {
      const order = await side.publish(system, scene.seller, '100')
      const key = newUuid()
      const take = (quantity = '10') =>
        system.ask(side.endpoint, {
          as: member,
          key,
          params: { id: order.id },
          body: { quantity, network: 'BSC', version: 1, ...side.proof },
        })
      // Takes of one order are carried out together; those of a buy order, each alone.
      const waiting = side.side === 'sell' ? 1 : 10
      const sent = times(50, () => take())
      const met = await meet(system.db, rowOf('otc_order', uuidOf(order.id)), sent, { waiting })
      const replies = await Promise.all(met)
      expect(new Set(replies.map(one => `${one.status} ${one.text}`)).size).toBe(1)
      expect(replies[0]?.code).toBe(1)
      expect(replies.filter(one => replayed(one) === null)).toHaveLength(1)
      const { rows } = await system.db.owner.query(
        'select in_trade::text as taken from otc_order where id = $1',
        [uuidOf(order.id)],
      )
      expect(rows).toEqual([{ taken: '10000000' }])
      expect((await take('11')).code, 'another body').toBe(40902)
    },
  )

  it('that was refused among takes of one order leaves its key free for the others', async () => {
    const order = await offer(system, scene.seller, '30')
    const key = newUuid()
    const take = (quantity: string) =>
      system.ask(takeOrder, {
        as: member,
        key,
        params: { id: order.id },
        body: { quantity, network: 'BSC', version: 1 },
      })
    const sent = ['31', '31', '30', '29', '31'].map(quantity => () => take(quantity))
    const met = await meet(system.db, rowOf('otc_order', uuidOf(order.id)), sent, { waiting: 1 })
    const replies = await Promise.all(met)
    const codes = replies.map(one => one.code)
    const done = codes.indexOf(1)
    expect([2, 3], 'one of those that can be').toContain(done)
    expect(codes.filter(one => one === 1)).toHaveLength(1)
    for (const code of codes.filter(one => one !== 1))
      expect([refusals.takeAboveRest.code, refusals.keyReused.code]).toContain(code)
    expect((await take(['31', '31', '30', '29', '31'][done] as string)).text).toBe(
      replies[done]?.text,
    )
  })

  it('repeated later gets the same answer, byte for byte, marked as a repetition', async () => {
    const key = newUuid()
    const first = await withdraw(key)
    expect([first.code, replayed(first)]).toEqual([1, null])
    const again = await withdraw(key)
    expect([again.status, again.text, replayed(again)]).toEqual([200, first.text, 'true'])
    // The order of a body's fields has no meaning.
    const turned = Object.fromEntries(Object.entries(body()).reverse())
    expect((await withdraw(key, { body: turned })).text).toBe(first.text)
    expect(await withdrawals()).toHaveLength(1)
  })

  it('with the same key and another body is 40902', async () => {
    const key = newUuid()
    await withdraw(key)
    for (const other of [body('101'), { ...body(), remarks: 'x' }]) {
      const reply = await withdraw(key, { body: other })
      expect([reply.status, reply.code]).toEqual([200, 40902])
    }
    expect(await withdrawals()).toHaveLength(1)
  })

  it('repeated needs no password and spends no attempt', async () => {
    const key = newUuid()
    const first = await withdraw(key)
    for (let i = 0; i < 12; i++) {
      const reply = await withdraw(key, { body: body('100', '000000') })
      expect(reply.text).toBe(first.text)
    }
    expect((await withdraw(newUuid())).code).toBe(1)
  })

  it('repeated needs the live session of the same member', async () => {
    const key = newUuid()
    const first = await withdraw(key)
    const other = await system.join('Other')
    await equip(system, other)
    const theirs = await withdraw(key, { as: other })
    expect([theirs.code, replayed(theirs)]).toEqual([1, null])
    expect(theirs.data.id).not.toBe(first.data.id)
    await system.send('POST', '/api/session/logout', { token: member.token })
    expect((await withdraw(key)).code).toBe(20001)
  })

  it('is another act at another call', async () => {
    const key = newUuid()
    await withdraw(key)
    const placed = await system.ask(placeSubscription, {
      as: member,
      key,
      body: { amount: '100', paymentPassword: PAYMENT_PASSWORD },
    })
    expect([placed.code, replayed(placed)]).toEqual([1, null])
  })

  it('that was refused leaves its key free', async () => {
    const key = newUuid()
    const tooMuch = await withdraw(key, { body: body('1999') })
    expect(tooMuch.code, 'within the limit').toBe(1)
    const poor = newUuid()
    const refused = await withdraw(poor, { body: body('500') })
    expect(refused.code).toBe(refusals.withdrawalOverLimit.code)
    const wrong = await withdraw(poor, { body: body('1', '000000') })
    expect(wrong.code).toBe(refusals.paymentPasswordWrong.code)
    const invalid = await withdraw(poor, { body: body('1e3') })
    expect(invalid.code).toBe(40000)
    const placed = await system.ask(placeSubscription, {
      as: member,
      key: poor,
      body: { amount: '100', paymentPassword: PAYMENT_PASSWORD },
    })
    expect(placed.code).toBe(1)
    // The limit is full except for one: the same key does what it was first refused.
    await system.shiftClock(25 * 3_600_000)
    const later = await withdraw(poor, { body: body('500') })
    expect([later.code, replayed(later)]).toEqual([1, null])
    await system.shiftClock(0)
  })

  it('is remembered when the server was closed and opened again', async () => {
    const key = newUuid()
    const first = await withdraw(key)
    await system.restart()
    const again = await withdraw(key)
    expect([again.text, replayed(again)]).toEqual([first.text, 'true'])
    expect((await withdraw(key, { body: body('101') })).code).toBe(40902)
    expect(await withdrawals()).toHaveLength(1)
  })
})
