import {
  custodyUses,
  formatAmount,
  parseAmount,
  type ReceiptKind,
  receiptList,
  receiptTotals,
} from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HouseAccountKind, houseAccount } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { type EconomyFixture, openEconomy } from '../testing/economy.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import { bookAs, receiveOnChain } from '../testing/receipts.ts'

// The reserve is founded on 1 March; cut-offs are at 16:00 UTC.
let system: EconomyFixture
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

const [ann, ben] = [newUuid(), newUuid()]
const inTx = <T>(work: Parameters<typeof inTransaction<T>>[1]) =>
  inTransaction(system.database, work)
const usdt = async (kind: HouseAccountKind) =>
  formatAmount((await system.ledger.balance(system.database, houseAccount('USDT', kind))).posted)
/** Every account that money from outside could reach, and the outside account itself. */
const accounts = async () =>
  Object.fromEntries(
    await Promise.all(
      (['EXT', 'RESERVE', 'POOL.static', 'POOL.dynamic', 'OPS', 'RISK', 'LOSS'] as const).map(
        async kind => [kind, await usdt(kind)],
      ),
    ),
  )

const say = (receiptId: string, kind: ReceiptKind = 'refund', operatorId = ann) =>
  inTx(tx =>
    system.treasury.classifyReceipt(tx, {
      receiptId,
      kind,
      operatorId,
      payer: 'The tea garden',
      evidence: 'Contract 7.',
    }),
  )
const approve = (id: string, operatorId = ben) =>
  inTx(tx => system.treasury.approveReceipt(tx, { id, operatorId }))
const totals = (query: object) => system.call(receiptTotals, null, { query })
const list = async () => (await system.call(receiptList, null)).items

describe('the list of receipts', () => {
  test('is narrowed by booking and use, and its totals are of all pages under the same filter', async () => {
    const before = await totals({})
    for (const amount of ['600', '50.5', '7']) await system.receive(amount)
    const booked = await system.receive('100')
    await approve(await say(booked))
    expect(await totals({})).toEqual({
      count: before.count + 4,
      amount: formatAmount(parseAmount(before.amount) + parseAmount('757.5')),
    })
    const rest = await totals({ booked: 'no' })
    expect(rest).toEqual({ count: 3, amount: '657.5' })
    const unbooked = await system.call(receiptList, null, { query: { booked: 'no', limit: 2 } })
    expect(unbooked.items).toHaveLength(2)
    const use = unbooked.items[0]?.use
    expect(await totals({ booked: 'no', use })).toEqual(rest)
    const other = custodyUses.find(one => one !== use)
    expect(await totals({ booked: 'no', use: other })).toEqual({ count: 0, amount: '0' })
    const ofOther = { query: { booked: 'no', use: other } } as const
    expect((await system.call(receiptList, null, ofOther)).items).toEqual([])
  })
})

describe('a receipt that nobody has classified', () => {
  test('is public and moves nothing, whatever one person states about it', async () => {
    const before = await accounts()
    const receiptId = await system.receive('600')
    const id = await say(receiptId)
    expect(await accounts()).toEqual(before)
    const [shown] = await list()
    expect(shown).toMatchObject({ amount: '600', state: 'final', use: 'income', booked: null })
    await expect(approve(id, ann)).rejects.toThrow('secondPersonNeeded')
    await expect(say(receiptId, 'income', ben)).rejects.toThrow('receiptEntered')
    expect(await accounts()).toEqual(before)
    expect(await system.breaches()).toEqual([])
  })

  test('changes no run: inputs and outcome are the same to the byte', async () => {
    const other = await openEconomy('2026-03-01T08:00:00Z')
    try {
      const receiptId = await system.receive('110000')
      await say(receiptId, 'income')
      await inTx(tx =>
        system.treasury.reportShortfall(tx, {
          amount: 90_000000n,
          evidence: 'A word.',
          operatorId: ann,
        }),
      )
      for (const one of [system, other]) {
        await one.setNow('2026-03-03T16:00:01Z')
        expect(await one.treasury.settleDue()).toBe(3)
      }
      expect(await system.runs()).toEqual(await other.runs())
      const closed = await Promise.all(
        [system, other].map(one =>
          one.database
            .selectFrom('settlementRun')
            .select(['period', 'reserve', 'largestUnapproved', 'shortfall'])
            .orderBy('period')
            .execute(),
        ),
      )
      expect(closed[0]).toEqual(closed[1])
      expect(await system.treasury.isRed(system.database)).toBe(false)
      expect(await system.treasury.paysInFull(system.database)).toBe(true)
    } finally {
      await other.db.close()
    }
  })

  test('lets a subscriber buy at the price of the run, however large it is', async () => {
    const member = await system.addMember('500')
    const order = await system.place(member, '500')
    await say(await system.receive('110000'), 'income')
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    expect((await system.list(member)).items[0]).toMatchObject({ id: order.id, status: 'issued' })
    expect((await system.pricing.guide(system.database)).price).toBe(1_000000n)
  })
})

describe('a receipt is booked', () => {
  test('once for ever, also when two proposals and two approvals come at the same time', async () => {
    const receiptId = await system.receive('600')
    const classified = changesOf('treasury_classification')
    const saying = [() => say(receiptId), () => say(receiptId, 'refund', ben)]
    const results = await Promise.allSettled(await meet(system.db, classified, saying))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [id = ''] = results.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    const approving = times(3, () => approve(id, newUuid()))
    const all = await Promise.allSettled(await meet(system.db, classified, approving))
    expect(all.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(await usdt('OPS')).toBe('600')
    await expect(say(receiptId)).rejects.toThrow('receiptEntered')
    const [shown] = await list()
    expect(shown?.booked).toMatchObject({
      kind: 'refund',
      payer: 'The tea garden',
      evidence: 'Contract 7.',
    })
    expect(await system.breaches()).toEqual([])
  })

  test('again under another classification when the first proposal was dropped, and never by the dropped one', async () => {
    const receiptId = await system.receive('600')
    const dropped = await say(receiptId, 'income')
    await inTx(tx => system.treasury.dropReceipt(tx, dropped))
    await expect(approve(dropped)).rejects.toThrow('stale')
    await expect(inTx(tx => system.treasury.dropReceipt(tx, dropped))).rejects.toThrow('stale')
    await approve(await say(receiptId, 'refund', ben), ann)
    expect([await usdt('OPS'), await usdt('RESERVE')]).toEqual(['600', '100'])
  })

  test('only while it is final on the chain', async () => {
    const receiptId = await system.receive('600')
    const id = await say(receiptId)
    const change = (to: string) =>
      system.db.owner.query(`update custody_receipt set ${to} where id = $1`, [receiptId])
    await change('taken_back_at = now()')
    await expect(approve(id)).rejects.toThrow('receiptNotFinal')
    expect(await usdt('OPS')).toBe('0')
    await change('taken_back_at = null')
    await approve(id)
    expect(await usdt('OPS')).toBe('600')
    await expect(say(newUuid())).rejects.toThrow('notFound')
  })

  test('as the database enforces: two people, the chain’s amount, one receipt, one booking', async () => {
    const receiptId = await system.receive('600')
    const id = await say(receiptId)
    const book = (amount: string, of = id) =>
      system.db.pool.query(
        `insert into treasury_booking select receipt_id, id, kind, ${amount}, now()
         from treasury_classification where id = $1`,
        [of],
      )
    const approved = (by: string) =>
      system.db.pool.query(
        'update treasury_classification set approved_by = $2, approved_at = now() where id = $1',
        [id, by],
      )
    await expect(book('600000000')).rejects.toThrow('two people have not said')
    await expect(approved(ann)).rejects.toThrow('treasury_classification')
    await approved(ben)
    await expect(approved(newUuid())).rejects.toThrow('has ended before')
    await expect(book('600000001')).rejects.toThrow('two people have not said')
    await book('600000000')
    await expect(book('600000000')).rejects.toThrow('treasury_booking_pkey')
    const erase = system.db.pool.query('delete from treasury_booking')
    await expect(erase).rejects.toThrow('permission denied')
    // The check finds a booking that is in no account.
    expect((await system.breaches()).map(one => one.invariant)).toContain('receipts')
  })
})

describe('by its classification', () => {
  test('the founding money begins reserve and coin, and the rest is for costs', async () => {
    await expect(
      bookAs(system.database, system.treasury, await system.receive('100'), 'founding'),
    ).rejects.toThrow('foundedBefore')
  })

  test('a refund is for costs', async () => {
    await bookAs(system.database, system.treasury, await system.receive('12.5'), 'refund')
    expect(await accounts()).toMatchObject({ EXT: '-112.5', OPS: '12.5', RESERVE: '100' })
    expect(await system.breaches()).toEqual([])
  })

  test('a cover makes up for a confirmed shortfall, and nobody bears it', async () => {
    const receiptId = await system.receive('40')
    await expect(say(receiptId, 'cover')).rejects.toThrow('coverTooLarge')
    await system.chainLacks('40')
    const shortfallId = await inTx(tx =>
      system.treasury.reportShortfall(tx, {
        amount: 40_000000n,
        evidence: 'Block 77.',
        operatorId: ann,
      }),
    )
    await expect(say(receiptId, 'cover')).rejects.toThrow('coverTooLarge')
    await inTx(tx =>
      system.treasury.decideShortfall(tx, { shortfallId, operatorId: ben, confirm: true }),
    )
    expect(await system.treasury.isRed(system.database)).toBe(true)
    const more = await system.receive('40.000001')
    await expect(say(more, 'cover')).rejects.toThrow('coverTooLarge')
    const id = await say(receiptId, 'cover')
    await approve(id)
    expect(await accounts()).toMatchObject({ EXT: '-100', LOSS: '0', RESERVE: '100' })
    expect(await system.treasury.isRed(system.database)).toBe(false)
    await system.setNow('2026-03-02T16:00:01Z')
    await system.treasury.settleDue()
    expect(await usdt('RESERVE')).toBe('100')
    expect(await system.breaches()).toEqual([])
  })

  test('a cover does not come between a cut-off and its run: the run books what was missing at the cut-off', async () => {
    await system.chainLacks('40')
    const shortfallId = await inTx(tx =>
      system.treasury.reportShortfall(tx, {
        amount: 40_000000n,
        evidence: 'Block 77.',
        operatorId: ann,
      }),
    )
    await inTx(tx =>
      system.treasury.decideShortfall(tx, { shortfallId, operatorId: ben, confirm: true }),
    )
    const id = await say(await system.receive('40'), 'cover')
    await system.setNow('2026-03-01T16:00:01Z')
    const broken = system.openNode({
      recount: async () => {
        throw new Error('the power is out')
      },
    })
    await expect(broken.treasury.settleDue()).rejects.toThrow('the power is out')
    await expect(approve(id)).rejects.toThrow('settlementUnderWay')
    await system.treasury.settleDue()
    expect(await accounts()).toMatchObject({ LOSS: '0', RESERVE: '60' })
    await expect(approve(id)).rejects.toThrow('coverTooLarge')
    expect(await system.breaches()).toEqual([])
  })
})

describe('before the founding', () => {
  test('nothing is settled, too small an amount founds nothing, and other money is for costs', async () => {
    await system.db.close()
    system = await openEconomy('2026-03-01T08:00:00Z', { isFounded: false })
    await system.setNow('2026-03-05T16:00:01Z')
    expect(await system.treasury.settleDue()).toBe(0)
    expect(await system.backing()).toEqual({ reserve: '0', outstanding: '0' })

    const small = await receiveOnChain(system.database, '99.999999', { use: 'founding' })
    await expect(say(small, 'founding')).rejects.toThrow('foundingTooSmall')
    const receiptId = await receiveOnChain(system.database, '250', { use: 'founding' })
    const other = await receiveOnChain(system.database, '250', { use: 'founding' })
    const ids = [await say(receiptId, 'founding'), await say(other, 'founding')] as const
    const founding = ids.map(id => () => approve(id))
    const both = await Promise.allSettled(
      await meet(system.db, changesOf('treasury_founding'), founding),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await system.backing()).toEqual({ reserve: '100', outstanding: '100' })
    expect(await accounts()).toMatchObject({ EXT: '-250', OPS: '150' })
    await system.setNow('2026-03-06T16:00:01Z')
    expect(await system.treasury.settleDue()).toBe(1)
    expect(await system.breaches()).toEqual([])
  })
})
