import { eventsPath, logout, payTrade, releaseTrade, removeFromDevice } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from './http-system.ts'
import { type Listener, openListener } from './listener.ts'
import { whileHeld } from './meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from './members.ts'
import { drawHash, equip, offer, takePart, uploadPicture } from './scene.ts'

let system: HttpSystem
let seller: TestMember
let buyer: TestMember
const listeners: Listener[] = []
beforeAll(async () => {
  system = await openHttpSystem()
})
beforeEach(async () => {
  seller = await system.join('Teller')
  buyer = await system.join('Hearer')
  await equip(system, seller)
})
afterEach(() => {
  for (const one of listeners.splice(0)) one.hangUp()
})
afterAll(() => system.close())

/** Opens a member's stream; it is hung up after the test. */
async function listen(member: { token: string }, after?: string): Promise<Listener> {
  const listener = await openListener(system.url + eventsPath, member, after)
  listeners.push(listener)
  return listener
}

/** Waits until a condition holds. */
const eventually = <T>(what: () => T) => expect.poll(what)
const hears = (listener: Listener, event: string) =>
  eventually(() => listener.events).toContain(event)

/**
 * The lock that a stream's reading of its past takes; the server's own reading for all listeners,
 * ten times a second, takes it too.
 */
const pastRead = 'lock table outbox_place in access exclusive mode'

describe('a live stream', () => {
  it('notifies both parties of a take, and a third member only of the market', async () => {
    const third = await system.join('Third')
    const order = await offer(system, seller)
    const [atSeller, atBuyer, atThird] = await Promise.all(
      [seller, buyer, third].map(one => listen(one)),
    )
    if (!atSeller || !atBuyer || !atThird) throw new Error('three listen')
    const trade = await takePart(system, buyer, order.id)
    await Promise.all([
      hears(atSeller, `otc.trade ${trade.id}`),
      hears(atBuyer, `otc.trade ${trade.id}`),
      hears(atThird, `otc.market ${order.id}`),
    ])
    await hears(atSeller, 'wallets null')
    // Events arrive in order: all other events of the take have arrived before this one.
    const later = await offer(system, seller, '10')
    await hears(atThird, `otc.market ${later.id}`)
    expect(atThird.events.filter(one => !one.startsWith('otc.market'))).toEqual([])
    expect(atThird.text()).not.toContain(trade.id)
  })

  it('that was cut resumes after its last event and misses nothing', async () => {
    const order = await offer(system, seller)
    const before = await listen(seller)
    const first = await takePart(system, buyer, order.id)
    await hears(before, `otc.trade ${first.id}`)
    await hears(before, 'wallets null')
    const place = before.lastId()
    before.hangUp()

    const second = await takePart(system, buyer, order.id)
    const voucher = await uploadPicture(system, buyer)
    await system.must(payTrade, {
      as: buyer,
      params: { id: second.id },
      body: { vouchers: [voucher], hash: drawHash() },
    })
    const after = await listen(seller, place)
    const takesSeen = () => after.events.filter(one => one === `otc.trade ${second.id}`).length
    await eventually(takesSeen).toBeGreaterThanOrEqual(2)
    expect(after.events).not.toContain(`otc.trade ${first.id}`)
    const seenBefore = takesSeen()
    await system.must(releaseTrade, {
      as: seller,
      params: { id: second.id },
      body: { paymentPassword: PAYMENT_PASSWORD },
    })
    await eventually(takesSeen).toBeGreaterThan(seenBefore)
  })

  it("that resumes after another member's position hears what is its own, and nothing of theirs", async () => {
    const third = await system.join('Third')
    const order = await offer(system, seller)
    const atSeller = await listen(seller)
    const first = await takePart(system, buyer, order.id)
    await hears(atSeller, `otc.trade ${first.id}`)
    const place = atSeller.lastId()
    atSeller.hangUp()
    const second = await takePart(system, buyer, order.id)
    const later = await offer(system, seller, '10')
    const [resumed, atThird] = await Promise.all([listen(seller, place), listen(third, place)])
    await hears(resumed, `otc.trade ${second.id}`)
    // Of the same positions, in their order: what is hers, and what is the market's.
    await hears(atThird, `otc.market ${later.id}`)
    expect(atThird.events.filter(one => !one.startsWith('otc.market'))).toEqual([])
    expect(atThird.text()).not.toContain(second.id)
  })

  it('that is cut again and again while trades are made gets every event', async () => {
    const order = await offer(system, seller)
    const events = new Set<string>()
    let place: string | undefined
    let done = false
    let cuts = 0
    let listener = await listen(seller)
    const hop = async () => {
      // A stream without an event yet has no position to resume after.
      await eventually(() => listener.lastId()).toBeDefined()
      for (; !done; cuts++) {
        place = listener.lastId() ?? place
        for (const one of listener.events) events.add(one)
        listener.hangUp()
        listener = await listen(seller, place)
      }
    }
    const hopping = hop()
    const voucher = await uploadPicture(system, buyer)
    const trades: string[] = []
    for (let i = 0; i < 12; i++) {
      const trade = await takePart(system, buyer, order.id, '1')
      await system.must(payTrade, {
        as: buyer,
        params: { id: trade.id },
        body: { vouchers: [voucher], hash: drawHash() },
      })
      trades.push(trade.id)
      await until('the stream is cut once for each trade', () => cuts > trades.length)
    }
    done = true
    await hopping
    await eventually(() => {
      for (const one of listener.events) events.add(one)
      return trades.filter(id => !events.has(`otc.trade ${id}`))
    }).toEqual([])
  })

  it('aborted while its past is being read is no longer counted', async () => {
    const order = await offer(system, seller)
    const first = await listen(buyer)
    await takePart(system, buyer, order.id)
    await hears(first, 'wallets null')
    const headers = {
      authorization: `Bearer ${buyer.token}`,
      'last-event-id': first.lastId() ?? '',
    }
    await whileHeld(system.db, pastRead, async held => {
      const hook = new AbortController()
      const opening = () =>
        fetch(system.url + eventsPath, { headers, signal: hook.signal }).then(
          () => 'open',
          () => 'left',
        )
      const asked = [1, 2, 3, 4].map(() => held.begin(opening))
      // The four, and the server's own reading.
      await held.waiters(5)
      hook.abort()
      expect(await Promise.all(asked)).toEqual(Array(4).fill('left'))
      // The server has noticed: the first stream alone is left.
      await eventually(() => system.underWay()).toBe(1)
    })
    // Beside the first there may be four more.
    const fourMore = await Promise.all([1, 2, 3, 4].map(() => listen(buyer)))
    expect(fourMore).toHaveLength(4)
  })

  it('with a position that is not ours makes the page load again, and is resumed from there', async () => {
    const ofTheVersionBefore = '4711-0190a5d2-7c1e-7abc-8def-0123456789ab'
    const ofTheFuture = '999999999999999'
    const garbage = ['x', '0', '-1', '1-2', '1.5', '1e3', "' or 1=1", `${'9'.repeat(19)}9-x`]
    for (const place of [ofTheVersionBefore, ofTheFuture, '9'.repeat(40), ...garbage]) {
      const listener = await listen(seller, place)
      expect(listener.text(), place).toContain('event: resync')
      const resumed = await listen(seller, listener.lastId())
      expect(resumed.text(), place).not.toContain('event: resync')
      listener.hangUp()
      resumed.hangUp()
      await eventually(() => system.underWay()).toBe(0)
    }
  })

  it('of a session that is logged out, or removed from its device, ends', async () => {
    for (const leave of [
      () => system.must(logout, { as: buyer }),
      () => system.must(removeFromDevice, { as: seller, body: { deviceCode: seller.deviceCode } }),
    ]) {
      const member = leave.toString().includes('logout') ? buyer : seller
      const listener = await listen(member)
      await leave()
      await eventually(() => listener.ended()).toBe(true)
      expect(listener.text()).toContain('event: session')
      await expect(listen(member)).rejects.toThrow(/2000[13]/)
    }
  })

  it('is one of five: the sixth is refused, also when all are opened at once', async () => {
    const order = await offer(system, seller)
    const first = await listen(buyer)
    await takePart(system, buyer, order.id)
    await hears(first, 'wallets null')
    const place = first.lastId()
    first.hangUp()
    await eventually(() => system.underWay()).toBe(0)
    // With a position, each must look up what it missed before it begins: none has, while it is
    // held.
    const [ends] = await whileHeld(system.db, pastRead, async held => {
      let refused = 0
      const asked = Array.from({ length: 12 }, () => listen(buyer, place))
      for (const one of asked) one.catch(() => refused++)
      // The five, and the server's own reading.
      await held.waiters(6)
      await until('seven are refused', () => refused === 7)
      return [Promise.allSettled(asked)]
    })
    const open = (await ends).flatMap(end => (end.status === 'fulfilled' ? [end.value] : []))
    expect(open).toHaveLength(5)
    const reply = await system.send('GET', eventsPath, { token: buyer.token })
    expect([reply.status, reply.code]).toEqual([429, 42900])
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    await expect(listen(seller)).resolves.toBeDefined()
    open[0]?.hangUp()
    await eventually(() =>
      listen(buyer).then(
        () => 'open',
        () => 'refused',
      ),
    ).toBe('open')
  })
})

describe('a job that news wakes', () => {
  it('is woken after the commit by its own topics alone, or by all', async () => {
    const woken = { trade: 0, notices: 0, all: 0 }
    const { live } = system
    const stops = [
      live.whenNew(['otc.trade'], () => woken.trade++),
      live.whenNew(['notices'], () => woken.notices++),
      live.whenNew('all', () => woken.all++),
    ]
    const order = await offer(system, seller)
    await takePart(system, buyer, order.id)
    await eventually(() => woken.trade).toBeGreaterThan(0)
    expect(woken.notices).toBe(0)
    expect(woken.all).toBeGreaterThanOrEqual(woken.trade)
    for (const stop of stops) stop()
    const before = { ...woken }
    const events = await listen(seller)
    const second = await takePart(system, buyer, order.id)
    await hears(events, `otc.trade ${second.id}`)
    expect(woken).toEqual(before)
  })
})
