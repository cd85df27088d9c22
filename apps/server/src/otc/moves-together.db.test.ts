import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { Busy, type Outcome } from '../platform/batches.ts'
import { Refused } from '../platform/refused.ts'
import { checkOtc } from './check.ts'
import { type Market, micro, openMarket } from './market.fixture.ts'
import { payTogether } from './payments.ts'
import { releaseTogether } from './releases.ts'
import type { TradeRow } from './trade-store.ts'

/** Payments and releases of many trades in one transaction give the same as each in its own. */
let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})

const word = (outcome: Outcome<TradeRow>): string => {
  if ('value' in outcome) return outcome.value.state
  if (outcome.error instanceof Refused) return outcome.error.refusal
  if (outcome.error instanceof Busy) return 'busy'
  throw outcome.error
}

/** Orders of two sellers with trades of one buyer; the last order is all taken. */
async function scene() {
  const buyer = await market.member('1')
  const trades: TradeRow[] = []
  for (const takes of [
    ['20', '30'],
    ['33.333333', '66.666667'],
  ]) {
    const order = await market.sell(await market.member())
    for (const quantity of takes) trades.push(await market.take(buyer, order, quantity))
  }
  return { buyer, trades }
}

type Scene = Awaited<ReturnType<typeof scene>>

/** Everything that a step changes, without what is drawn or timed. */
async function tables({ trades }: Scene) {
  const ids = trades.map(one => one.id)
  const { rows: changed } = await market.db.owner.query(
    `select state, version, reason, payment_hash is not null as has_hash, paid_at is not null as is_paid,
       release_deadline - paid_at as release_in, appeal_from - paid_at as appeal_in, escalation_deadline - paid_at as escalate_in,
       closed_at is not null as is_closed, fee,
       (select array_agg(array[event, actor, version::text] order by version) from otc_trade_event where trade_id = trade.id) as events,
       (select array_agg(array[number::text, (select count(*) from otc_voucher where trade_id = trade.id and claim = number)::text])
         from otc_claim where trade_id = trade.id) as claims,
       (select count(distinct (member_id, topic)) from outbox where subject = 'trd_' || replace(trade.id::text, '-', '')) as news
     from otc_trade trade where id = any($1) order by array_position($1::uuid[], id)`,
    [ids],
  )
  const orders = []
  for (const id of [...new Set(trades.map(one => one.orderId))]) {
    const { available, inTrade, dealt, returned, feeHeld, feeTaken, life } = await market.order(id)
    orders.push({ available, inTrade, dealt, returned, feeHeld, feeTaken, life })
  }
  const members = [...new Set(trades.flatMap(one => [one.sellerId, one.buyerId]))]
  return { changed, orders, coins: await Promise.all(members.map(one => market.coins(one))) }
}

const claimOf = (trade: TradeRow, memberId: string) => ({
  tradeId: trade.id,
  memberId,
  uploadIds: [randomUUID()],
  hash: randomUUID().replaceAll('-', '').repeat(2),
})

type Act = (asks: { trade: TradeRow; by: 'party' | 'other' | 'stranger' }[]) => Promise<string[]>

it('as one after the other: the same answers, the same tables, the same coins', async () => {
  const stranger = await market.member('1')
  const who = (trade: TradeRow, side: 'buyer' | 'seller', by: string): string => {
    if (by === 'stranger') return stranger
    return (side === 'buyer') === (by === 'party') ? trade.buyerId : trade.sellerId
  }
  const pay =
    (waits: boolean): Act =>
    async asks => {
      const all = asks.map(({ trade, by }) => claimOf(trade, who(trade, 'buyer', by)))
      return (await market.inTx(tx => payTogether(tx, market.context, all, waits))).map(word)
    }
  const release =
    (waits: boolean): Act =>
    async asks => {
      const all = asks.map(({ trade, by }) => ({
        tradeId: trade.id,
        memberId: who(trade, 'seller', by),
      }))
      return (await market.inTx(tx => releaseTogether(tx, market.context, all, waits))).map(word)
    }
  const by = fc.constantFrom('party', 'party', 'party', 'other', 'stranger')
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }),
      fc.shuffledSubarray([0, 1, 2, 3], { minLength: 2 }),
      fc.array(by, { minLength: 8, maxLength: 8 }),
      async (paid, released, sides) => {
        const [left, right] = [await scene(), await scene()]
        const asksOf = ({ trades }: Scene, places: readonly number[], from: number) =>
          places.map((place, i) => ({
            trade: trades[place] as TradeRow,
            by: sides[from + i] ?? 'party',
          }))
        for (const [places, act, from] of [
          [paid, pay, 0],
          [released, release, 4],
        ] as const) {
          const alone: string[] = []
          for (const one of asksOf(left, places, from)) alone.push(...(await act(true)([one])))
          const together = await act(false)(asksOf(right, places, from))
          expect(together).toEqual(alone)
          for (const one of together) seen.add(one)
        }
        expect(await tables(right)).toEqual(await tables(left))
      },
    ),
    { numRuns: 25, seed: 20_261_127, endOnFailure: true },
  )
  expect([...seen].sort()).toEqual([
    'finished',
    'notFound',
    'paid',
    'tradeMoveNotAllowed',
    'tradeNotPaidYet',
  ])
})

it('does a trade once when it is named twice, and leaves the second for a batch of its order', async () => {
  const { trades } = await scene()
  const [trade] = trades as [TradeRow]
  const twice = [claimOf(trade, trade.buyerId), claimOf(trade, trade.buyerId)]
  const outcomes = await market.inTx(tx => payTogether(tx, market.context, twice, false))
  expect(outcomes.map(word)).toEqual(['paid', 'busy'])
  expect((outcomes[1] as { error: Busy }).error.subject).toBe(trade.orderId)
})

it('holds nobody up for an order that another transaction has locked', async () => {
  const { trades } = await scene()
  const [locked, , free] = trades as [TradeRow, TradeRow, TradeRow]
  await market.db.owner.query('begin')
  await market.db.owner.query('select from otc_order where id = $1 for update', [locked.orderId])
  const asks = [locked, free].map(trade => claimOf(trade, trade.buyerId))
  const outcomes = await market.inTx(tx => payTogether(tx, market.context, asks, false))
  await market.db.owner.query('rollback')
  expect(outcomes.map(word)).toEqual(['busy', 'paid'])
})

it('refuses pictures of others to their caller alone', async () => {
  const { trades } = await scene()
  const [first, second] = trades as [TradeRow, TradeRow]
  const context = {
    ...market.context,
    ownPictures: async () => [null, [randomUUID()]],
  }
  const asks = [first, second].map(trade => claimOf(trade, trade.buyerId))
  const outcomes = await market.inTx(tx => payTogether(tx, context, asks, false))
  expect(outcomes.map(word)).toEqual(['voucherUnknown', 'paid'])
  const { rows } = await market.db.owner.query(
    'select count(*)::int as claims from otc_claim where trade_id = $1',
    [first.id],
  )
  expect(rows).toEqual([{ claims: 0 }])
})

it('completes an order whose last trades are released at once, and gives back what it held', async () => {
  const seller = await market.member()
  const buyer = await market.member('1')
  const order = await market.sell(seller, { quantity: micro('100') })
  const trades = [
    await market.take(buyer, order, '33.333333'),
    await market.take(buyer, order, '66.666667'),
  ]
  const claims = trades.map(trade => claimOf(trade, buyer))
  await market.inTx(tx => payTogether(tx, market.context, claims, false))
  const asks = trades.map(trade => ({ tradeId: trade.id, memberId: seller }))
  const outcomes = await market.inTx(tx => releaseTogether(tx, market.context, asks, false))
  expect(outcomes.map(word)).toEqual(['finished', 'finished'])
  expect(await market.order(order.id)).toMatchObject({ life: 'complete', feeHeld: 0n })
  expect((await market.coins(seller)).escrow).toBe('0')
  expect((await market.coins(buyer)).available).toBe('101')
})
