import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  approveProposal,
  cancelSubscription,
  cancelWithdrawal,
  createWithdrawal,
  formatAmount,
  lossList,
  notificationList,
  ownLosses,
  placeSubscription,
  proposeSharing,
  type RefusalName,
  refusals,
  reportShortfall,
  setReceivingAccount,
  statement,
  subscriptionList,
  withdrawalList,
  withdrawalTerms,
} from '@banyan/domain'
import { cutoffOf } from '@banyan/economy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checks } from '../invariants.ts'
import { type HouseAccountKind, houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { approveOpened } from '../testing/approving.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { whileHeld } from '../testing/meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { signInOperators } from '../testing/operators.ts'
import { programArgs } from '../testing/program.ts'
import { offer, PAYOUT_ADDRESS } from '../testing/scene.ts'

/*
 * A complete sharing. The reserve is 600; 1597.5 are missing, so 997.5 are left for balances of
 * 1050.000001: of every unit 52.500001 / 1050.000001 is kept, which is 1/20 and a small remainder.
 */
const DAY_MS = 86_400_000
/** The day on which everything is requested that is settled on it and on later days. */
const DAY = '2026-03-02'
const ledger = openLedger()
let system: HttpSystem
let as: (name: string) => { token: string }
let ann: TestMember
let ben: TestMember
let cid: TestMember
let eve: TestMember
let dot: TestMember
beforeAll(async () => {
  system = await openHttpSystem({ at: `${DAY}T02:00:00Z` })
  as = await signInOperators(system)
  const names = ['Sorrel', 'Bramble', 'Yarrow', 'Clover', 'Teasel']
  ;[ann, ben, cid, eve, dot] = (await Promise.all(names.map(name => system.join(name)))) as [
    ...[TestMember, TestMember, TestMember, TestMember, TestMember],
  ]
  await system.give(ann, 'USDT', '1000')
  await system.give(ben, 'USDT', '300.000001')
  await system.give(cid, 'USDT', '200')
  await system.give(eve, 'USDT', '50')
})
afterAll(() => system.close())

/** Runs something with the clock after the cut-off of a day, the first is 1. */
async function onDay<T>(day: number, act: () => Promise<T>): Promise<T> {
  await system.setClock(new Date(cutoffOf(DAY).getTime() + (day - 1) * DAY_MS + 1_000))
  try {
    return await act()
  } finally {
    await system.shiftClock(0)
  }
}
const settle = (day: number) => onDay(day, () => system.job('settlement'))

const usdt = async (kind: HouseAccountKind) =>
  formatAmount((await ledger.balance(system.db.database, houseAccount('USDT', kind))).posted)
const walletOf = async ({ memberId }: TestMember) => {
  const { posted, held } = await ledger.balance(system.db.database, memberAccount(memberId, 'USDT'))
  return [formatAmount(posted), formatAmount(held)]
}
const wallets = () => Promise.all([ann, ben, cid, eve, dot].map(walletOf))

/** Recharges are credited without a chain here; every other check must hold. */
const ofTheChain = ['deposits', 'custody']
async function reconcile(): Promise<void> {
  for (const { name, check } of checks)
    if (!ofTheChain.includes(name))
      expect([name, await check(system.db.database)]).toEqual([name, []])
}

const subscribe = (member: TestMember, amount: string) =>
  system.must(placeSubscription, {
    as: member,
    body: { amount, paymentPassword: PAYMENT_PASSWORD },
  })
const withdrawing = (amount: string) => ({
  body: {
    amount,
    address: PAYOUT_ADDRESS,
    remarks: null,
    paymentPassword: PAYMENT_PASSWORD,
  },
})
const refused = async (asked: Promise<{ code: number; msg: string }>, why: RefusalName) => {
  const { code, msg } = await asked
  expect([code, msg]).toEqual([refusals[why].code, expect.any(String)])
}
const because = { body: { reason: 'The figures were looked at.' } }
const sharing = {
  body: { most: '1000', notice: { zh: '由所有余额按同一比例分担。', en: 'Shared at one rate.' } },
}

/** A settling worker, stopped by kill -9 at the moment when it waits for a member's account. */
async function settleUntilItIsAt({ memberId }: TestMember): Promise<void> {
  const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = system.config
  const accounts = `select from ledger_account where owner = '${memberId}' and asset = 'USDT' for update`
  await whileHeld(system.db, accounts, async held => {
    const child = spawn(process.execPath, programArgs('settle'), {
      env: { ...process.env, DATABASE_URL, DATA_DIR, TEST_HOOKS: '1', LOG_LEVEL: 'silent' },
      stdio: 'inherit',
    })
    try {
      const ended = held.begin(() => once(child, 'exit'))
      await held.waiters(1)
      child.kill('SIGKILL')
      expect((await ended)[1]).toBe('SIGKILL')
    } finally {
      child.kill('SIGKILL')
    }
  })
}

it('shares what nothing else can bear, by two people and a notice, also across kills', async () => {
  // 500 coins for ann, a part of them in the market's escrow.
  await subscribe(ann, '500')
  await settle(1)
  await settle(2)
  await system.must(setReceivingAccount, {
    as: ann,
    body: {
      bsc: PAYOUT_ADDRESS,
      tron: null,
      contact: '@seller',
      paymentPassword: PAYMENT_PASSWORD,
    },
  })
  await offer(system, ann, '100')
  const request = await system.must(createWithdrawal, { as: ben, ...withdrawing('120.5') })
  const order = await subscribe(cid, '100')
  await reconcile()

  // More is missing than the platform has: requests are accepted with the note that they wait.
  const { id: reported } = await system.must(reportShortfall, {
    as: as('treasurer-1'),
    body: { amount: '1597.5', evidence: 'Both wallets, counted at noon.' },
  })
  await refused(system.ask(proposeSharing, { as: as('treasurer-1'), ...sharing }), 'lossCovered')
  await system.chainLacks('1597.5')
  await approveOpened(system, {
    as: as('treasurer-2'),
    params: { id: reported },
    ...because,
  })
  await system.chainLacks('0')
  expect((await system.must(withdrawalTerms, { as: eve })).paysInFull).toBe(false)
  await system.must(createWithdrawal, { as: eve, ...withdrawing('10') })
  const before = await wallets()
  expect(before).toEqual([
    ['500', '0'],
    ['300.000001', '120.5'],
    ['200', '100'],
    ['50', '10'],
    ['0', '0'],
  ])

  // One person alone changes nothing: the run takes the reserve, fills nothing, and leaves members'
  // balances alone.
  const proposed = await system.must(proposeSharing, { as: as('treasurer-1'), ...sharing })
  expect(proposed.subject).toMatchObject({ kind: 'sharing', most: '1000', uncovered: '997.5' })
  const params = { id: proposed.id }
  const approve = (name: string) =>
    system.ask(approveProposal, { as: as(name), params, ...because })
  await refused(approve('treasurer-1'), 'proposalNeedsAnother')
  await refused(system.ask(proposeSharing, { as: as('treasurer-2'), ...sharing }), 'sharingStands')
  await settle(3)
  expect(await wallets()).toEqual(before)
  expect([await usdt('RESERVE'), await usdt('LOSS')]).toEqual(['0', '-997.5'])
  const pending = (await system.must(subscriptionList, { as: cid })).items[0]
  expect(pending).toMatchObject({ id: order.id, status: 'pending', amount: '100', asked: null })
  expect((await system.must(lossList)).items).toEqual([])
  await reconcile()

  // The second person approves: the notice is published, and everybody is notified.
  expect((await approve('administrator-1')).code).toBe(1)
  expect((await system.must(lossList)).items).toMatchObject([
    { state: 'announced', most: '1000', notice: sharing.body.notice, outcome: null },
  ])
  await system.job('news of settlements')
  const noticesOf = async (member: TestMember) =>
    (await system.must(notificationList, { as: member })).items.map(one => one.kind)
  expect(await noticesOf(dot)).toContain('loss.announced')

  await onDay(4, async () => {
    // Killed while it debits a member with something on hold, and one without.
    await settleUntilItIsAt(ben)
    expect(await wallets()).toEqual(before)
    await refused(
      system.ask(cancelWithdrawal, { as: ben, params: { id: request.id } }),
      'lossBeingShared',
    )
    await refused(
      system.ask(cancelSubscription, { as: cid, params: { id: order.id } }),
      'lossBeingShared',
    )
    await refused(
      system.ask(createWithdrawal, { as: ann, ...withdrawing('20') }),
      'lossBeingShared',
    )
    await reconcile()
    await settleUntilItIsAt(ann)
    expect(await walletOf(ben)).toEqual(['15', '6.025'])
    expect(await walletOf(ann)).toEqual(['500', '0'])
    await reconcile()
    await system.job('settlement')
  })

  expect(await wallets()).toEqual([
    ['25', '0'],
    ['15', '6.025'],
    ['10', '5'],
    ['2.5', '0'],
    ['0', '0'],
  ])
  // 1050.000001 less 997.5 is 52.500001; 25 + 15 + 10 + 2.5 are kept: one unit goes to RISK.
  expect([await usdt('LOSS'), await usdt('RISK')]).toEqual(['0', '0.000001'])
  expect((await system.must(lossList)).items[0]).toMatchObject({
    state: 'done',
    outcome: {
      left: '997.5',
      shared: '997.5',
      owed: '1050.000001',
      poolDynamic: '0',
      members: '997.500001',
      dust: '0.000001',
    },
  })
  await reconcile()

  // Everybody sees their own sum: the line in the statement, the orders with their new amounts.
  expect((await system.must(ownLosses, { as: ben })).items).toMatchObject([
    {
      before: '300.000001',
      taken: '285.000001',
      after: '15',
      orders: [{ kind: 'withdrawal', before: '120.5', after: '6.025' }],
    },
  ])
  expect((await system.must(ownLosses, { as: dot })).items).toEqual([])
  const lines = await system.must(statement, { as: ann, query: { asset: 'USDT' } })
  expect(lines.items[0]).toMatchObject({ kind: 'loss_share', amount: '-475' })
  expect((await system.must(withdrawalList, { as: ben })).items[0]).toMatchObject({
    status: 'under_review',
    amount: '6.025',
    asked: '120.5',
    expected: '5.025',
  })
  // Half a dollar does not pay its own withdrawal fee: the request has ended.
  expect((await system.must(withdrawalList, { as: eve })).items[0]).toMatchObject({
    status: 'refused',
    reason: 'lossShared',
    amount: '10',
  })
  expect((await system.must(subscriptionList, { as: cid })).items[0]).toMatchObject({
    status: 'pending',
    amount: '5',
    asked: '100',
  })
  await system.job('news of settlements')
  expect(await noticesOf(ann)).toContain('loss.shared')
  expect(await noticesOf(dot)).not.toContain('loss.shared')

  // Nothing is missing any more: money can be requested and taken back.
  expect((await system.must(withdrawalTerms, { as: ben })).paysInFull).toBe(true)
  await system.must(cancelWithdrawal, { as: ben, params: { id: request.id } })
  await system.must(cancelSubscription, { as: cid, params: { id: order.id } })
  await reconcile()
})
