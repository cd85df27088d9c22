import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { memberAccount } from '../ledger/index.ts'
import { appeal, settle } from './disputes.ts'
import { asSeen, type Market, micro, openMarket, refusalOf } from './market.fixture.ts'
import type { OrderRow } from './order-store.ts'
import { cancel } from './own-orders.ts'
import type { TradeRow } from './trade-store.ts'

/*
 * Coins that the ledger does not move are not counted as moved: an act waits for the ledger's answer,
 * and when it is refused nothing of the act remains. In the product an escrow is never short.
 */
let market: Market
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market.db.close())

const appealed = ({ id, sellerId }: TradeRow) =>
  market.inTx(tx =>
    appeal(tx, market.context, sellerId, id, {
      text: 'nothing has come',
      pictures: [],
      reason: 'not_received',
    }),
  )
const settles = (by: 'buyerId' | 'sellerId', act: 'concede' | 'releaseAnyway') => ({
  prepare: async (trade: TradeRow) => {
    await market.pay(trade)
    await appealed(trade)
  },
  act: (trade: TradeRow) => market.inTx(tx => settle(tx, market.context, trade[by], trade.id, act)),
})
interface Act {
  prepare?: (trade: TradeRow) => Promise<unknown>
  act: (trade: TradeRow, order: OrderRow) => Promise<unknown>
}
const ofBoth: Record<string, Act> = {
  'a release': { prepare: trade => market.pay(trade), act: trade => market.release(trade) },
  'a release in arbitration': settles('sellerId', 'releaseAnyway'),
  'a concession in arbitration': settles('buyerId', 'concede'),
}
const acts: Record<'sell' | 'buy', Record<string, Act>> = {
  sell: {
    ...ofBoth,
    'the end of an order': {
      act: (_, { id, memberId, version }) =>
        market.inTx(tx => cancel(tx, market.context, memberId, asSeen({ id, version }))),
    },
    'a trade given up whose order has ended': {
      prepare: async ({ orderId, sellerId }) => {
        const order = asSeen(await market.order(orderId))
        await market.inTx(tx => cancel(tx, market.context, sellerId, order))
      },
      act: trade => market.giveUp(trade),
    },
  },
  buy: { ...ofBoth, 'a trade given up': { act: trade => market.giveUp(trade) } },
}
const all = (['sell', 'buy'] as const).flatMap(side =>
  Object.entries(acts[side]).map(([what, act]) => ({ side, what, ...act })),
)

it.each(all)('$what, of an order to $side', async ({ side, prepare, act }) => {
  const [owner, taker] = [await market.member(), await market.member()]
  const { id: orderId } = await (side === 'sell' ? market.sell : market.want)(owner)
  const { id } = await market.take(taker, await market.order(orderId), '40')
  await prepare?.(await market.trade(id))
  const [trade, order] = [await market.trade(id), await market.order(orderId)]
  const seller = trade.sellerId
  const { posted } = await market.ledger.balance(
    market.db.database,
    memberAccount(seller, 'LEAF', 'escrow'),
  )
  const drain = {
    from: memberAccount(seller, 'LEAF', 'escrow'),
    to: memberAccount(seller, 'LEAF'),
    amount: posted - micro('0.000001'),
    kind: 'otc_return',
    reference: `order:${randomUUID()}`,
  } as const
  await market.inTx(tx => market.ledger.post(tx, [drain]))
  expect(await refusalOf(act(trade, order))).toBe('insufficientBalance')
  expect([await market.trade(id), await market.order(orderId)]).toEqual([trade, order])
})
