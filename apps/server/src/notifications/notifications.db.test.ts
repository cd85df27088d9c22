import {
  cancelWithdrawal,
  createWithdrawal,
  giveUpTrade,
  markNotificationsRead,
  notificationList,
  notificationsUnread,
  payTrade,
  releaseTrade,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { meet, times } from '../testing/meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import {
  drawHash,
  equip,
  offer,
  PAYOUT_ADDRESS,
  takePart,
  uploadPicture,
} from '../testing/scene.ts'
import { bindFresh } from '../testing/scene-accounts.ts'

let system: HttpSystem
let seller: TestMember
let buyer: TestMember
let orderId: string
let mailbox: string
beforeAll(async () => {
  system = await openHttpSystem()
  seller = await system.join('Sorrel')
  buyer = await system.join('Bramble')
  await equip(system, seller)
  await system.give(buyer, 'USDT', '500')
  mailbox = await bindFresh(system, seller)
  orderId = (await offer(system, seller)).id
})
afterAll(() => system.close())

/** Runs the follower of the outbox twice at once, as two workers do. */
const work = async () => {
  const workers = times(2, () => system.job('notifications'))
  const reading = 'lock table outbox_followed in access exclusive mode'
  await Promise.all(await meet(system.db, reading, workers))
  await system.job('notifications')
}
const kindsOf = async (as: TestMember, query: object = {}) =>
  (await system.must(notificationList, { as, query })).items.map(one => one.kind)

describe('notifications', () => {
  it('notify each party of every step that the other made, once, however many workers read the outbox', async () => {
    const trade = await takePart(system, buyer, orderId)
    await work()
    const voucher = await uploadPicture(system, buyer)
    await system.must(payTrade, {
      as: buyer,
      params: { id: trade.id },
      body: { vouchers: [voucher], hash: drawHash() },
    })
    await work()
    await system.must(releaseTrade, {
      as: seller,
      params: { id: trade.id },
      body: { paymentPassword: PAYMENT_PASSWORD },
    })
    await work()
    expect(await kindsOf(seller)).toEqual(['trade.pay', 'trade.take'])
    expect(await kindsOf(buyer)).toEqual(['trade.release'])
    const [line] = (await system.must(notificationList, { as: buyer })).items
    expect(line).toMatchObject({ side: 'buyer', subject: trade.id, read: false })
    expect(line?.slots).toEqual({ trade: trade.matchingId })
  })

  it('are also sent by e-mail to a bound address, in its language, without amounts', async () => {
    const emails = await system.emailsTo(mailbox)
    const subjects = emails.map(email => email.subject)
    expect(subjects.filter(one => /买家已付款/.test(one ?? ''))).toHaveLength(1)
    expect(subjects.filter(one => /有人购买了您的 LEAF/.test(one ?? ''))).toHaveLength(1)
    for (const email of emails) expect(email.text).not.toMatch(/https?:|\d+\.\d\d/)
  })

  it('report a withdrawal that ended', async () => {
    const { id } = await system.must(createWithdrawal, {
      as: buyer,
      body: {
        address: PAYOUT_ADDRESS,
        amount: '50',
        remarks: null,
        paymentPassword: PAYMENT_PASSWORD,
      },
    })
    await system.must(cancelWithdrawal, { as: buyer, params: { id } })
    await work()
    expect((await kindsOf(buyer)).slice(0, 2)).toEqual([
      'withdrawal.cancelled',
      'withdrawal.newAddress',
    ])
  })

  it('announce, in the app and by e-mail, a withdrawal to an address that is new, and not the second one to it', async () => {
    const wren = await system.join('Wren')
    await system.give(wren, 'USDT', '500')
    const ask = () =>
      system.must(createWithdrawal, {
        as: wren,
        body: {
          address: PAYOUT_ADDRESS,
          amount: '50',
          remarks: null,
          paymentPassword: PAYMENT_PASSWORD,
        },
      })
    const first = await ask()
    await ask()
    const bound = await bindFresh(system, wren)
    await work()
    const { items } = await system.must(notificationList, { as: wren })
    expect(items.map(one => [one.kind, one.subject, one.slots.order])).toEqual([
      ['withdrawal.newAddress', first.id, first.orderNumber],
    ])
    const emails = (await system.emailsTo(bound)).filter(one => /新地址/.test(one.subject ?? ''))
    expect(emails.map(one => one.subject?.includes(first.orderNumber))).toEqual([true])
  })

  it('are counted until they are read, one by one or all at once', async () => {
    const trade = await takePart(system, buyer, orderId)
    await system.must(giveUpTrade, {
      as: buyer,
      params: { id: trade.id },
      body: { nothingSent: true },
    })
    await work()
    const before = await system.must(notificationsUnread, { as: seller })
    expect(before.unread).toBe(4)
    const { items, nextCursor } = await system.must(notificationList, {
      as: seller,
      query: { limit: 1 },
    })
    expect(items[0]?.kind).toBe('trade.giveUp')
    const read = (body: object) => system.must(markNotificationsRead, { as: seller, body })
    expect((await read({ id: items[0]?.id })).unread).toBe(3)
    expect(await kindsOf(seller, { cursor: nextCursor })).toEqual([
      'trade.take',
      'trade.pay',
      'trade.take',
    ])
    await system.must(markNotificationsRead, { as: buyer, body: { id: items[0]?.id } })
    expect((await system.must(notificationsUnread, { as: buyer })).unread).toBe(3)
    expect((await read({})).unread).toBe(0)
  })

  it('outlast the deletion of old outbox rows: a row that a follower has not read stays', async () => {
    await takePart(system, buyer, orderId)
    await system.shiftClock(25 * 3_600_000)
    await system.job('housekeeping')
    await work()
    await system.shiftClock(0)
    expect((await kindsOf(seller))[0]).toBe('trade.take')
    await system.shiftClock(25 * 3_600_000)
    await system.job('housekeeping')
    const { rows } = await system.db.owner.query('select count(*)::int as n from outbox')
    expect(rows[0].n, 'rows that were read are deleted').toBeLessThan(3)
    const { rows: placed } = await system.db.owner.query(
      'select count(*)::int as n from outbox_place',
    )
    expect(placed[0].n, 'and their places').toBeLessThan(3)
  })

  it('tell an owner that an order was dealt whole, or that its time ran out', async () => {
    await system.shiftClock(0)
    const heron = await system.join('Heron')
    await equip(system, heron)
    const whole = await offer(system, heron, '20')
    const trade = await takePart(system, buyer, whole.id)
    const voucher = await uploadPicture(system, buyer)
    const paid = { as: buyer, params: { id: trade.id } }
    await system.must(payTrade, { ...paid, body: { vouchers: [voucher], hash: drawHash() } })
    await system.must(releaseTrade, {
      as: heron,
      params: { id: trade.id },
      body: { paymentPassword: PAYMENT_PASSWORD },
    })
    const lapsed = await offer(system, heron, '20')
    await work()
    await system.shiftClock(7 * 24 * 3_600_000 + 1_000)
    await system.job('otc order expiries')
    await work()
    await system.shiftClock(0)
    const { items } = await system.must(notificationList, { as: heron })
    const ofOrders = items.filter(one => one.kind.startsWith('order.'))
    expect(ofOrders.map(one => [one.kind, one.subject, one.slots.order])).toEqual([
      ['order.expired', lapsed.id, lapsed.orderNumber],
      ['order.complete', whole.id, whole.orderNumber],
    ])
  })
})
