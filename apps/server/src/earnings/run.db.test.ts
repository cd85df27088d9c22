import {
  answerPrompt,
  askUnlock,
  formatAmount,
  ONE,
  parseAmount,
  placeSubscription,
  requestExchange,
  staticEarningList,
  staticResults,
  staticSummary,
  subscriptionList,
} from '@banyan/domain'
import { canonicalJson, parametersV1In, periodLater } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLedger } from '../ledger/index.ts'
import { refusalOf } from '../testing/members.ts'
import {
  type EarningsFixture,
  failingAfter,
  openEarningsSystem,
  postAll,
} from './earnings.fixture.ts'

const DAY = '2026-03-01'
const day = (n: number) => periodLater(DAY, n)
let system: EarningsFixture
beforeEach(async () => {
  system = await openEarningsSystem('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

describe('a position', () => {
  test('opens at the guide price of its run, and shares from the next settlement on', async () => {
    const member = await system.addHolder('100')
    await system.activate(member, '60')
    await system.fillPool('900')
    await system.settleStatic(DAY, 1_050001n)
    const [opened] = await system.positions(member)
    // 60 × 1.050001, and half as much again.
    expect(opened).toMatchObject({
      status: 'open',
      openingValue: '63.00006',
      cap: '94.50009',
      paid: '0',
      settlements: 0,
      moves: ['askUnlock'],
    })
    expect(await system.coins(member)).toMatchObject({ locked: '60', usdt: '1000' })
    expect((await system.call(staticEarningList, member)).items).toEqual([])

    await system.settleStatic(day(1))
    expect((await system.positions(member))[0]).toMatchObject({ paid: '30', settlements: 1 })
    expect(await system.coins(member)).toMatchObject({ usdt: '1030' })
    expect(await system.pool()).toBe('870')
    expect(await system.breaches()).toEqual([])
  })

  test('whose owner asked to unlock is paid once more and freed in the same settlement', async () => {
    const member = await system.addHolder('100')
    const { id } = await system.activate(member, '60')
    await system.fillPool('900')
    await system.settleStatic(DAY)
    await system.askUnlock(member, id)
    await system.settleStatic(day(1))
    expect((await system.positions(member))[0]).toMatchObject({
      status: 'unlocked',
      endReason: 'asked',
      paid: '30',
      settlements: 1,
      moves: [],
    })
    expect(await system.coins(member)).toEqual({ available: '100', locked: '0', usdt: '1030' })
    await system.settleStatic(day(2))
    expect(await system.coins(member)).toMatchObject({ usdt: '1030' })
    expect(await system.breaches()).toEqual([])
  })

  test('whose unlock was withdrawn before the cut-off is paid as if nothing had been asked', async () => {
    const [steady, wavers] = [await system.addHolder('60'), await system.addHolder('60')]
    await system.activate(steady, '60')
    const { id } = await system.activate(wavers, '60')
    await system.fillPool('900')
    await system.settleStatic(DAY)
    await system.askUnlock(wavers, id)
    await system.keep(wavers, id)
    await system.settleStatic(day(1))
    expect(await system.coins(wavers)).toEqual(await system.coins(steady))
  })

  test('blocks its coins for everything else until the settlement that frees them is over', async () => {
    const member = await system.addHolder('60')
    const { id } = await system.activate(member, '60')
    await system.settleStatic(DAY)
    await system.askUnlock(member, id)
    const leave = () =>
      system.call(requestExchange, member, { body: { quantity: '60', paymentPassword: '' } })
    const again = () => system.activate(member, '60')
    // Asked for before t: neither an exchange at the price of t nor a new position that opens in t.
    for (const act of [leave, again])
      expect(await refusalOf(act())).toBe('insufficientBalance LEAF 60 0')
    await system.settleStatic(day(1))
    expect(await again()).toMatchObject({ opensAt: '2026-03-03T16:00:00.000Z' })
  })

  test('under earlier rules renews at the end of each cycle, and is eliminated at the end of its term', async () => {
    const before = parametersV1In(5)
    const member = await system.addHolder('100')
    await system.activate(member, '60')
    await system.settleStatic(DAY)
    // Set back in one step, as if it had been opened 29 settlements ago, then 358.
    const openedOn = (period: string) =>
      system.db.owner.query('update static_position set opens_in = $1', [period])
    await openedOn(day(-29))
    const { turn } = await system.settleStatic(day(1), ONE, before)
    expect(turn.unlocked.size).toBe(0)
    expect((await system.positions(member))[0]).toMatchObject({ status: 'open', settlements: 30 })
    await openedOn(day(-358))
    await system.settleStatic(day(2), ONE, before)
    expect((await system.positions(member))[0]).toMatchObject({
      status: 'eliminated',
      endReason: 'term',
    })
    expect(await system.coins(member)).toMatchObject({ available: '100', locked: '0' })
  })
})

describe('static pay', () => {
  test('E6: is shared by weight; a cap leaves its rest in the pool and frees the coins', async () => {
    const members = await Promise.all(
      ['10000', '30000', '60000'].map(leaf => system.addHolder(leaf)),
    )
    const [first = '', second = '', third = ''] = members
    await system.activate(first, '10000')
    await system.activate(second, '30000')
    await system.activate(third, '60000')
    await system.settleStatic(DAY)
    // Only 100 are left of the third's cap of 90,000.
    await system.db.owner.query(
      `update static_position set opening_value = $1 where member_id = $2`,
      [parseAmount('66.666667'), third],
    )
    await system.fillPool('12420')
    await system.settleStatic(day(1))
    const pay = await Promise.all(members.map(async one => (await system.coins(one)).usdt))
    expect(pay).toEqual(['1041.4', '1124.2', '1100'])
    expect(await system.coins(third)).toMatchObject({ available: '60000', locked: '0' })
    // 12,420 − 265.6: of the released 414, 148.4 stay in it.
    expect(await system.pool()).toBe('12154.4')
    expect(await system.breaches()).toEqual([])
  })

  test('shows each settlement with its share, zeros too, and the realised result', async () => {
    const [member, other] = [await system.addHolder('100'), await system.addHolder('300')]
    await system.activate(member, '60')
    await system.activate(member, '40')
    await system.activate(other, '300')
    await system.settleStatic(DAY)
    await system.settleStatic(day(1))
    await system.fillPool('120')
    await system.settleStatic(day(2))
    const { items } = await system.call(staticEarningList, member)
    expect(items).toEqual([
      {
        id: 'static-2026-03-03',
        period: '2026-03-03',
        at: '2026-03-03T16:00:00.000Z',
        pool: '120',
        divisor: 30,
        released: '4',
        weight: '400',
        ownWeight: '100',
        sharePercent: '25',
        amount: '1',
        positions: 2,
        eliminated: 0,
      },
      expect.objectContaining({ id: 'static-2026-03-02', pool: '0', amount: '0' }),
    ])
    const paid = await system.call(staticEarningList, member, { query: { show: 'paid' } })
    expect(paid.items.map(item => item.id)).toEqual(['static-2026-03-03'])
    const { results } = await system.call(staticResults, member)
    expect(results[0]).toEqual({
      days: 7,
      settlements: 3,
      ownZeros: 2,
      own: '1',
      everyone: '4',
      // In the first of the three there was no LEAF yet; the others had 400 each.
      activated: '266.666666',
      perLeaf: '0.005',
    })
    expect(await system.call(staticSummary, member)).toEqual({
      last: {
        id: 'static-2026-03-03',
        at: '2026-03-03T16:00:00.000Z',
        amount: '1',
        // The pool of this platform was filled without a recorded source.
        sources: null,
      },
      locked: '100',
      paid: '1',
      cap: '150',
      positions: 2,
      prompts: [],
    })
  })

  test('pages through settlements without missing or repeating one', async () => {
    const member = await system.addHolder('100')
    await system.activate(member, '60')
    for (let n = 0; n <= 7; n++) await system.settleStatic(day(n))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: object = cursor === null ? { limit: 3 } : { limit: 3, cursor }
      const page: { items: { period: string }[]; nextCursor: string | null } = await system.call(
        staticEarningList,
        member,
        { query },
      )
      seen.push(...page.items.map(item => item.period))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map(day))
  })
})

describe('a run', () => {
  test('has the same facts before, while and after it is posted', async () => {
    const members = await Promise.all(['50', '70', '90'].map(leaf => system.addHolder(leaf)))
    for (const member of members) await system.activate(member, '20')
    await system.settleStatic(DAY)
    const [first = '', second = ''] = members
    const { id } = (await system.positions(first))[0] as { id: string }
    await system.askUnlock(first, id)
    await system.activate(second, '25')
    await system.fillPool('30')
    await system.goPast(day(1))
    await system.close(day(1))
    const before = canonicalJson(await system.facts(day(1)))
    const run = await system.outcome(day(1))
    await system.earnings.postPay(run.pay)
    expect(canonicalJson(await system.facts(day(1)))).toBe(before)
    await system.postAll(run)
    expect(canonicalJson(await system.facts(day(1)))).toBe(before)
    // Later actions of members belong to the next run.
    await system.activate(second, '10')
    const open = (await system.positions(second)).find(one => one.status === 'open')
    await system.call(askUnlock, second, { params: { id: open?.id } })
    await system.settleStatic(day(2))
    expect(canonicalJson(await system.facts(day(1)))).toBe(before)
  })

  test('killed at any point continues from there and pays nobody twice', async () => {
    const members = await Promise.all(
      Array.from({ length: 5 }, (_, i) => system.addHolder(`${100 + i}`)),
    )
    for (const member of members) await system.activate(member, '50')
    await system.settleStatic(DAY)
    const [first = '', second = ''] = members
    await system.askUnlock(first, (await system.positions(first))[0]?.id ?? '')
    await system.activate(second, '30')
    // Two are close to their caps, so there are ends in step 5 as well as in step 9.
    await system.db.owner.query(
      'update static_position set opening_value = 1000000 where member_id = any($1)',
      [members.slice(3)],
    )
    await system.fillPool('3000')
    await system.goPast(day(1))
    await system.close(day(1))
    const run = await system.outcome(day(1))
    for (let groups = 0; groups < 2; groups++) {
      const ledger = failingAfter(openLedger(), groups)
      const node = system.openNode({ ledger })
      const failingRun = postAll({ database: system.database, earnings: node.earnings }, run)
      await expect(failingRun).rejects.toThrow('the power is out')
    }
    await system.postAll(run)
    await system.postAll(run)
    const usdt = await Promise.all(members.map(async one => (await system.coins(one)).usdt))
    expect(usdt).toEqual(['1020', '1020', '1020', '1001.5', '1001.5'])
    expect(await system.pool()).toBe('2937')
    expect(await system.coins(first)).toMatchObject({ available: '100', locked: '0' })
    expect(await system.coins(second)).toMatchObject({ locked: '80' })
    for (const member of members.slice(3)) expect(await system.prompts(member)).toHaveLength(1)
    expect(await system.breaches()).toEqual([])
  })

  test('shows members a settlement only when all of it is paid', async () => {
    const member = await system.addHolder('100')
    await system.activate(member, '50')
    await system.settleStatic(DAY)
    await system.fillPool('300')
    await system.goPast(day(1))
    await system.close(day(1))
    const run = await system.outcome(day(1))
    const broken = {
      ...openLedger(),
      postCredits: () => Promise.reject(new Error('the power is out')),
    }
    const { earnings } = system.openNode({ ledger: broken })
    await expect(earnings.postPay(run.pay)).rejects.toThrow('the power is out')
    expect((await system.call(staticEarningList, member)).items).toEqual([])
    expect((await system.positions(member))[0]).toMatchObject({ paid: '0', settlements: 0 })
    await system.postAll(run)
    expect((await system.call(staticEarningList, member)).items[0]?.amount).toBe('10')
  })

  test('has payments that can never be changed', async () => {
    const member = await system.addHolder('100')
    await system.activate(member, '50')
    await system.fillPool('300')
    await system.settleStatic(DAY)
    await system.settleStatic(day(1))
    for (const change of [
      'update static_payout_block set amounts[1] = amounts[1] + 1',
      'delete from static_payout_block',
      'truncate static_payout_block',
    ]) {
      await expect(system.db.owner.query(change)).rejects.toThrow('cannot be changed')
    }
  })
})

describe('a split', () => {
  test('multiplies weights and no cap: shares and pay continue unchanged', async () => {
    const [member, other] = [await system.addHolder('100'), await system.addHolder('100')]
    await system.activate(member, '60')
    await system.activate(other, '30')
    await system.settleStatic(DAY, 2_000000n)
    await system.fillPool('900')
    await system.settleStatic(day(1))
    await system.split(2)
    await system.activate(other, '30')
    expect((await system.positions(member))[0]).toMatchObject({
      quantity: '120',
      openingValue: '120',
      cap: '180',
      paid: '20',
    })
    await system.fillPool('30')
    await system.settleStatic(day(2), 1_000000n)
    expect((await system.positions(member))[0]).toMatchObject({ paid: '40' })
    // From now on: 120 of 210 locked coins, 60 + 30 of them the other's.
    await system.fillPool('1190')
    const { pay } = await system.settleStatic(day(3))
    expect(formatAmount(pay.outcome.weight)).toBe('210')
    expect(await system.breaches()).toEqual([])
    await system.writeSplitLines()
    expect(await system.breaches()).toEqual([])
    // The facts of a run before the split are in the units of its cut-off.
    expect((await system.facts(day(1))).positions.quantities[0]).toBe(60_000000n)
  })

  test('gives back twice the coins, whenever the position ends', async () => {
    const member = await system.addHolder('100')
    const [cancelled, freed] = [
      await system.activate(member, '20'),
      await system.activate(member, '60'),
    ]
    await system.split(2)
    await system.cancelActivation(member, cancelled.id)
    await system.settleStatic(DAY)
    await system.askUnlock(member, freed.id)
    await system.settleStatic(day(1))
    await system.writeSplitLines()
    expect(await system.coins(member)).toMatchObject({ available: '200', locked: '0' })
    expect(await system.breaches()).toEqual([])
  })
})

describe('the prompt of an elimination', () => {
  const eliminated = async (): Promise<string> => {
    const member = await system.addHolder('100')
    await system.activate(member, '60')
    await system.settleStatic(DAY)
    await system.fillPool('2700')
    await system.settleStatic(day(1))
    return member
  }

  test('is opened once, delays nothing and holds no balance', async () => {
    const member = await eliminated()
    const [prompt, ...more] = await system.prompts(member)
    expect(more).toEqual([])
    expect(prompt).toMatchObject({ module: 'static', reason: 'cap', quantity: '60' })
    expect(await system.coins(member)).toEqual({ available: '100', locked: '0', usdt: '1090' })
    await system.place(member, '100')
    const params = { id: prompt?.id }
    await system.call(answerPrompt, member, { params, body: { choice: 'keep' } })
    expect(await system.prompts(member)).toEqual([])
    const again = system.call(answerPrompt, member, { params, body: { choice: 'withdraw' } })
    expect(await refusalOf(again)).toBe('promptNotOpen')
  })

  test('gives its kind to the position that cites it, once, and opens again when that is cancelled', async () => {
    const member = await eliminated()
    const [prompt] = await system.prompts(member)
    const promptId = prompt?.id ?? ''
    const cited = await system.activate(member, '20', { promptId })
    expect(cited.kind).toBe('static_reinvest')
    expect(await system.prompts(member)).toEqual([])
    expect(await refusalOf(system.activate(member, '20', { promptId }))).toBe('promptNotOpen')
    await system.cancelActivation(member, cited.id)
    expect((await system.prompts(member)).map(one => one.id)).toEqual([promptId])
  })

  test('cannot be cited or answered by another member', async () => {
    const member = await eliminated()
    const promptId = (await system.prompts(member))[0]?.id ?? ''
    const other = await system.addHolder('100')
    expect(await refusalOf(system.activate(other, '20', { promptId }))).toBe('notFound')
    const answered = system.call(answerPrompt, other, {
      params: { id: promptId },
      body: { choice: 'keep' },
    })
    expect(await refusalOf(answered)).toBe('notFound')
  })

  test('gives its kind to a subscription; other subscriptions are the first, then additional', async () => {
    // The whole settlement runs here, as the treasury composes it.
    const member = await system.addHolder('100')
    await system.activate(member, '60')
    await system.goPast(DAY)
    expect(await system.treasury.settleDue()).toBe(1)
    await system.fillPool('2700')
    await system.goPast(day(1))
    expect(await system.treasury.settleDue()).toBe(1)
    expect((await system.positions(member))[0]).toMatchObject({
      status: 'eliminated',
      endReason: 'cap',
    })
    const promptId = (await system.prompts(member))[0]?.id ?? ''
    const place = (cites: string | null) =>
      system.call(placeSubscription, member, {
        body: { amount: '50', promptId: cites, paymentPassword: '' },
      })
    expect((await place(null)).kind).toBe('first')
    const again = await place(promptId)
    expect(again.kind).toBe('static_reinvest')
    await system.cancel(member, again.id)
    expect(await system.prompts(member)).toHaveLength(1)
    await system.goPast(day(4))
    await system.treasury.settleDue()
    expect((await place(null)).kind).toBe('additional')
    const { items } = await system.call(subscriptionList, member)
    expect(items.map(item => item.kind)).toEqual(['additional', 'static_reinvest', 'first'])
  })
})
