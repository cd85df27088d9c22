import { randomUUID } from 'node:crypto'
import { formatAmount, noConditions, parseAmount, tailOf } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { ringOf } from '../platform/key-ring.ts'
import { Refused } from '../platform/refused.ts'
import { openSealing } from '../platform/sealing.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { inTime } from '../testing/in-time.ts'
import { changesOf, meet, meetInTurn, rowOf, times, whileHeld } from '../testing/meet.ts'
import { everybodyAnswered } from '../testing/risk.ts'
import { anyTakes } from '../testing/takers.ts'
import { checkLateOtc, checkOtc } from './check.ts'
import type { OtcDeps } from './context.ts'
import { endDueTrades, makeUpForOutage } from './deadlines.ts'
import { asSeen } from './market.fixture.ts'
import { cancel } from './own-orders.ts'
import { pay } from './payments.ts'
import { publishSell } from './publish.ts'
import { releaseCoin } from './releases.ts'
import { marketPayments } from './sales.ts'
import { take } from './takes.ts'
import { findTrade, type TradeRow } from './trade-store.ts'
import { giveUp } from './trades.ts'
import { openWhereToPay } from './where-to-pay.ts'

const ledger = openLedger()
const logger = pino({ level: 'silent' })
const micro = parseAmount
const sealing = openSealing(ringOf(Buffer.alloc(32)))
const HASH = 'ab'.repeat(32)
const SELLER_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'

let db: TestDatabase
let context: OtcDeps
let seller: string
let buyer: string

/** The neighbours that are not on trial: names, addresses and pictures as handed in. */
const deps = (): OtcDeps => ({
  redSince: async () => null,
  ledger,
  guidePrice: async () => micro('1'),
  parameters: async () => parametersV1,
  nicknames: async (_database, ids) => new Map(ids.map(id => [id, `member ${id.slice(-4)}`])),
  receivingAccounts: async (_reader, ids) =>
    new Map(ids.map(id => [id, { bsc: SELLER_ADDRESS, tron: null, contact: 'chat: seller' }])),
  ownPictures: async (_tx, named) => named.map(one => [...one.pictures]),
  ownUploads: async (_tx, _member, { pictures, files = [] }) => [...pictures, ...files],
  filesAmong: async () => new Map(),
  freezes: async () => ({ sells: null }),
  effectiveAmong: async () => new Set(),
  inOneInviterLine: async () => false,
  leftToInvest: async () => new Map(),
  holdLeftToInvest: async () => new Map(),
  buyingStops: async () => new Map(),
  blockedAmong: async () => new Map(),
  riskAnswered: everybodyAnswered,
  areNear: async () => false,
  arbitrators: async () => [],
  presentArbitrators: async () => 3,
  lot: (of: string) => of,
  recordAct: async () => {},
  checkedAddress: (_network, address) => address,
  paymentOwner: async () => 'unknown',
  paidOnChain: async () => new Set(),
  takerScale: anyTakes,
  sealing,
})

beforeAll(async () => {
  db = await openTestDatabase()
  context = deps()
})
afterAll(async () => {
  expect(await checkOtc(db.database)).toEqual([])
  expect(await checkLateOtc(db.database)).toEqual([])
  await db.close()
})
beforeEach(async () => {
  await shiftClock(0)
  seller = randomUUID()
  buyer = randomUUID()
  await giveLeaf(seller, '1000')
})

const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db.database, work)
const key = () => randomUUID()

async function giveLeaf(memberId: string, amount: string): Promise<void> {
  await inTx(tx =>
    ledger.post(tx, [
      {
        from: houseAccount('LEAF', 'ISSUE'),
        to: memberAccount(memberId, 'LEAF'),
        amount: micro(amount),
        kind: 'subscription_issue',
        reference: randomUUID(),
      },
    ]),
  )
}

async function shiftClock(ms: number): Promise<void> {
  await db.database.deleteFrom('houseClock').execute()
  if (ms !== 0)
    await sql`insert into house_clock (shift) values (${ms}::float8 * interval '1 millisecond')`.execute(
      db.database,
    )
}

const minutes = (n: number) => n * 60_000

async function coins(memberId: string): Promise<{ available: string; escrow: string }> {
  const [available, escrow] = await Promise.all([
    ledger.balance(db.database, memberAccount(memberId, 'LEAF')),
    ledger.balance(db.database, memberAccount(memberId, 'LEAF', 'escrow')),
  ])
  return { available: formatAmount(available.posted), escrow: formatAmount(escrow.posted) }
}

const sellOrder = (
  change: Partial<Record<'quantity' | 'price' | 'min' | 'max', string>> = {},
  owner = seller,
) =>
  inTx(tx =>
    publishSell(
      tx,
      context,
      owner,
      {
        quantity: micro(change.quantity ?? '500'),
        price: micro(change.price ?? '1.02'),
        minQuantity: micro(change.min ?? '10'),
        maxQuantity: micro(change.max ?? change.quantity ?? '500'),
        concessionBps: 100,
        networks: ['BSC'],
        conditions: noConditions,
        autoRelease: false,
      },
      key(),
    ),
  )

const takeFrom = (orderId: string, quantity: string, who = buyer) =>
  inTx(tx =>
    take(
      tx,
      context,
      who,
      { orderId, quantity: micro(quantity), network: 'BSC', version: 1 },
      key(),
    ),
  )
const payFor = (tradeId: string, who = buyer) =>
  inTx(tx => pay(tx, context, who, { tradeId, uploadIds: [randomUUID()], hash: HASH }))

async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
  return 'done'
}

const stateOf = async (trade: TradeRow) => (await findTrade(db.database, trade.id))?.state

describe('a sell order', () => {
  it('puts its quantity and its highest fee into escrow, and gives both back when it is cancelled', async () => {
    const order = await sellOrder({ quantity: '500' })
    expect(await coins(seller)).toEqual({ available: '495', escrow: '505' })
    await inTx(tx => cancel(tx, context, seller, asSeen(order)))
    expect(await coins(seller)).toEqual({ available: '1000', escrow: '0' })
    expect(await refusalOf(inTx(tx => cancel(tx, context, seller, asSeen(order))))).toBe(
      'orderNotOpen',
    )
  })

  it('is refused with the reason, and moves nothing', async () => {
    expect(await refusalOf(sellOrder({ quantity: '9.999999', min: '1' }))).toBe(
      'orderQuantityTooSmall',
    )
    expect(await refusalOf(sellOrder({ price: '1.2' }))).toBe('orderPriceOutsideBand')
    expect(await refusalOf(sellOrder({ min: '400', max: '300' }))).toBe('takeMinAboveMax')
    expect(await refusalOf(sellOrder({ quantity: '995' }))).toBe('insufficientBalance')
    await giveLeaf(seller, '5000')
    expect(await refusalOf(sellOrder({ quantity: '1000.000001' }))).toBe('tradingLimitExceeded')
    expect(await coins(seller)).toEqual({ available: '6000', escrow: '0' })
  })

  it('cannot be one too many, even when they are published at the same instant', async () => {
    const sides = times(8, () => refusalOf(sellOrder({ quantity: '20' })))
    const tries = await Promise.all(await meet(db, changesOf('ledger_account'), sides))
    expect(tries.filter(one => one === 'done')).toHaveLength(5)
    expect(tries.filter(one => one === 'tooManyOpenOrders')).toHaveLength(3)
  })
})

describe('a trade', () => {
  it('goes take, pay, release: coin to the buyer, fee to the fee coins, and the rest stays for sale', async () => {
    const order = await sellOrder({ quantity: '500' })
    const trade = await takeFrom(order.id, '123.456789')
    expect(trade).toMatchObject({
      dealAmount: micro('125.925925'),
      concessionQuantity: micro('1.234567'),
      fee: micro('1.234568'),
    })
    const paid = trade.paymentAmount
    expect(paid - tailOf(paid)).toBe(micro('124.67'))
    expect(openWhereToPay(sealing, trade)).toEqual({
      payTo: SELLER_ADDRESS,
      contact: 'chat: seller',
      payFrom: null,
    })
    await payFor(trade.id)
    await inTx(tx => releaseCoin(tx, context, seller, trade.id))
    expect(await coins(buyer)).toEqual({ available: '123.456789', escrow: '0' })
    expect(await coins(seller)).toEqual({ available: '495', escrow: '380.308643' })
    expect(await marketPayments(db.database, buyer)).toEqual({ paid, got: 0n })
    expect(await marketPayments(db.database, seller)).toEqual({ paid: 0n, got: paid })
    expect(await refusalOf(inTx(tx => releaseCoin(tx, context, seller, trade.id)))).toBe(
      'tradeEnded',
    )
  })

  it('is looked at by the checks of what is new until it has ended for some days', async () => {
    const order = await sellOrder({ quantity: '50' })
    const trade = await takeFrom(order.id, '50')
    await payFor(trade.id)
    await inTx(tx => releaseCoin(tx, context, seller, trade.id))
    const change = (statement: string) =>
      db.owner.query(`begin; set local session_replication_role = replica; ${statement}; commit`)
    const namesOf = async (check: typeof checkOtc) =>
      (await check(db.database)).map(({ invariant }) => invariant).sort()
    await change(`update otc_trade set version = version + 1 where id = '${trade.id}';
      update otc_order set dealt = dealt + 1, total = total + 1 where id = '${order.id}'`)
    const wrong = ['I12 trade history', 'I3 order quantities']
    expect(await namesOf(checkOtc)).toEqual(wrong)
    expect(await namesOf(checkLateOtc)).toEqual(wrong)
    await shiftClock(minutes(60 * 24 * 4))
    expect(await namesOf(checkOtc)).toEqual(wrong)
    expect(await namesOf(checkLateOtc)).toEqual([])
    await change(`update otc_trade set version = version - 1 where id = '${trade.id}';
      update otc_order set dealt = dealt - 1, total = total - 1 where id = '${order.id}'`)
  })

  it('that is open after its order was cancelled keeps the order in the checks of what is new', async () => {
    const order = await sellOrder({ quantity: '100' })
    await takeFrom(order.id, '50')
    await inTx(tx => cancel(tx, context, seller, asSeen(order)))
    await shiftClock(minutes(60 * 24 * 4))
    const change = (by: number) =>
      db.owner.query(`begin; set local session_replication_role = replica;
        update otc_order set dealt = dealt + ${by}, total = total + ${by} where id = '${order.id}'; commit`)
    await change(1)
    expect(await checkLateOtc(db.database)).toMatchObject([{ invariant: 'I3 order quantities' }])
    await change(-1)
    expect(await checkLateOtc(db.database)).toEqual([])
  })

  it("is nobody else's business", async () => {
    const trade = await takeFrom((await sellOrder()).id, '50')
    const outsider = randomUUID()
    expect(await refusalOf(payFor(trade.id, outsider))).toBe('notFound')
    expect(await refusalOf(inTx(tx => releaseCoin(tx, context, outsider, trade.id)))).toBe(
      'notFound',
    )
    expect(await refusalOf(payFor(trade.id, seller))).toBe('tradeMoveNotAllowed')
    expect(await refusalOf(inTx(tx => releaseCoin(tx, context, seller, trade.id)))).toBe(
      'tradeNotPaidYet',
    )
    expect(await refusalOf(takeFrom((await sellOrder({ quantity: '20' })).id, '20', seller))).toBe(
      'ownOrder',
    )
  })

  it('given up, gives the coin back to the order at once', async () => {
    const order = await sellOrder({ quantity: '100' })
    const trade = await takeFrom(order.id, '60')
    await inTx(tx => giveUp(tx, context, buyer, trade.id))
    expect(await takeFrom(order.id, '100')).toMatchObject({ fee: micro('1') })
  })

  it('of a cancelled order gives quantity and fee to the owner when it fails', async () => {
    const order = await sellOrder({ quantity: '100' })
    const trade = await takeFrom(order.id, '60')
    await inTx(tx => cancel(tx, context, seller, asSeen(order)))
    expect(await coins(seller)).toEqual({ available: '939.4', escrow: '60.6' })
    await inTx(tx => giveUp(tx, context, buyer, trade.id))
    expect(await coins(seller)).toEqual({ available: '1000', escrow: '0' })
  })

  it('unpaid, falls into grace with its coin still held, and only then goes back', async () => {
    const trade = await takeFrom((await sellOrder({ quantity: '100' })).id, '100')
    await shiftClock(minutes(29))
    await endDueTrades(db.database, context)
    expect(await stateOf(trade)).toBe('unpaid')
    await shiftClock(minutes(31))
    expect(await refusalOf(payFor(trade.id))).toBe('paymentWindowOver')
    await endDueTrades(db.database, context)
    expect(await stateOf(trade)).toBe('payment_grace')
    expect((await coins(seller)).escrow).toBe('101')
    expect(await refusalOf(payFor(trade.id))).toBe('paymentWindowOver')
    await shiftClock(minutes(46))
    await endDueTrades(db.database, context)
    expect(await findTrade(db.database, trade.id)).toMatchObject({
      state: 'payment_timeout',
      reason: 'unpaid',
    })
  })

  it('paid and not released, times out without moving any money; the seller can still release', async () => {
    const trade = await takeFrom((await sellOrder({ quantity: '100' })).id, '100')
    await payFor(trade.id)
    await shiftClock(minutes(31))
    await endDueTrades(db.database, context)
    expect(await stateOf(trade)).toBe('release_timeout')
    expect((await coins(seller)).escrow).toBe('101')
    await shiftClock(minutes(60 * 12))
    expect(await endDueTrades(db.database, context)).toBe(0)
    await inTx(tx => releaseCoin(tx, context, seller, trade.id))
    expect(await stateOf(trade)).toBe('finished')
  })
})

describe('an outage', () => {
  it('beyond a minute is added, whole, to every open deadline, once', async () => {
    const trade = await takeFrom((await sellOrder({ quantity: '100' })).id, '100')
    await makeUpForOutage(db.database, logger)
    await shiftClock(minutes(50))
    const added = await makeUpForOutage(db.database, logger)
    expect(added).toBeGreaterThanOrEqual(minutes(50))
    await endDueTrades(db.database, context)
    expect(await stateOf(trade)).toBe('unpaid')
    expect(await makeUpForOutage(db.database, logger)).toBe(0)
    const seen = await findTrade(db.database, trade.id)
    expect((seen?.paymentDeadline.getTime() ?? 0) - trade.paymentDeadline.getTime()).toBe(added)
    expect((seen?.graceDeadline.getTime() ?? 0) - trade.graceDeadline.getTime()).toBe(added)
  })

  it('of less than a minute moves nothing', async () => {
    const trade = await takeFrom((await sellOrder({ quantity: '100' })).id, '100')
    await makeUpForOutage(db.database, logger)
    await shiftClock(20_000)
    expect(await makeUpForOutage(db.database, logger)).toBe(0)
    expect((await findTrade(db.database, trade.id))?.paymentDeadline).toEqual(trade.paymentDeadline)
  })
})

describe('races', () => {
  it('fifty takers of the last quantity: one trade, the others are refused, escrow exact', async () => {
    const order = await sellOrder({ quantity: '100' })
    const takers = Array.from({ length: 50 }, () => randomUUID())
    const sides = takers.map(who => () => refusalOf(takeFrom(order.id, '100', who)))
    const met = await meet(db, rowOf('otc_order', order.id), sides, { waiting: 20 })
    const answers = await Promise.all(met)
    expect(answers.filter(one => one === 'done')).toHaveLength(1)
    expect(answers.filter(one => one === 'orderNotAvailable')).toHaveLength(49)
    expect((await coins(seller)).escrow).toBe('101')
  })

  it('a take against a cancel, twenty times: who came first has it, never both the same coin', async () => {
    for (let round = 0; round < 20; round++) {
      const order = await sellOrder({ quantity: '20' })
      const take = () => refusalOf(takeFrom(order.id, '20', randomUUID()))
      const end = () => refusalOf(inTx(tx => cancel(tx, context, seller, asSeen(order))))
      const takeFirst = round % 2 === 0
      const sides = takeFirst ? [take, end] : [end, take]
      const ends = await Promise.all(await meetInTurn(db, rowOf('otc_order', order.id), sides))
      expect(ends).toEqual(takeFirst ? ['done', 'orderNotOpen'] : ['done', 'orderNotAvailable'])
      if (takeFirst) {
        const trade = await db.database
          .selectFrom('otcTrade')
          .select(['id', 'buyerId'])
          .where('orderId', '=', order.id)
          .executeTakeFirstOrThrow()
        await inTx(tx => giveUp(tx, context, trade.buyerId, trade.id))
        await inTx(tx => cancel(tx, context, seller, asSeen(order)))
      }
    }
    expect(await coins(seller)).toEqual({ available: '1000', escrow: '0' })
  })

  describe('paid at the deadline against the clock: exactly one of them', () => {
    let trade: TradeRow
    beforeEach(async () => {
      // What others have left is over: the clock acts on this trade alone.
      await shiftClock(minutes(48 * 60))
      while ((await jobs()) > 0);
      await shiftClock(0)
      trade = await takeFrom((await sellOrder({ quantity: '20' })).id, '20')
      await clockAt(-minutes(10))
    })
    afterEach(async () => {
      await shiftClock(minutes(50))
      while ((await endDueTrades(db.database, context)) > 0);
      const order = await db.database
        .selectFrom('otcOrder')
        .select(['id', 'version'])
        .where('id', '=', trade.orderId)
        .executeTakeFirstOrThrow()
      if ((await stateOf(trade)) === 'payment_timeout')
        await inTx(tx => cancel(tx, context, seller, asSeen(order)))
      else await inTx(tx => releaseCoin(tx, context, seller, trade.id))
      expect((await coins(seller)).escrow).toBe('0')
    })
    /** So many milliseconds after the deadline. */
    const clockAt = (ms: number) => shiftClock(trade.paymentDeadline.getTime() - Date.now() + ms)
    const paying = () => refusalOf(payFor(trade.id))
    const jobs = () => endDueTrades(db.database, context)

    it('the buyer, who is at it when the time is over', async () => {
      const [paid] = await whileHeld(db, changesOf('otc_claim'), async held => {
        const begun = held.begin(paying)
        await held.waiters(1)
        await clockAt(minutes(1))
        for (let turn = 0; turn < 3; turn++)
          expect(await inTime('the clock leaves what somebody works on', jobs())).toBe(0)
        return [begun]
      })
      expect([await paid, await stateOf(trade)]).toEqual(['done', 'paid'])
    })

    it('the clock, which is at it when the buyer comes', async () => {
      await clockAt(minutes(1))
      const [swept, paid] = await whileHeld(db, changesOf('otc_trade_event'), async held => {
        const swept = held.begin(jobs)
        await held.waiters(1)
        const paid = held.begin(paying)
        await held.waiters(2)
        expect(await inTime('another turn leaves it to the first', jobs())).toBe(0)
        return [swept, paid]
      })
      expect([await swept, await paid]).toEqual([1, 'paymentWindowOver'])
      expect(await stateOf(trade)).toBe('payment_grace')
    })

    it('neither, where the buyer has waited beyond the time', async () => {
      const [paid] = await whileHeld(db, rowOf('otc_order', trade.orderId), async held => {
        const begun = held.begin(paying)
        await held.waiters(1)
        await clockAt(minutes(1))
        return [begun]
      })
      expect([await paid, await stateOf(trade)]).toEqual(['paymentWindowOver', 'unpaid'])
    })
  })

  it('one release asked for twenty times at once pays once', async () => {
    const trade = await takeFrom((await sellOrder({ quantity: '100' })).id, '100')
    await payFor(trade.id)
    const sides = times(20, () => refusalOf(inTx(tx => releaseCoin(tx, context, seller, trade.id))))
    const answers = await Promise.all(await meet(db, rowOf('otc_order', trade.orderId), sides))
    expect(answers.filter(one => one === 'done')).toHaveLength(1)
    expect(await coins(buyer)).toEqual({ available: '100', escrow: '0' })
  })
})
