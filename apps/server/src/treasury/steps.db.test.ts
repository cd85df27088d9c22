import { randomUUID } from 'node:crypto'
import {
  activate,
  askUnlock,
  formatAmount,
  guidePrice,
  parseAmount,
  positionList,
  redemptionList,
  requestExchange,
  settlementDetail,
  settlementList,
} from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HouseAccountKind, houseAccount, memberAccount } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { changesOf, meet } from '../testing/meet.ts'
import { olderBook } from '../testing/older-book.ts'
import { RecountFault, recountInChild } from './recount.ts'
import { finishTrade } from './trades.fixture.ts'

// The platform is founded on 1 March; cut-offs are at 16:00 UTC.
let system: EconomyFixture
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

const [ann, ben] = [randomUUID(), randomUUID()]
const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
  inTransaction(system.database, work)
const usdt = async (kind: HouseAccountKind) =>
  formatAmount((await system.ledger.balance(system.database, houseAccount('USDT', kind))).posted)

const recharge = (member: string, amount: string) =>
  inTx(tx =>
    system.ledger.post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: memberAccount(member, 'USDT'),
        amount: parseAmount(amount),
        kind: 'recharge',
        reference: newUuid(),
      },
    ]),
  )

/** A member with coins that a settlement has issued: R and N grow by 1,000. */
async function holder(): Promise<string> {
  const member = await system.addMember('1000')
  await system.place(member, '1000')
  await system.setNow('2026-03-02T16:00:01Z')
  expect(await system.treasury.settleDue()).toBe(2)
  return member
}

/** Sells coins to another member. */
const sell = async (sellerId: string, coins: string) =>
  finishTrade(system, { sellerId, buyerId: await system.addMember('1'), coins })

describe('step 4', () => {
  test('burns the fee coins of trades before the cut-off and distributes their value', async () => {
    const seller = await holder()
    await sell(seller, '500')
    await system.setNow('2026-03-03T16:00:05Z')
    await sell(seller, '100')
    expect(await system.treasury.settleDue()).toBe(1)
    expect(await usdt('POOL.static')).toBe('2')
    expect(await usdt('POOL.dynamic')).toBe('1.5')
    expect(await usdt('OPS')).toBe('1')
    expect(await usdt('RISK')).toBe('0.5')
    expect(await system.backing()).toEqual({ reserve: '1095', outstanding: '1095' })
    expect(await system.breaches()).toEqual([])

    // With the module off the dynamic share goes to the reserve in step 2 of the next run.
    await system.setNow('2026-03-04T16:00:05Z')
    await system.treasury.settleDue()
    expect(await usdt('POOL.dynamic')).toBe('0.300411')
    expect(await system.backing()).toEqual({ reserve: '1095.498631', outstanding: '1094' })
    expect(await system.breaches()).toEqual([])
  })
})

describe('outside income', () => {
  test('waits in INCOME from the run after two people have agreed, and is released slowly', async () => {
    await holder()
    const receiptId = await system.receive('11', '2026-03-02T15:59:00Z')
    const proposal = { kind: 'income' as const, payer: 'The tea garden', evidence: 'an invoice' }
    const id = await inTx(tx =>
      system.treasury.classifyReceipt(tx, { ...proposal, receiptId, operatorId: ann }),
    )
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    expect([await usdt('RESERVE'), await usdt('INCOME')]).toEqual(['1100', '0'])
    await inTx(tx => system.treasury.approveReceipt(tx, { id, operatorId: ben }))
    await system.setNow('2026-03-04T16:00:01Z')
    await system.treasury.settleDue()
    // 11 ÷ 30, and of 0.07 % of 1,100, which are 0.77, the smaller.
    expect([await usdt('RESERVE'), await usdt('INCOME')]).toEqual(['1100.366666', '10.633334'])
    expect((await system.pricing.guide(system.database)).price).toBe(1_000334n)
    expect((await system.call(guidePrice, null)).unreleased).toBe('10.633334')
    const run = await system.call(settlementDetail, null, { query: { period: '2026-03-04' } })
    expect([run.before.income, run.after?.income]).toEqual(['11', '10.633334'])
    await system.setNow('2026-03-06T16:00:01Z')
    expect(await system.treasury.settleDue()).toBe(2)
    expect(await usdt('INCOME')).toBe('9.936261')
    expect(await system.breaches()).toEqual([])
  })

  test('of a block after the cut-off belongs to the run of its own day', async () => {
    await holder()
    await system.earn('11', '2026-03-03T16:00:00Z')
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    expect(await usdt('INCOME')).toBe('0')
    await system.setNow('2026-03-04T16:00:01Z')
    await system.treasury.settleDue()
    expect(await usdt('INCOME')).toBe('10.633334')
  })

  test('releases no more than 0.07 % of the reserve, with the part of locked coins to the static pool', async () => {
    const member = await holder()
    await system.call(activate, member, {
      body: { quantity: '550', promptId: null, paymentPassword: '' },
    })
    await system.earn('5000', '2026-03-02T15:59:00Z')
    await system.setNow('2026-03-04T16:00:01Z')
    await system.treasury.settleDue()
    // 0.77 on the 3rd; 0.770539 on the 4th, a quarter of it (half of the coins, half of it) to the
    // pool.
    expect(await usdt('INCOME')).toBe('4998.459461')
    const run = await system.call(settlementDetail, null, { query: { period: '2026-03-04' } })
    const two = run.steps.find(({ step }) => step === 2)
    expect(two?.figures).toEqual([
      { name: 'incomeToStatic', value: '0.192634' },
      { name: 'incomeToReserve', value: '0.577905' },
    ])
    expect(await system.breaches()).toEqual([])
  })

  test('that nobody or only one person has approved changes no run', async () => {
    const member = await holder()
    await recharge(member, '100')
    const order = await system.place(member, '50')
    const receiptId = await system.receive('900', '2026-03-02T15:59:00Z')
    await system.receive('800', '2026-03-02T15:59:00Z')
    const proposal = { kind: 'income' as const, payer: 'The tea garden', evidence: 'an invoice' }
    await inTx(tx =>
      system.treasury.classifyReceipt(tx, { ...proposal, receiptId, operatorId: ann }),
    )
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    expect((await system.list(member)).items[0]).toMatchObject({ id: order.id, status: 'issued' })
    expect(await system.backing()).toEqual({ reserve: '1150', outstanding: '1150' })
    expect(await system.breaches()).toEqual([])
  })

  test('that a run released against its rules is found by the check', async () => {
    await holder()
    await system.earn('11', '2026-03-02T15:59:00Z')
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    expect(await system.breaches()).toEqual([])
    const more = {
      from: houseAccount('USDT', 'INCOME'),
      to: houseAccount('USDT', 'RESERVE'),
      amount: 1n,
      kind: 'income_release' as const,
      reference: 'run:2026-03-03/more',
    }
    await inTx(tx => system.ledger.post(tx, [more]))
    const broken = (await system.breaches()).map(({ invariant }) => invariant)
    expect(broken).toContain('released income')
    const away = { ...more, to: houseAccount('USDT', 'OPS'), kind: 'surplus' as const }
    await inTx(tx => system.ledger.post(tx, [away]))
    const breaches = (await system.breaches()).map(({ what }) => what)
    expect(breaches.some(what => what.includes('moved 1 into or out of INCOME'))).toBe(true)
  })
})

describe('a shortfall', () => {
  const report = (amount: string) =>
    inTx(tx =>
      system.treasury.reportShortfall(tx, {
        amount: parseAmount(amount),
        evidence: 'counted twice',
        operatorId: ann,
      }),
    )
  const decide = (shortfallId: string, operatorId: string, confirm = true) =>
    inTx(tx => system.treasury.decideShortfall(tx, { shortfallId, operatorId, confirm }))

  test('stops new money once it is confirmed, and is booked by the next run in its order', async () => {
    const seller = await holder()
    await sell(seller, '500')
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    const shortfall = await report('10')
    expect(await system.treasury.isRed(system.database)).toBe(false)
    await expect(decide(shortfall, ann)).rejects.toThrow('secondPersonNeeded')
    await expect(decide(shortfall, ben)).rejects.toThrow('chainNotRead')
    await system.chainLacks('9.999999')
    await expect(decide(shortfall, ben)).rejects.toThrow('shortfallNotShown')
    await system.chainLacks('10')
    await decide(shortfall, ben)
    await expect(system.place(seller, '50')).rejects.toThrow('houseIsRed')
    await expect(decide(shortfall, ben)).rejects.toThrow('stale')
    expect(await usdt('LOSS')).toBe('-10')
    expect(await system.breaches()).toEqual([])

    await system.setNow('2026-03-04T16:00:01Z')
    await system.treasury.settleDue()
    // RISK 0.5, OPS 1, POOL.static 2, and 6.5 from the reserve, which gets 1.5 back from the
    // dynamic pool.
    expect(await usdt('RISK')).toBe('0')
    expect(await usdt('OPS')).toBe('0')
    expect(await usdt('POOL.static')).toBe('0')
    expect(await usdt('RESERVE')).toBe('1090')
    expect(await usdt('LOSS')).toBe('0')
    expect(await system.treasury.isRed(system.database)).toBe(false)
    expect((await system.pricing.guide(system.database)).exitPrice).toBe(995433n)
    expect(await system.breaches()).toEqual([])
  })

  test('that the chain shows and nobody has confirmed holds exchanges, orders and positions for the run that books it', async () => {
    const member = await holder()
    await recharge(member, '100')
    const exchange = await system.call(requestExchange, member, {
      body: { quantity: '100', paymentPassword: '' },
    })
    const order = await system.place(member, '50')
    const position = await system.call(activate, member, {
      body: { quantity: '10', promptId: null, paymentPassword: '' },
    })
    const shortfall = await report('11')
    await system.chainLacks('11')
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    // Nobody has left at the price that hides the loss, and nobody has bought at it.
    expect(await system.backing()).toEqual({ reserve: '1100', outstanding: '1100' })
    const { items } = await system.call(redemptionList, member)
    expect(items[0]).toMatchObject({
      id: exchange.id,
      status: 'queued',
      cancellable: true,
      dealsAt: '2026-03-04T16:00:00.000Z',
    })
    expect((await system.list(member)).items[0]).toMatchObject({ id: order.id, status: 'pending' })
    expect((await system.call(positionList, member)).items[0]).toMatchObject({
      id: position.id,
      status: 'waiting',
      opensAt: '2026-03-04T16:00:00.000Z',
      moves: expect.arrayContaining(['cancel']),
    })
    expect(await system.breaches()).toEqual([])

    await decide(shortfall, ben)
    await system.setNow('2026-03-04T16:00:01Z')
    await system.treasury.settleDue()
    // 1,100 less 11, over 1,100 coins: 0.99 for each; the fee of 0.99 stays.
    const [dealt] = (await system.call(redemptionList, member)).items
    // It opens after the booking, at 0.990990: (1,089 − 98.01) over 1,000 coins, rounded up.
    expect((await system.call(positionList, member)).items[0]).toMatchObject({
      id: position.id,
      status: 'open',
      openingValue: '9.9099',
    })
    expect(dealt).toMatchObject({
      status: 'done',
      exitPrice: '0.990000',
      gross: '99',
      net: '98.01',
    })
    expect((await system.list(member)).items[0]).toMatchObject({ id: order.id, status: 'issued' })
    expect(await system.breaches()).toEqual([])
  })

  test('beyond the reserve is shared by the dynamic pool as well, including what it owes to the reserve', async () => {
    const seller = await holder()
    await sell(seller, '500')
    await system.setNow('2026-03-03T16:00:01Z')
    await system.treasury.settleDue()
    // RISK 0.5, OPS 1, POOL.static 2 and RESERVE 1095 bear all but 1.25 of it; the pool has 1.5,
    // the buyer 1.
    await system.chainLacks('1099.75')
    await decide(await report('1099.75'), ben)
    const sharingId = await inTx(tx =>
      system.losses.propose(tx, {
        most: parseAmount('100'),
        notice: { zh: '公告', en: 'A notice' },
        operatorId: ann,
      }),
    )
    await expect(
      inTx(tx => system.losses.approve(tx, { sharingId, operatorId: ann })),
    ).rejects.toThrow('secondPersonNeeded')
    await inTx(tx => system.losses.approve(tx, { sharingId, operatorId: ben }))
    await system.setNow('2026-03-04T16:00:01Z')
    await system.treasury.settleDue()
    // Half of each is left, and half of the 1.5 that the pool owed to the reserve with the module
    // off.
    expect(await system.losses.factsOfRun(system.database, '2026-03-04')).toMatchObject({
      balances: BigInt64Array.of(1_000000n),
    })
    expect([await usdt('POOL.dynamic'), await usdt('RESERVE')]).toEqual(['0', '0.75'])
    expect([await usdt('LOSS'), await usdt('RISK')]).toEqual(['0', '0'])
    expect(await system.treasury.isRed(system.database)).toBe(false)
    expect(await system.breaches()).toEqual([])
  })

  test('that another person dismisses changes nothing', async () => {
    const shortfall = await report('10')
    await system.chainLacks('10')
    await decide(shortfall, ben, false)
    expect(await system.treasury.isRed(system.database)).toBe(false)
    expect(await usdt('LOSS')).toBe('0')
  })

  test('that the chain shows once is confirmed once, also by two reports at the same time', async () => {
    await system.chainLacks('10')
    const [one, two] = [await report('10'), await report('10')]
    const sides = [one, two].map(report => () => decide(report, ben))
    const both = await Promise.allSettled(
      await meet(system.db, changesOf('treasury_shortfall'), sides),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await usdt('LOSS')).toBe('-10')
    // The next reading no longer shows it: nothing is left to confirm.
    await system.chainLacks('0')
    const third = await report('0.000001')
    await expect(decide(third, ben)).rejects.toThrow('shortfallNotShown')
  })
})

describe('the second computation', () => {
  test('with another result stops the run: an alarm, nothing posted, red', async () => {
    const member = await system.addMember('500')
    await system.place(member, '500')
    await system.setNow('2026-03-02T16:00:01Z')
    const wrong = system.openNode({
      recount: async input => {
        const { hashes } = await recountInChild(input)
        return { hashes: hashes.then(right => ({ ...right, result: Buffer.alloc(32) })) }
      },
    })
    await expect(wrong.treasury.settleDue()).rejects.toThrow('is stopped: its result has the hash')
    expect(await system.backing()).toEqual({ reserve: '100', outstanding: '100' })
    expect((await system.runs())[0]).toMatchObject({ published: false, result: undefined })
    expect(await system.treasury.isRed(system.database)).toBe(true)
    // No job tries again by itself; a person does, and then it succeeds.
    expect(await system.treasury.settleDue()).toBe(0)
    expect(await system.treasury.settleDue({ retry: true })).toBe(2)
    expect(await system.treasury.isRed(system.database)).toBe(false)
    expect(await system.wallet(member)).toMatchObject({ leaf: '500' })
  })

  test('that fails stops the run as well; one whose process ended is repeated', async () => {
    await system.setNow('2026-03-02T16:00:01Z')
    const failing = (error: Error) => {
      const hashes = Promise.reject(error)
      // The run looks at it later, as it does at that of a process.
      hashes.catch(() => undefined)
      return system.openNode({ recount: async () => ({ hashes }) }).treasury
    }
    await expect(failing(new Error('a process ended')).settleDue()).rejects.toThrow(
      'a process ended',
    )
    expect(await system.treasury.isRed(system.database)).toBe(false)
    const fault = new RecountFault('the second computation failed: reserve would be -1')
    await expect(failing(fault).settleDue()).rejects.toThrow('cannot be worked out')
    expect(await system.treasury.isRed(system.database)).toBe(true)
    expect(await system.treasury.settleDue()).toBe(0)
    expect(await system.treasury.settleDue({ retry: true })).toBe(2)
    expect(await system.treasury.isRed(system.database)).toBe(false)
  })
})

describe('a platform under an older edition', () => {
  let old: EconomyFixture
  let member: string
  beforeEach(async () => {
    old = await openEconomy('2026-03-01T08:00:00Z', { firstVersion: olderBook })
    member = await old.addMember('1000')
    await old.place(member, '900')
    await old.setNow('2026-03-02T16:00:01Z')
    await old.treasury.settleDue()
  })
  afterEach(() => old.db.close())

  test("books a receipt whole, and splits the coin with the publication: everybody's value is unchanged", async () => {
    await old.earn('1000', '2026-03-02T15:59:00Z')
    await old.setNow('2026-03-03T16:00:01Z')
    await old.treasury.settleDue()
    expect(await old.backing()).toEqual({ reserve: '2000', outstanding: '2000' })
    expect(await old.wallet(member)).toMatchObject({ leaf: '1800' })
    expect((await old.pricing.guide(old.database)).price).toBe(1_000000n)
    const run = await old.call(settlementDetail, null, { query: { period: '2026-03-03' } })
    expect(run.before).not.toHaveProperty('income')
    expect(await old.breaches()).toEqual([])
  })

  /** Publishes a version of the newest edition that takes effect at the cut-off of March 10th. */
  async function publishNewest(): Promise<void> {
    const draft = await inTransaction(old.database, tx =>
      old.rules.write(
        tx,
        {
          numbers: {},
          effectiveAt: '2026-03-11T00:00:00+08:00',
          acknowledges: [],
          difference: { zh: '收入缓慢释放。', en: 'Income is released slowly.' },
        },
        'en',
      ),
    )
    await inTransaction(old.database, tx =>
      old.rules.publish(tx, draft, { proposedBy: 'a', approvedBy: 'b', acknowledges: [] }, 'en'),
    )
  }

  test('settles positions with their cycles, and without them from its next version on', async () => {
    const body = { quantity: '100', promptId: null, paymentPassword: '' }
    const kept = await old.call(activate, member, { body })
    const freed = await old.call(activate, member, { body })
    await publishNewest()
    await old.setNow('2026-03-09T16:00:01Z')
    await old.treasury.settleDue()
    await old.call(askUnlock, member, { params: { id: freed.id } })
    await old.setNow('2026-03-12T16:00:01Z')
    // Money posts only when both computations give the same bytes, under either version.
    expect(await old.treasury.settleDue()).toBe(3)
    const { items } = await old.call(positionList, member, {})
    expect(items.find(({ id }) => id === kept.id)).toMatchObject({ status: 'open', settlements: 9 })
    expect(items.find(({ id }) => id === freed.id)).toMatchObject({
      status: 'unlocked',
      endReason: 'asked',
      settlements: 7,
    })
    expect(await old.breaches()).toEqual([])
  })

  test('releases slowly from its next version on, also income that was approved under the one before', async () => {
    await publishNewest()
    await old.setNow('2026-03-09T16:00:01Z')
    await old.treasury.settleDue()
    await old.earn('30', '2026-03-09T15:59:00Z')
    // The cut-off of the 10th is the instant at which version 2 takes effect.
    await old.setNow('2026-03-10T16:00:01Z')
    await old.treasury.settleDue()
    expect(await old.backing()).toEqual({ reserve: '1000.7', outstanding: '1000' })
    expect(await old.breaches()).toEqual([])
  })
})

describe('published settlements', () => {
  test('are public, with their hashes and the result of each step', async () => {
    await holder()
    const { items, nextCursor } = await system.call(settlementList, null, { query: { limit: 1 } })
    expect(items).toHaveLength(1)
    expect(items[0]).toMatchObject({ period: '2026-03-02', rules: 1, price: '1.000000' })
    const older = await system.call(settlementList, null, { query: { cursor: nextCursor } })
    expect(older.items.map(item => item.period)).toEqual(['2026-03-01'])
    const [, run] = await system.runs()
    const detail = await system.call(settlementDetail, null, { query: { period: '2026-03-02' } })
    expect(detail.resultHash).toBe(run?.result)
    expect(detail.before.reserve).toBe('100')
    expect(detail.after?.reserve).toBe('1100')
    expect(detail.steps).toContainEqual({
      step: 8,
      figures: [
        { name: 'filled', value: '1000' },
        { name: 'issued', value: '1000' },
      ],
    })
  })
})
