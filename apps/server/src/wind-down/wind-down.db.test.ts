import {
  about,
  activate,
  activationTerms,
  createAccount,
  createWithdrawal,
  formatAmount,
  notificationList,
  ownWindDown,
  parseAmount,
  payTrade,
  placeSubscription,
  proposeReceipt,
  proposeWindDown,
  proposeWindDownCancel,
  publishOrder,
  type RefusalName,
  redemptionList,
  refusals,
  releaseTrade,
  requestExchange,
  setReceivingAccount,
  statement,
  stoppedCalls,
  subscriptionList,
  subscriptionRound,
  type WindDownView,
  windDowns,
  withdrawalTerms,
} from '@banyan/domain'
import { cutoffOf } from '@banyan/economy'
import { seedOfRun } from '@banyan/tools/seed'
import { beforeAll, expect, it } from 'vitest'
import { checks } from '../invariants.ts'
import {
  type AccountName,
  houseAccount,
  type Ledger,
  memberAccount,
  openLedger,
} from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { askToApprove } from '../testing/approving.ts'
import { openEconomyNode } from '../testing/economy-node.ts'
import { type HttpSystem, type KeptSystem, openHttpSystem } from '../testing/http-system.ts'
import { accountForm, PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { signInOperators } from '../testing/operators.ts'
import {
  drawHash,
  offer,
  orderBody,
  PAYOUT_ADDRESS,
  takePart,
  uploadPicture,
} from '../testing/scene.ts'
import { bindFresh } from '../testing/scene-accounts.ts'
import { openWindDown } from './index.ts'
import { releaseWorkers, settleAndKill, stopAtStatements } from './killed.fixture.ts'
import { recharge, staySignedIn } from './wind-down.fixture.ts'

/*
 * A complete wind-down. Coins are bought on the first days and the notice comes on day 6; it ends
 * with an open trade that nobody pays. A day costs a settlement, so both of its times are cut short
 * after they were checked: balances count from day 3, and the notice ends on day 10.
 */
const DAY_MS = 86_400_000
const DAY = '2026-03-02'
/** Typed amounts have two decimals. */
const CENT = 10_000n
/** Its process is killed this many times, each time at most four statements further. */
const KILLS = 4
const ledger = openLedger()
let system: HttpSystem
let as: (name: string) => { token: string }
let ann: TestMember
let ben: TestMember
let cid: TestMember
let dot: TestMember
let staff: TestMember
/** The platform before its payment, and what everybody had then. */
let kept: KeptSystem
let before: bigint[]
/** The result of the payment without a kill. */
let paid: { outcome: NonNullable<WindDownView['outcome']>; after: bigint[] }
beforeAll(async () => {
  system = await openHttpSystem({ at: `${DAY}T02:00:00Z` })
  as = await signInOperators(system)
  const names = ['Sorrel', 'Bramble', 'Yarrow', 'Clover', 'Teasel']
  ;[ann, ben, cid, dot, staff] = (await Promise.all(names.map(name => system.join(name)))) as [
    ...[TestMember, TestMember, TestMember, TestMember, TestMember],
  ]
  for (const member of [ann, ben, cid, dot, staff]) await recharge(system, member, '1000')
  // Refunded costs, more than OPS keeps, and income that is released slowly.
  await receive('refund', '21')
  await receive('income', '60')
  await system.db.owner.query(`insert into insider values ($1, 'staff', house_now())`, [
    staff.memberId,
  ])
})

/** A moment after the cut-off of a day, the first is 1. */
const behind = (day: number, ms = 1_000) =>
  new Date(cutoffOf(DAY).getTime() + (day - 1) * DAY_MS + ms)

/** Moves the clock past the cut-off of a day; everybody is still signed in. */
async function moveClockTo(day: number, ms?: number): Promise<void> {
  await system.setClock(behind(day, ms))
  await staySignedIn(system)
}
async function settleOn(day: number): Promise<void> {
  await moveClockTo(day)
  await system.job('settlement')
}

const balance = async (account: AccountName) =>
  formatAmount((await ledger.balance(system.db.database, account)).posted)
const usdtOf = async (member: TestMember) => parseAmount(await usdt(member))
const everybody = () => [ann, ben, cid, dot, staff]
const usdt = ({ memberId }: TestMember) => balance(memberAccount(memberId, 'USDT'))
const leaf = ({ memberId }: TestMember) => balance(memberAccount(memberId, 'LEAF'))

async function reconcile(names = checks.map(one => one.name)): Promise<void> {
  for (const { name, check } of checks)
    if (names.includes(name)) expect([name, await check(system.db.database)]).toEqual([name, []])
}

const subscribe = (member: TestMember, amount: string) =>
  system.ask(placeSubscription, { as: member, body: { amount, paymentPassword: PAYMENT_PASSWORD } })
const lock = (member: TestMember, quantity: string) =>
  system.ask(activate, { as: member, body: { quantity, paymentPassword: PAYMENT_PASSWORD } })
const exchange = (member: TestMember, quantity: string) =>
  system.ask(requestExchange, {
    as: member,
    body: { quantity, paymentPassword: PAYMENT_PASSWORD },
  })
const refused = async (asked: Promise<{ code: number; msg: string }>, why: RefusalName) =>
  expect(await asked).toMatchObject({ code: refusals[why].code, msg: expect.any(String) })
const done = async (asked: Promise<{ code: number; msg: string }>) =>
  expect(await asked).toMatchObject({ code: 1 })

const joining = async () => system.ask(createAccount, { body: await accountForm(system.modules) })
const because = { body: { reason: 'Both have read it.' } }
const approve = (id: string, name: string) =>
  askToApprove(system, { as: as(name), params: { id }, ...because })
async function receive(kind: 'refund' | 'income', amount: string): Promise<void> {
  const receiptId = await system.receive(amount)
  const body = { receiptId, kind, payer: 'The operator', evidence: 'Its statement.' }
  const { id } = await system.must(proposeReceipt, { as: as('treasurer-1'), body })
  await done(approve(id, 'treasurer-2'))
}
const proposed = {
  body: {
    notice: { zh: '成交过少，平台清盘。', en: 'Hardly anybody trades: the platform ends.' },
    costs: '1',
    evidence: 'Two servers for ninety days.',
  },
}
const live = async () => (await system.must(windDowns)).items[0]

type Paid = WindDownView & { outcome: NonNullable<WindDownView['outcome']> }
const writing = ['post', 'postCredits', 'postDebits'] as const
/** A ledger that fails at one of its writes: before it, or after it. */
function failingAt(write: number, when: 'before' | 'after'): Ledger {
  let count = 0
  const own = openLedger()
  const fail = (now: typeof when) => {
    if (count === write && now === when) throw new Error('stopped by the test')
  }
  const wrapped = writing.map(name => [
    name,
    async (...given: never[]) => {
      count++
      fail('before')
      const answer = await (own[name] as (...given: never[]) => Promise<unknown>)(...given)
      fail('after')
      return answer
    },
  ])
  return { ...own, ...Object.fromEntries(wrapped) }
}

/** Two operators confirm that custody lacks this much. */
const lose = (usdt: string) =>
  inTransaction(system.db.database, async tx => {
    const shown = { missing: parseAmount('1000'), confirmed: 0n, block: 1, isStale: false }
    const { treasury } = openEconomyNode(system.platform, { missingOf: async () => shown })
    const report = { amount: parseAmount(usdt), evidence: 'Counted.', operatorId: newUuid() }
    const shortfallId = await treasury.reportShortfall(tx, report)
    await treasury.decideShortfall(tx, { shortfallId, operatorId: newUuid(), confirm: true })
  })

/**
 * Continues the payment and stops it at its first write, its second and so on; returns how many
 * there were.
 */
async function stopEverywhere(): Promise<number> {
  for (let write = 1; ; write++) {
    if (write === 3) await lose('0.4')
    for (const when of ['before', 'after'] as const) {
      const ledger = failingAt(write, when)
      const node = openEconomyNode(system.platform, { ledger })
      const ends = openWindDown(system.platform, {
        ...node,
        ledger,
        parameters: node.rules.inForce,
        hasConfirming: async () => false,
      })
      const stopped = await ends.advance().then(
        () => false,
        (error: Error) => /stopped by the test/.test(error.message),
      )
      if (!stopped) return write
      expect(await live()).toMatchObject({ state: 'paying', waitsFor: [], isStopped: false })
      await refused(system.ask(publishOrder, { as: ann, body: orderBody('20') }), 'platformPaying')
      await reconcile(['ledger', 'earnings', 'treasury', 'wind-down'])
    }
  }
}

it('is announced by two people, and waits for everything under way', {
  timeout: 600_000,
}, async () => {
  await done(subscribe(ann, '500'))
  await done(subscribe(ben, '300'))
  await done(subscribe(staff, '100'))
  await settleOn(2)
  await done(lock(ann, '200'))
  await settleOn(6)

  // A sale that brings fees, to a member who held nothing before.
  await system.must(setReceivingAccount, {
    as: ann,
    body: {
      bsc: PAYOUT_ADDRESS,
      tron: null,
      contact: '@seller',
      paymentPassword: PAYMENT_PASSWORD,
    },
  })
  const order = await offer(system, ann, '100')
  const trade = await takePart(system, cid, order.id)
  await system.must(payTrade, {
    as: cid,
    params: { id: trade.id },
    body: { vouchers: [await uploadPicture(system, cid)], hash: drawHash() },
  })
  await system.must(releaseTrade, {
    as: ann,
    params: { id: trade.id },
    body: { paymentPassword: PAYMENT_PASSWORD },
  })
  await done(subscribe(dot, '100'))
  const coinsOfBen = await leaf(ben)
  await done(lock(ben, '50'))
  await reconcile()

  const lettersOfDot = await bindFresh(system, dot)

  // One person alone changes nothing.
  expect(await live()).toBeUndefined()
  expect((await system.must(windDowns)).proposedBecause).toBeNull()
  const { id } = await system.must(proposeWindDown, { as: as('treasurer-1'), ...proposed })
  await refused(
    system.ask(proposeWindDown, { as: as('treasurer-2'), ...proposed }),
    'windDownStands',
  )
  await refused(approve(id, 'treasurer-1'), 'proposalNeedsAnother')
  expect(await live()).toBeUndefined()

  // Two people announce it, and two cancel it while its notice runs.
  await done(approve(id, 'administrator-1'))
  const why = { body: { why: { zh: '有新的收入。', en: 'There is new income.' } } }
  const back = await system.must(proposeWindDownCancel, { as: as('administrator-1'), ...why })
  await refused(subscribe(ann, '100'), 'windDownAnnounced')
  await done(approve(back.id, 'treasurer-1'))
  expect(await live()).toMatchObject({ state: 'cancelled', cancelled: why.body })
  await system.job('news of settlements')
  await refused(
    system.ask(proposeWindDownCancel, { as: as('treasurer-1'), ...why }),
    'windDownNotRunning',
  )

  // Announced for good: a member who buys, activates or joins gets the reason and what is left to
  // do.
  const again = await system.must(proposeWindDown, { as: as('treasurer-1'), ...proposed })
  await done(approve(again.id, 'treasurer-2'))
  expect(await live()).toMatchObject({
    state: 'announced',
    notice: proposed.body.notice,
    costs: '1',
    waitsFor: [],
    outcome: null,
    closedAt: null,
  })
  const { announcedAt, dueAt, heldFrom } = (await live()) as WindDownView
  expect(Date.parse(dueAt) - Date.parse(announcedAt)).toBe(30 * DAY_MS)
  expect(Date.parse(announcedAt) - Date.parse(heldFrom)).toBe(90 * DAY_MS)
  await system.db.owner.query(
    `update wind_down set due_at = $1, held_from = $2 where state = 'announced'`,
    [behind(10, 0), behind(3)],
  )
  await refused(subscribe(ann, '100'), 'windDownAnnounced')
  await refused(lock(ann, '50'), 'windDownAnnounced')
  await refused(joining(), 'windDownAnnounced')
  // No page offers a refused call, and everybody is notified, in the app and by e-mail.
  expect((await system.must(about)).windDown?.stopped).toEqual(stoppedCalls('announced'))
  expect((await system.must(subscriptionRound, { as: ann })).stopped).toBe('windDown')
  expect((await system.must(activationTerms, { as: ann })).stopped).toBe('windDown')
  await system.job('news of settlements')
  for (const as of everybody()) {
    const { items } = await system.must(notificationList, { as })
    expect(items.filter(one => one.kind.startsWith('windDown')).map(one => one.kind)).toEqual([
      'windDown.announced',
      'windDown.cancelled',
      'windDown.announced',
    ])
  }
  expect((await system.emailsTo(lettersOfDot)).map(one => one.subject).join()).toMatch(/清盘/)
  expect(await usdt(dot)).toBe('1000')
  await system.job('wind-down')
  expect((await system.must(subscriptionList, { as: dot })).items[0]).toMatchObject({
    status: 'cancelled',
  })
  expect(await leaf(ben)).toBe(coinsOfBen)
  await reconcile()

  // The last day of the notice: one member queues an exchange, and another takes an order and will
  // not pay.
  await settleOn(9)
  await refused(subscribe(ann, '100'), 'windDownAnnounced')
  const last = await system.must(publishOrder, { as: ann, body: orderBody('60') })
  await moveClockTo(10, -60_000)
  await done(exchange(ben, '40'))
  await takePart(system, cid, last.id, '10')
  await system.job('wind-down')
  expect(await live()).toMatchObject({ state: 'announced' })

  // The notice has ended: nothing new begins, and the open trade goes on to its own end.
  await moveClockTo(10, 60_000 * 60)
  await system.job('wind-down')
  expect(await live()).toMatchObject({
    state: 'closing',
    outcome: null,
    waitsFor: ['trades', 'settlement'],
  })
  await refused(system.ask(publishOrder, { as: ann, body: orderBody('20') }), 'windDownClosing')
  await refused(exchange(ben, '20'), 'windDownClosing')
  await refused(
    system.ask(proposeWindDownCancel, { as: as('treasurer-1'), ...why }),
    'windDownNotRunning',
  )
  expect((await system.must(redemptionList, { as: ben })).items[0]).toMatchObject({
    status: 'cancelled',
  })
  await system.job('otc deadlines')
  await system.job('otc deadlines')
  await system.job('wind-down')
  // The waits are read again after ten seconds.
  expect((await live())?.waitsFor).toEqual(['trades', 'settlement'])
  await moveClockTo(10, 60_000 * 62)
  expect((await live())?.waitsFor).toEqual(['appeals', 'settlement'])
  await reconcile()

  // A buyer who paid late could have appealed for a week; after it one more settlement is waited
  // for.
  await settleOn(18)
  await system.job('wind-down')
  expect((await live())?.waitsFor).toEqual(['settlement'])
  await settleOn(19)
  before = await Promise.all(everybody().map(usdtOf))
  kept = await system.keep()
})

it('pays everybody to the last unit, wherever it is stopped in between', {
  timeout: 600_000,
}, async () => {
  system = await openHttpSystem({ copyOf: kept })
  // Stopped before and after each write of the ledger, it continues where it was.
  expect(await stopEverywhere()).toBeGreaterThan(8)
  const { outcome, ...ended } = (await live()) as Paid
  expect(ended).toMatchObject({ state: 'closed', waitsFor: [], closedAt: expect.any(String) })
  expect(outcome).toMatchObject({ riskBy: 'leastHeld', members: 4, positions: 1 })
  await reconcile()

  // Everybody's own page shows to the last unit what they were paid, and how it is computed.
  const after = await Promise.all(everybody().map(usdtOf))
  const passports = await Promise.all(
    everybody().map(async member => (await system.must(ownWindDown, { as: member })).passport),
  )
  expect(passports.map(one => parseAmount(one?.total ?? '0'))).toEqual(
    after.map((amount, i) => amount - (before[i] ?? 0n)),
  )
  const [ofAnn, , ofCid, ofDot, ofStaff] = passports
  expect(ofAnn?.lines.map(one => one.kind)).toEqual([
    'unlock',
    'wind_down_static',
    'wind_down_burn',
    'wind_down_coins',
    'wind_down_risk',
  ])
  expect(ofAnn?.positions).toHaveLength(1)
  // Coins that were bought after the days that count are paid, and have no part of RISK; the same
  // holds for staff.
  expect(ofCid).toMatchObject({ coins: { quantity: '20' }, risk: { leastHeld: '0', pay: '0' } })
  expect(ofStaff).toMatchObject({ risk: { isInsider: true, part: '0', pay: '0' } })
  expect(ofStaff?.risk.leastHeld).toBe(ofStaff?.coins.quantity)
  expect(ofDot).toBeNull()

  // The books end with what members have not withdrawn and what OPS keeps; nothing is settled any
  // more. A loss that was found during the payment delayed no payment: OPS bears it, and one that
  // is too large stays in LOSS.
  expect(await balance(houseAccount('USDT', 'LOSS'))).toBe('-0.4')
  await system.job('wind-down')
  expect(await balance(houseAccount('USDT', 'LOSS'))).toBe('0')
  const ops = parseAmount(await balance(houseAccount('USDT', 'OPS')))
  const outside = parseAmount((await balance(houseAccount('USDT', 'EXT'))).replace('-', ''))
  expect(after.reduce((all, one) => all + one, ops)).toBe(outside)
  expect(ops).toBe(parseAmount(outcome.ops) - parseAmount('0.4'))
  await settleOn(25)
  await system.job('wind-down')
  expect((await live())?.outcome).toEqual(outcome)
  await reconcile()

  // Everybody can leave and read.
  await refused(subscribe(ann, '100'), 'platformClosed')
  await refused(exchange(ben, '40'), 'platformClosed')
  expect((await system.must(withdrawalTerms, { as: cid })).minimum).toBe('1.01')
  const lines = await system.must(statement, { as: ann, query: { asset: 'USDT' } })
  expect(lines.items[0]).toMatchObject({ kind: 'wind_down_risk' })
  for (const [i, as] of everybody().entries()) {
    // A member with an e-mail address would have to read a code there.
    if (as === dot) continue
    const amount = formatAmount((after[i] ?? 0n) - ((after[i] ?? 0n) % CENT))
    const body = { amount, address: PAYOUT_ADDRESS, remarks: null }
    await system.must(createWithdrawal, {
      as,
      body: { ...body, paymentPassword: PAYMENT_PASSWORD },
    })
    const { posted, held } = await ledger.balance(
      system.db.database,
      memberAccount(as.memberId, 'USDT'),
    )
    expect(posted - held).toBeLessThan(CENT)
  }
  await reconcile()
  paid = { outcome, after }
  await system.close()
})

it('has the same result when its process is killed, again and again', {
  timeout: 600_000,
}, async () => {
  system = await openHttpSystem({ copyOf: kept })
  await stopAtStatements(system)
  const chance = randomOf(seedOfRun())
  for (let kill = 0; kill < KILLS; kill++) {
    expect(await settleAndKill(system, Math.floor(chance() * 4))).toBe(true)
    await reconcile(['ledger', 'earnings', 'treasury', 'wind-down'])
  }
  await releaseWorkers(system)
  await system.job('wind-down')
  const { frozenAt: _, inputHash: __, resultHash: ___, ...figures } = paid.outcome
  expect(await live()).toMatchObject({ state: 'closed', outcome: figures })
  expect(await Promise.all(everybody().map(usdtOf))).toEqual(paid.after)
  await reconcile()
  await system.close()
})

/** Numbers from 0 to 1 drawn from a seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
