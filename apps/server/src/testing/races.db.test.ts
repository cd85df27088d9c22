import {
  createWithdrawal,
  payTrade,
  placeSubscription,
  publishOrder,
  refusals,
  type TradeView,
  takeOrder,
  uuidOf,
  walletSummary,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { checkOtc } from '../otc/index.ts'
import { checkWithdrawals } from '../withdrawals/index.ts'
import { type HttpSystem, openHttpSystem, type Reply } from './http-system.ts'
import { changesOf, meet, rowOf, times, whileHeld } from './meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from './members.ts'
import { drawHash, equip, offer, PAYOUT_ADDRESS, takePart, uploadPicture } from './scene.ts'

let system: HttpSystem
beforeAll(async () => {
  system = await openHttpSystem()
})
afterAll(async () => {
  const { database } = system.db
  for (const check of [checkInvariants, checkOtc, checkWithdrawals])
    expect(await check(database)).toEqual([])
  await system.close()
})

/** The number of replies of each code. */
function tally(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, code } of replies) {
    const name = status === 200 ? String(code) : `${status} ${code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
/** Makes so many calls on a member's money; as many have met as the server carries out at once. */
const atOnce = async (count: number, work: (turn: number) => Promise<Reply>) =>
  Promise.all(
    await meet(system.db, changesOf('ledger_account'), times(count, work), { waiting: 12 }),
  )

describe('a hundred calls at once, each for sixty percent of the balance', () => {
  it('are one withdrawal', async () => {
    const member = await system.join('Racer')
    await system.give(member, 'USDT', '1000')
    const replies = await atOnce(100, () =>
      system.ask(createWithdrawal, {
        as: member,
        body: {
          address: PAYOUT_ADDRESS,
          amount: '600',
          remarks: null,
          paymentPassword: PAYMENT_PASSWORD,
        },
      }),
    )
    expect(tally(replies)).toEqual({ '1': 1, [refusals.insufficientBalance.code]: 99 })
    const { assets } = await system.must(walletSummary, { as: member })
    expect(assets.find(one => one.asset === 'USDT')).toMatchObject({
      available: '400',
      frozen: '600',
    })
  })

  it('of different kinds are one of them', async () => {
    const member = await system.join('Mixer')
    await system.give(member, 'USDT', '1000')
    const paymentPassword = PAYMENT_PASSWORD
    const replies = await atOnce(40, turn =>
      turn % 2 === 0
        ? system.ask(createWithdrawal, {
            as: member,
            body: { address: PAYOUT_ADDRESS, amount: '600', remarks: null, paymentPassword },
          })
        : system.ask(placeSubscription, { as: member, body: { amount: '600', paymentPassword } }),
    )
    expect(tally(replies)).toMatchObject({ '1': 1 })
    expect(replies.every(one => one.status === 200)).toBe(true)
  })

  it('are one sell order', async () => {
    const member = await system.join('Seller')
    await equip(system, member)
    const replies = await atOnce(50, () =>
      system.ask(publishOrder, {
        as: member,
        body: {
          quantity: '600',
          price: '1',
          minQuantity: '1',
          maxQuantity: '600',
          concessionBps: 0,
          networks: ['BSC'],
          paymentPassword: PAYMENT_PASSWORD,
        },
      }),
    )
    expect(tally(replies)).toEqual({ '1': 1, [refusals.tradingLimitExceeded.code]: 49 })
  })
})

describe('the last quantity of an order', () => {
  it('is taken once by fifty takers', async () => {
    const seller = await system.join('Last')
    await equip(system, seller)
    const order = await offer(system, seller, '10')
    const takers: TestMember[] = []
    for (let i = 0; i < 50; i++) takers.push(await system.join(`Taker ${i}`))
    const takes = takers.map(
      taker => () =>
        system.ask(takeOrder, {
          as: taker,
          params: { id: order.id },
          body: { quantity: '10', network: 'BSC', version: 1 },
        }),
    )
    // One of them waits with its transaction; those that arrived with it and after it are behind
    // it.
    const met = await meet(system.db, rowOf('otc_order', uuidOf(order.id)), takes, { waiting: 1 })
    const replies = await Promise.all(met)
    expect(tally(replies)).toEqual({ '1': 1, [refusals.orderNotAvailable.code]: 49 })
    const escrow = await system.must(walletSummary, { as: seller })
    expect(escrow.assets.find(one => one.asset === 'LEAF')).toMatchObject({ escrow: '10.1' })
  })
})

describe('payments of trades, one of whose orders is locked by another transaction', () => {
  it('are answered beside it, and the one that waits is done once, however often it is sent', async () => {
    const sellers = [await system.join('Held'), await system.join('Free')]
    const buyer = await system.join('Payer')
    await equip(system, buyer)
    const trades: TradeView[] = []
    for (const seller of sellers) {
      await equip(system, seller)
      trades.push(await takePart(system, buyer, (await offer(system, seller, '50')).id))
    }
    const [held, free] = trades as [TradeView, TradeView]
    const voucher = await uploadPicture(system, buyer)
    const hash = drawHash()
    const pay = (trade: TradeView, key: string) =>
      system.ask(payTrade, {
        as: buyer,
        params: { id: trade.id },
        body: { vouchers: [voucher], hash },
        key,
      })
    const { rows } = await system.db.owner.query<{ order_id: string }>(
      'select order_id from otc_trade where id = $1',
      [uuidOf(held.id)],
    )
    let waiting: Promise<Reply>[] = []
    await whileHeld(system.db, rowOf('otc_order', rows[0]?.order_id ?? ''), async lock => {
      waiting = times(6, turn => pay(held, `held-payment-key-${turn % 2}`)).map(side =>
        lock.begin(side),
      )
      await lock.waiters(1)
      const beside = await Promise.all(
        times(3, () => pay(free, 'free-payment-key-0')).map(one => one()),
      )
      expect(tally(beside)).toEqual({ '1': 3 })
    })
    const replies = await Promise.all(waiting)
    expect(tally(replies)).toEqual({ '1': 3, [refusals.tradePaidAlready.code]: 3 })
    const { rows: claims } = await system.db.owner.query(
      'select count(*)::int as many from otc_claim where trade_id = any($1)',
      [[uuidOf(held.id), uuidOf(free.id)]],
    )
    expect(claims).toEqual([{ many: 2 }])
  })
})
