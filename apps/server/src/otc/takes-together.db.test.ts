import { noConditions } from '@banyan/domain'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { Batches, Busy, type Outcome } from '../platform/batches.ts'
import { newUuid } from '../platform/ids.ts'
import { Refused } from '../platform/refused.ts'
import { meet, rowOf, times } from '../testing/meet.ts'
import { checkOtc } from './check.ts'
import { asSeen, type Market, micro, openMarket } from './market.fixture.ts'
import { lockOrder, type OrderRow } from './order-store.ts'
import { cancel } from './own-orders.ts'
import { type Taking, take, takeTogether } from './takes.ts'
import type { TradeRow } from './trade-store.ts'

/** Takes in one batch, of whichever orders, give the same result as takes one after the other. */
let market: Market
let takers: string[]
beforeAll(async () => {
  market = await openMarket()
  // A member without trades, one whom the owner has blocked, one who is paused, one who is
  // effective.
  takers = await Promise.all(Array.from({ length: 4 }, () => market.member('1')))
  const [, blocked, paused, effective] = takers as [string, string, string, string]
  market.facts.blocked.add(blocked)
  market.facts.effective.add(effective)
  await market.db.owner.query(
    `insert into otc_penalty (id, member_id, cause, grade, since, until)
     values (gen_random_uuid(), $1, 'faults', 1, now(), now() + interval '1 hour')`,
    [paused],
  )
})
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})

type Ask = { of: number; who: number; quantity: number; network: number; version: number }

/** Quantities are whole multiples of this, micro-LEAF, so that none is a round number. */
const PART = 1_234_567n

/** An order of 16 parts with a minimum of 3. Its conditions for takers differ from run to run. */
const publish = async (owner: string, asksEffective: boolean): Promise<OrderRow> =>
  market.sell(owner, {
    quantity: 16n * PART,
    minQuantity: 3n * PART,
    maxQuantity: 9n * PART,
    price: micro('1.037'),
    concessionBps: 37,
    conditions: { ...noConditions, effectiveMember: asksEffective },
  })

const takingOf = (order: OrderRow, owner: string, ask: Ask): Taking => ({
  takerId: takers[ask.who] ?? owner,
  key: market.key(),
  ask: {
    orderId: order.id,
    quantity: BigInt(ask.quantity) * PART,
    network: ask.network === 0 ? 'TRON' : 'BSC',
    version: ask.version === 0 ? 2 : 1,
  },
})

const word = (outcome: Outcome<TradeRow>): string => {
  if ('value' in outcome) return 'done'
  if (outcome.error instanceof Refused) return outcome.error.refusal
  throw outcome.error
}
const outcomeOfWork = (work: Promise<TradeRow>): Promise<Outcome<TradeRow>> =>
  work.then(
    value => ({ value }),
    error => ({ error }),
  )

/** Everything that a take fixes or changes, except the values that are drawn for each take. */
async function tables(order: OrderRow) {
  const { total, available, inTrade, dealt, returned, feeTaken, feeHeld, version, life } =
    await market.order(order.id)
  const { rows: trades } = await market.db.owner.query(
    `select buyer_id, state, quantity, price, deal_amount, concession_quantity,
       payment_amount - payment_tail as quoted, fee, network,
       grace_deadline - dealt_at as times, trade.version, order_side, event, actor, event.at = dealt_at as at_take,
       (select count(distinct (member_id, topic)) from outbox where subject = 'trd_' || replace(trade.id::text, '-', '')) as news
     from otc_trade trade join otc_trade_event event on event.trade_id = trade.id
     where order_id = $1 order by quantity, fee, buyer_id`,
    [order.id],
  )
  return { total, available, inTrade, dealt, returned, feeTaken, feeHeld, version, life, trades }
}

it('as takes one after the other: the same answers, the same tables', async () => {
  const ask = fc.record<Ask>({
    of: fc.integer({ min: 0, max: 2 }),
    who: fc.integer({ min: 0, max: 4 }),
    quantity: fc.integer({ min: 1, max: 12 }),
    network: fc.integer({ min: 0, max: 7 }),
    version: fc.integer({ min: 0, max: 9 }),
  })
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(ask, { minLength: 20, maxLength: 40 }),
      fc.boolean(),
      async (asks, asksEffective) => {
        // The first two orders have one owner, at whose address all trades need different amounts.
        const [first, second] = [await market.member(), await market.member()]
        const owners = [first, first, second]
        const publishAll = async () => {
          const orders: OrderRow[] = []
          for (const [i, owner] of owners.entries())
            orders.push(await publish(owner, asksEffective === i > 0))
          return orders
        }
        const [left, right] = [await publishAll(), await publishAll()]
        const takingAt = (orders: readonly OrderRow[], one: Ask) =>
          takingOf(orders[one.of] as OrderRow, owners[one.of] as string, one)
        const alone: Outcome<TradeRow>[] = []
        for (const one of asks) {
          const { takerId, ask, key } = takingAt(left, one)
          alone.push(
            await outcomeOfWork(market.inTx(tx => take(tx, market.context, takerId, ask, key))),
          )
        }
        const together = await market.inTx(tx =>
          takeTogether(
            tx,
            market.context,
            asks.map(one => takingAt(right, one)),
            false,
          ),
        )
        expect(together.map(word)).toEqual(alone.map(word))
        const fees = (all: Outcome<TradeRow>[]) => all.map(one => 'value' in one && one.value.fee)
        expect(fees(together)).toEqual(fees(alone))
        for (const [i, order] of right.entries())
          expect(await tables(order)).toEqual(await tables(left[i] as OrderRow))
        for (const one of together) seen.add(word(one))
      },
    ),
    { numRuns: 25, seed: 20_261_122, endOnFailure: true },
  )
  expect([...seen].sort()).toEqual([
    'conditionEffective',
    'done',
    'memberBlocked',
    'networkNotAccepted',
    'orderChanged',
    'orderNotAvailable',
    'ownOrder',
    'takeAboveMax',
    'takeAboveRest',
    'takeBelowMin',
    'takeRestWhole',
    'tradingPaused',
  ])
})

const oneOf = (order: OrderRow, owner: string): Taking =>
  takingOf(order, owner, { of: 0, who: 0, quantity: 3, network: 1, version: 1 })

it('without those of an order that another transaction has locked: they are busy, the others are done', async () => {
  const owner = await market.member()
  const [locked, free] = [await publish(owner, false), await publish(owner, false)]
  await market.inTx(async other => {
    await lockOrder(other, locked.id)
    const [busy, done, missing] = await market.inTx(tx =>
      takeTogether(
        tx,
        market.context,
        [
          oneOf(locked, owner),
          oneOf(free, owner),
          oneOf({ ...free, id: newUuid(Date.now()) }, owner),
        ],
        false,
      ),
    )
    expect(busy).toEqual({ error: new Busy(locked.id) })
    expect(done).toMatchObject({ value: { orderId: free.id, quantity: 3n * PART } })
    expect(missing).toMatchObject({ error: { refusal: 'notFound' } })
  })
  expect(await market.order(locked.id)).toMatchObject({ inTrade: 0n })
})

it('with limits of a taker that count over all orders of the batch', async () => {
  const [owner, taker] = [await market.member(), await market.member()]
  const orders = await Promise.all(Array.from({ length: 3 }, () => publish(owner, false)))
  const outcomes = await market.inTx(tx =>
    takeTogether(
      tx,
      { ...market.context, takerScale: 1 },
      orders.map(order => ({ ...oneOf(order, owner), takerId: taker })),
      false,
    ),
  )
  expect(outcomes.map(word)).toEqual(['done', 'done', 'openTakesLimit'])
})

it('beside another node and takes that come alone, while the owner cancels: every coin exists once', async () => {
  const node = () =>
    new Batches<Taking, TradeRow>((_, takings) =>
      market.inTx(tx => takeTogether(tx, market.context, takings, true)),
    )
  const nodes = [node(), node()]
  const [who] = takers as [string]
  for (let round = 0; round < 20; round++) {
    const owner = await market.member()
    const order = await publish(owner, false)
    const taking = () => oneOf(order, owner)
    const works = times<unknown>(24, i => {
      const { ask, key } = taking()
      if (i === 12) return market.inTx(tx => cancel(tx, market.context, owner, asSeen(order)))
      if (i % 6 === 0) return market.inTx(tx => take(tx, market.context, who, ask, key))
      return (nodes[i % 2] as Batches<Taking, TradeRow>).ask(order.id, { takerId: who, ask, key })
    })
    // Two nodes with a batch each, three takes that come alone, and the owner.
    const running = await meet(market.db, rowOf('otc_order', order.id), works, { waiting: 6 })
    const settled = await Promise.allSettled(running)
    for (const one of settled)
      if (one.status === 'rejected') expect(one.reason).toBeInstanceOf(Refused)
    const trades = settled.filter((one, i) => i !== 12 && one.status === 'fulfilled').length
    const after = await market.order(order.id)
    expect(after.inTrade).toBe(BigInt(trades) * 3n * PART)
    expect(after.inTrade + after.available + after.returned).toBe(after.total)
  }
})
