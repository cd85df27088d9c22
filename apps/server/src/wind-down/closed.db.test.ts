import {
  createWithdrawal,
  formatAmount,
  lossList,
  ownLosses,
  proposeReceipt,
  proposeSharing,
  type RefusalName,
  refusals,
  reportShortfall,
  withdrawalList,
} from '@banyan/domain'
import { cutoffOf } from '@banyan/economy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checks } from '../invariants.ts'
import { type HouseAccountKind, houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { newUuid } from '../platform/ids.ts'
import { approveOpened } from '../testing/approving.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { changesOf, whileHeld } from '../testing/meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { signInOperators } from '../testing/operators.ts'
import { PAYOUT_ADDRESS } from '../testing/scene.ts'
import { releaseWorkers, settleAndKill, stopAtStatements } from './killed.fixture.ts'
import { staySignedIn } from './wind-down.fixture.ts'

/*
 * What is left of a closed platform: balances, and 5 in OPS. 680.000001 are missing: worked example
 * E21.
 */
const DAY_MS = 86_400_000
const DAY = '2026-03-02'
const ledger = openLedger()
let system: HttpSystem
let as: (name: string) => { token: string }
let ann: TestMember
let ben: TestMember
let cid: TestMember
let dot: TestMember
beforeAll(async () => {
  system = await openHttpSystem({ at: `${DAY}T02:00:00Z`, isFounded: false })
  as = await signInOperators(system)
  const names = ['Sorrel', 'Bramble', 'Yarrow', 'Clover']
  ;[ann, ben, cid, dot] = (await Promise.all(names.map(name => system.join(name)))) as [
    ...[TestMember, TestMember, TestMember, TestMember],
  ]
  await system.give(ann, 'USDT', '1000')
  await system.give(ben, 'USDT', '300.000001')
  await system.give(cid, 'USDT', '50')
  const receiptId = await system.receive('5')
  const proposal = { receiptId, kind: 'refund', payer: 'The operator', evidence: 'Its statement.' }
  const { id } = await system.must(proposeReceipt, { as: as('treasurer-1'), body: proposal })
  await approve(id, 'treasurer-2')
  await system.db.owner.query(
    `insert into wind_down (id, state, notice_zh, notice_en, costs, evidence, proposed_by, proposed_at,
       approved_by, announced_at, rule_version, due_at, held_from, closed_at)
     values ($1, 'closed', 'zh', 'en', 0, 'none', gen_random_uuid(), house_now() - interval '60 days',
       gen_random_uuid(), house_now() - interval '60 days', 1, house_now() - interval '30 days',
       house_now() - interval '150 days', house_now())`,
    [newUuid()],
  )
})
afterAll(() => system.close())

/** Moves the clock to this long before or after the cut-off of a day, the first is 1. */
async function moveClockTo(day: number, ms: number): Promise<void> {
  await system.setClock(new Date(cutoffOf(DAY).getTime() + (day - 1) * DAY_MS + ms))
  await staySignedIn(system)
}

const usdt = async (kind: HouseAccountKind) =>
  formatAmount((await ledger.balance(system.db.database, houseAccount('USDT', kind))).posted)
const walletOf = async ({ memberId }: TestMember) => {
  const { posted, held } = await ledger.balance(system.db.database, memberAccount(memberId, 'USDT'))
  return [formatAmount(posted), formatAmount(held)]
}
const wallets = () => Promise.all([ann, ben, cid, dot].map(walletOf))

/** Recharges are credited without a chain here; every other check must hold. */
const ofTheChain = ['deposits', 'custody']
async function reconcile(): Promise<void> {
  for (const { name, check } of checks)
    if (!ofTheChain.includes(name))
      expect([name, await check(system.db.database)]).toEqual([name, []])
}

const because = { body: { reason: 'Both have counted it.' } }
const approve = (id: string, name: string) =>
  approveOpened(system, { as: as(name), params: { id }, ...because })
const refused = async (asked: Promise<{ code: number }>, why: RefusalName) =>
  expect((await asked).code).toBe(refusals[why].code)
async function lose(amount: string): Promise<void> {
  await system.chainLacks(amount)
  const body = { amount, evidence: 'Counted twice.' }
  const { id } = await system.must(reportShortfall, { as: as('treasurer-1'), body })
  await approve(id, 'treasurer-2')
  await system.chainLacks('0')
}
const sharing = {
  body: { most: '1000', notice: { zh: '按同一比例分担。', en: 'Shared at one rate.' } },
}
const proposing = () => system.ask(proposeSharing, { as: as('treasurer-1'), ...sharing })
const statesOf = async () => (await system.must(lossList)).items.map(one => one.state)

it('shares what OPS cannot bear at the next cut-off, by two people and a notice, also across kills', {
  timeout: 600_000,
}, async () => {
  const withdrawal = await system.must(createWithdrawal, {
    as: ben,
    body: {
      amount: '120.5',
      address: PAYOUT_ADDRESS,
      remarks: null,
      paymentPassword: PAYMENT_PASSWORD,
    },
  })
  await reconcile()
  // Nobody shares what OPS can bear.
  await refused(proposing(), 'lossCovered')
  await lose('680.000001')
  await system.job('wind-down')
  expect([await usdt('OPS'), await usdt('LOSS')]).toEqual(['0', '-675.000001'])
  const before = await wallets()

  // One person alone changes nothing, and two do not before the cut-off that was announced to
  // everybody.
  const proposed = await system.must(proposeSharing, { as: as('treasurer-1'), ...sharing })
  expect(proposed.subject).toMatchObject({ kind: 'sharing', uncovered: '675.000001' })
  await moveClockTo(1, 1_000)
  await system.job('wind-down')
  await approve(proposed.id, 'administrator-1')
  await moveClockTo(2, -1_000)
  await system.job('wind-down')
  expect([await wallets(), await statesOf()]).toEqual([before, ['announced']])
  await reconcile()

  // Killed while it takes from a member with something on hold, and from those with nothing.
  await moveClockTo(2, 1_000)
  await stopAtStatements(system)
  for (let kill = 0; kill < 3; kill++) {
    expect(await settleAndKill(system, 1)).toBe(true)
    await reconcile()
  }
  await releaseWorkers(system)
  await system.job('wind-down')
  expect(await wallets()).toEqual([
    ['499.999999', '0'],
    ['150', '60.249999'],
    ['24.999999', '0'],
    ['0', '0'],
  ])
  expect([await usdt('OPS'), await usdt('LOSS'), await usdt('RISK')]).toEqual([
    '0.000002',
    '0',
    '0',
  ])
  expect((await system.must(lossList)).items[0]).toMatchObject({
    state: 'done',
    period: '2026-03-03',
    outcome: { shared: '675.000001', owed: '1350.000001', poolDynamic: '0', dust: '0.000002' },
  })
  expect((await system.must(ownLosses, { as: ben })).items).toMatchObject([
    { before: '300.000001', after: '150', orders: [{ before: '120.5', after: '60.249999' }] },
  ])
  expect((await system.must(withdrawalList, { as: ben })).items[0]).toMatchObject({
    id: withdrawal.id,
    status: 'under_review',
    amount: '60.249999',
    asked: '120.5',
  })
  await reconcile()

  // The approval is used up: another loss needs two people again, and an approval that found
  // nothing to share is used up as well.
  await moveClockTo(3, 1_000)
  await lose('10')
  await system.job('wind-down')
  const next = await system.must(proposeSharing, { as: as('treasurer-1'), ...sharing })
  await approve(next.id, 'treasurer-2')
  const receiptId = await system.receive('9.999998')
  const cover = { receiptId, kind: 'cover', payer: 'The operator', evidence: 'Its statement.' }
  const { id } = await system.must(proposeReceipt, { as: as('treasurer-1'), body: cover })
  await approve(id, 'treasurer-2')
  const covered = await wallets()
  await moveClockTo(4, 1_000)
  await system.job('wind-down')
  expect([await wallets(), await statesOf()]).toEqual([covered, ['unused', 'done']])
  await reconcile()
})

it('takes no lock while there is nothing to do', async () => {
  await whileHeld(system.db, changesOf('treasury_founding'), () => system.job('wind-down'))
})
