import { randomUUID } from 'node:crypto'
import { type DisputeReason, lateReasonOf, noConditions } from '@banyan/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkInvariants } from '../ledger/index.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { changesOf, meet, rowOf, whileHeld } from '../testing/meet.ts'
import { checkOtc } from './check.ts'
import { checkLateHash } from './check-hash.ts'
import {
  HOUR,
  hashOf,
  type Market,
  MINUTE,
  micro,
  openMarket,
  outcomeOf,
} from './dispute.fixture.ts'
import { appeal, makeStatement, settle, withdraw } from './disputes.ts'
import { cancel } from './own-orders.ts'
import { faultsOf } from './penalties.ts'
import { publishSell } from './publish.ts'
import { rescaleBook } from './rescale.ts'
import { measureNow } from './terms.ts'
import { findTrade } from './trade-store.ts'
import { giveUp } from './trades.ts'

const DAY = 24 * HOUR
let market: Market
type Trade = Awaited<ReturnType<Market['trade']>>
beforeAll(async () => {
  market = await openMarket()
})
afterAll(async () => {
  expect(await checkOtc(market.db.database)).toEqual([])
  expect(await checkInvariants(market.db.database)).toEqual([])
  await market.db.close()
})
beforeEach(() => market.later(0))

/**
 * A trade of 100 at 1 that lapsed unpaid. Its seller has this much LEAF in all, and its order stays
 * open.
 */
async function lapsed(leaf = '1000'): Promise<Trade> {
  await market.later(0)
  const between = { seller: randomUUID(), buyer: randomUUID() }
  await market.give(between.seller, leaf)
  const trade = await market.trade(between)
  await market.later(46 * MINUTE)
  expect(await market.stateOf(trade)).toBe('payment_timeout (unpaid)')
  return trade
}
const inTx: Market['inTx'] = work => market.inTx(work)
const appeals = (trade: Trade, by: 'buyer' | 'seller', reason: DisputeReason = lateReasonOf[by]) =>
  inTx(tx =>
    appeal(tx, market.context, trade[by], trade.id, {
      text: 'it was paid',
      pictures: [],
      reason,
      ...(by === 'buyer' ? { hash: hashOf(trade) } : {}),
    }),
  )
const answer = (one: Trade, by: 'buyer' | 'seller') =>
  inTx(tx => makeStatement(tx, market.context, one[by], one.id, { text: 'no', pictures: [] }))
/** Appealed by the buyer, answered by the seller, ruled, and past the time for review. */
async function ruled(trade: Trade, outcome: 'release' | 'refund' | 'split', release?: string) {
  await appeals(trade, 'buyer')
  await answer(trade, 'seller')
  await market.rule(trade, { outcome, releaseQuantity: release ? micro(release) : null })
  await market.later(46 * MINUTE + 25 * HOUR)
}
const tradeOf = async (of: Trade) => {
  const trade = await findTrade(market.db.database, of.id)
  if (!trade) throw new Error('there is no such trade')
  return trade
}
const orderOf = async (trade: Trade) =>
  market.db.database
    .selectFrom('otcOrder')
    .selectAll()
    .where('id', '=', trade.orderId)
    .executeTakeFirstOrThrow()
const endOrder = async (trade: Trade) => {
  const { version } = await orderOf(trade)
  await inTx(tx => cancel(tx, market.context, trade.seller, { orderId: trade.orderId, version }))
}
/** The seller offers this quantity at once, so it is no longer available. */
const offer = (seller: string, quantity: string) =>
  inTx(tx =>
    publishSell(
      ...([tx, market.context, seller] as const),
      {
        quantity: micro(quantity),
        price: micro('1'),
        minQuantity: micro('1'),
        maxQuantity: micro(quantity),
        concessionBps: 0,
        conditions: noConditions,
        networks: ['BSC'],
        autoRelease: false,
      },
      randomUUID(),
    ),
  )
const faults = async (buyer: string) => {
  const { database } = market.db
  const now = await inTransaction(database, systemNow)
  const { inForce } = await measureNow(market.context, database)
  return faultsOf(database, buyer, now, inForce)
}

describe('a trade that was closed and appealed', () => {
  it('holds the same quantity and its fee from the seller’s available coin at once; the order sells on', async () => {
    const trade = await lapsed()
    expect(await market.coins(trade.seller)).toBe('899 and 101 in escrow')
    const held = await appeals(trade, 'buyer')
    expect(held).toMatchObject({ state: 'arbitration_from_closed', heldAgain: micro('100') })
    expect(await market.coins(trade.seller)).toBe('798 and 202 in escrow')
    expect(await orderOf(trade)).toMatchObject({
      available: micro('100'),
      inTrade: 0n,
      life: 'open',
    })
    expect(await market.caseOf(trade)).toMatchObject({ openedBy: 'buyer' })
  })

  it('gives it to the buyer by a ruling, with the fee, and does not count as a deal of the order', async () => {
    const trade = await lapsed()
    await ruled(trade, 'release')
    expect(await market.stateOf(trade)).toBe('arbitration_release (ruling)')
    expect(await market.coins(trade.buyer)).toBe('100 and 0 in escrow')
    expect(await market.coins(trade.seller)).toBe('798 and 101 in escrow')
    expect(await tradeOf(trade)).toMatchObject({ fee: micro('1'), refundQuantity: null })
    expect(await orderOf(trade)).toMatchObject({ available: micro('100'), dealt: 0n })
  })

  it('gives it back by the other ruling, a part of it by a split, and also when either side gives way', async () => {
    const refunded = await lapsed()
    await ruled(refunded, 'refund')
    expect(await market.stateOf(refunded)).toBe('arbitration_refund (ruling)')
    expect(await market.coins(refunded.seller)).toBe('899 and 101 in escrow')
    expect(await tradeOf(refunded)).toMatchObject({ fee: 0n, refundQuantity: null })

    const shared = await lapsed()
    await ruled(shared, 'split', '40')
    expect(await market.stateOf(shared)).toBe('arbitration_release (split)')
    expect(await market.coins(shared.buyer)).toBe('40 and 0 in escrow')
    expect(await market.coins(shared.seller)).toBe('858.6 and 101 in escrow')

    const [released, conceded] = [await lapsed(), await lapsed()]
    await appeals(released, 'seller')
    await inTx(tx => settle(tx, market.context, released.seller, released.id, 'releaseAnyway'))
    expect(await market.coins(released.buyer)).toBe('100 and 0 in escrow')
    await appeals(conceded, 'buyer')
    await inTx(tx => settle(tx, market.context, conceded.buyer, conceded.id, 'concede'))
    expect(await market.coins(conceded.seller)).toBe('899 and 101 in escrow')
  })

  it('is never ended by a missed reply, which flags it and moves nothing', async () => {
    const trade = await lapsed()
    await appeals(trade, 'buyer')
    await market.later(30 * DAY)
    expect(await market.stateOf(trade)).toBe('arbitration_from_closed')
    expect((await market.caseOf(trade)).sellerMissedAt).not.toBeNull()
    expect(await market.coins(trade.seller)).toBe('798 and 202 in escrow')
  })
})

describe('a seller who has less', () => {
  it('has what is there held: first available coin, then what the order still has for sale', async () => {
    const trade = await lapsed('121.2')
    expect(await market.coins(trade.seller)).toBe('20.2 and 101 in escrow')
    expect(await appeals(trade, 'buyer')).toMatchObject({
      heldAgain: micro('100'),
      fee: micro('1'),
    })
    expect(await market.coins(trade.seller)).toBe('0 and 121.2 in escrow')
    expect(await orderOf(trade)).toMatchObject({
      available: micro('20'),
      returned: micro('80'),
      feeHeld: micro('0.2'),
    })
    await answer(trade, 'seller')
    await market.rule(trade, { outcome: 'release', releaseQuantity: null })
    await market.later(46 * MINUTE + 25 * HOUR)
    expect(await market.coins(trade.buyer)).toBe('100 and 0 in escrow')
    expect(await market.coins(trade.seller)).toBe('0 and 20.2 in escrow')
  })

  it('in other orders keeps those: a part is held and ruled, and the payment of the rest is owed', async () => {
    const trade = await lapsed('500')
    await endOrder(trade)
    await offer(trade.seller, '455')
    expect(await market.coins(trade.seller)).toBe('40.45 and 459.55 in escrow')
    const { heldAgain, fee } = await appeals(trade, 'buyer')
    expect([heldAgain, fee]).toEqual([micro('40.049504'), micro('0.400496')])
    await answer(trade, 'seller')
    await market.rule(trade, { outcome: 'release', releaseQuantity: null })
    await market.later(46 * MINUTE + 25 * HOUR)
    expect(await market.coins(trade.buyer)).toBe('40.049504 and 0 in escrow')
    const { refundQuantity, refundAmount, paymentAmount } = await tradeOf(trade)
    expect(refundQuantity).toBe(micro('59.950496'))
    expect(refundAmount).toBe(
      ((paymentAmount * micro('59.950496')) / micro('100') / 10_000n) * 10_000n,
    )
  })

  it('has nothing left: the case is heard, and a ruling states what is owed', async () => {
    const trade = await lapsed('101')
    await endOrder(trade)
    await offer(trade.seller, '100')
    expect(await appeals(trade, 'buyer')).toMatchObject({ heldAgain: 0n, fee: 0n })
    await answer(trade, 'seller')
    await market.rule(trade, { outcome: 'release', releaseQuantity: null })
    await market.later(46 * MINUTE + 25 * HOUR)
    expect(await market.stateOf(trade)).toBe('arbitration_release (ruling)')
    expect(await market.coins(trade.buyer)).toBe('0 and 0 in escrow')
    expect(await tradeOf(trade)).toMatchObject({ refundQuantity: micro('100'), fee: 0n })
  })

  it('moves coin at the same instant: it is held once, or gone, but never both', async () => {
    for (let i = 0; i < 6; i++) {
      const trade = await lapsed('202')
      await endOrder(trade)
      const [offering, appealing] = await whileHeld(
        market.db,
        changesOf('ledger_account'),
        async held => {
          const offering = held.begin(() => outcomeOf(offer(trade.seller, '150')))
          const appealing = held.begin(() => appeals(trade, 'buyer'))
          await held.waiters(2)
          return [offering, appealing] as const
        },
      )
      const [moved, { heldAgain }] = [await offering, await appealing]
      // 150 and its fee leave 50.5: enough for 50 and its fee.
      expect([moved, heldAgain]).toEqual(
        moved === 'done' ? ['done', micro('50')] : ['insufficientBalance', micro('100')],
      )
      expect(await checkOtc(market.db.database)).toEqual([])
    }
  })
})

describe('an appeal about a closed trade', () => {
  it('is possible for seven days, for one reason, with a hash', async () => {
    const trade = await lapsed()
    expect(await outcomeOf(appeals(trade, 'buyer', 'paid_not_released'))).toBe('lateReasonBuyer')
    expect(await outcomeOf(appeals(trade, 'seller', 'not_received'))).toBe('lateReasonSeller')
    const bare = inTx(tx =>
      appeal(tx, market.context, trade.buyer, trade.id, {
        text: 'paid',
        pictures: [],
        reason: 'closed_but_paid',
      }),
    )
    expect(await outcomeOf(bare)).toBe('disputeHashRequired')
    await market.later(46 * MINUTE + 7 * DAY)
    expect(await outcomeOf(appeals(trade, 'buyer'))).toBe('lateAppealOver')
    await market.later(45 * MINUTE + 7 * DAY)
    expect(await outcomeOf(appeals(trade, 'buyer'))).toBe('done')
  })

  it('that is withdrawn gives the coin back, and cannot be made again by the same side', async () => {
    const trade = await lapsed()
    const before = await tradeOf(trade)
    await appeals(trade, 'seller')
    await inTx(tx => withdraw(tx, market.context, trade.seller, trade.id))
    expect(await tradeOf(trade)).toMatchObject({
      state: 'payment_timeout',
      reason: 'unpaid',
      closedAt: before.closedAt,
      heldAgain: null,
    })
    expect(await market.coins(trade.seller)).toBe('899 and 101 in escrow')
    expect(await outcomeOf(appeals(trade, 'seller'))).toBe('lateAppealMade')
    expect(await outcomeOf(appeals(trade, 'buyer'))).toBe('done')
  })

  it('of both sides at once is one case', async () => {
    const trade = await lapsed()
    const sides = (['buyer', 'seller'] as const).map(by => () => outcomeOf(appeals(trade, by)))
    const done = await Promise.all(await meet(market.db, rowOf('otc_order', trade.orderId), sides))
    expect(done).toEqual(['done', 'done'])
    expect(await market.caseOf(trade)).toMatchObject({ counterClaimed: true })
    expect((await tradeOf(trade)).heldAgain).toBe(micro('100'))
  })

  it('needs a payment that the chain holds as exactly this trade’s, or a picture', async () => {
    const trade = await lapsed()
    const checkEvidence = (body: { hash?: string; pictures?: string[] }, memberId = trade.buyer) =>
      outcomeOf(
        checkLateHash(
          market.db.database,
          market.context,
        )({
          params: { id: `trd_${trade.id.replaceAll('-', '')}` },
          body: { pictures: [], ...body },
          caller: { memberId },
        }),
      )
    const hash = hashOf(trade)
    expect(await checkEvidence({ hash })).toBe('lateEvidenceNeeded')
    expect(await checkEvidence({ hash, pictures: ['img_1'] })).toBe('done')
    expect(await checkEvidence({}, trade.seller)).toBe('done')
    market.context.paymentOwner = async () => 'another'
    expect(await checkEvidence({ hash, pictures: ['img_1'] })).toBe('paymentOfAnotherTrade')
    market.context.paymentOwner = async () => 'own'
    expect(await checkEvidence({ hash })).toBe('done')
    market.context.paymentOwner = async () => 'unknown'
  })

  it('is possible only for a trade that closed without a deal', async () => {
    const trade = await market.paidTrade()
    await market.appeals(trade, 'seller')
    await inTx(tx => settle(tx, market.context, trade.seller, trade.id, 'releaseAnyway'))
    expect(await outcomeOf(appeals(trade, 'buyer'))).toBe('tradeEnded')
    const notAParty = { ...(await lapsed()), buyer: randomUUID() }
    expect(await outcomeOf(appeals(notAParty, 'buyer'))).toBe('notFound')
    const given = await market.trade()
    await inTx(tx => giveUp(tx, market.context, given.buyer, given.id))
    expect(await outcomeOf(appeals(given, 'buyer'))).toBe('done')
  })
})

describe('around it', () => {
  it('the buyer’s fault counts while the case is heard, and is removed when the case ends for them', async () => {
    const [won, lost] = [await lapsed(), await lapsed()]
    await appeals(won, 'buyer')
    await appeals(lost, 'buyer')
    expect([await faults(won.buyer), await faults(lost.buyer)]).toEqual([1, 1])
    await inTx(tx => settle(tx, market.context, won.seller, won.id, 'releaseAnyway'))
    await inTx(tx => settle(tx, market.context, lost.buyer, lost.id, 'concede'))
    expect([await faults(won.buyer), await faults(lost.buyer)]).toEqual([0, 1])
  })

  it('a split of the coin multiplies what is held again', async () => {
    const trade = await lapsed()
    await appeals(trade, 'buyer')
    await inTx(async tx => {
      const { ledger } = market
      await rescaleBook(tx, { multiple: 2, epoch: (await ledger.epoch(tx)) + 1 })
      await ledger.split(tx, 2)
    })
    expect(await tradeOf(trade)).toMatchObject({ quantity: micro('200'), heldAgain: micro('200') })
    expect(await checkOtc(market.db.database)).toEqual([])
    await inTx(tx => settle(tx, market.context, trade.seller, trade.id, 'releaseAnyway'))
    expect(await market.coins(trade.buyer)).toBe('200 and 0 in escrow')
  })
})
