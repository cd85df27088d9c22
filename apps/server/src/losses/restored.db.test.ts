import {
  cancelWithdrawal,
  createWithdrawal,
  formatAmount,
  lossList,
  placeSubscription,
  proposeSharing,
  refusals,
  reportShortfall,
} from '@banyan/domain'
import { cutoffOf } from '@banyan/economy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { approveOpened } from '../testing/approving.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { signInOperators } from '../testing/operators.ts'
import { markRestored } from '../testing/restored.ts'
import { PAYOUT_ADDRESS } from '../testing/scene.ts'
import { chainSettings } from '../withdrawals/deciding.fixture.ts'

/*
 * The database was restored, and payouts from before are still looked for on a chain that does not
 * answer: a withdrawal that was paid already must not be cut, so a later run shares the loss that
 * was approved for the next one.
 */
const DAY_MS = 86_400_000
const DAY = '2026-03-02'
const ledger = openLedger()
let system: HttpSystem
let as: (name: string) => { token: string }
let ann: TestMember
let ben: TestMember
beforeAll(async () => {
  system = await openHttpSystem({ at: `${DAY}T02:00:00Z`, env: chainSettings })
  as = await signInOperators(system)
  ann = await system.join('Sorrel')
  ben = await system.join('Bramble')
  await system.give(ann, 'USDT', '1000')
  await system.give(ben, 'USDT', '300')
})
afterAll(() => system.close())

async function settle(day: number): Promise<void> {
  await system.setClock(new Date(cutoffOf(DAY).getTime() + (day - 1) * DAY_MS + 1_000))
  await system.job('settlement')
  await system.shiftClock(0)
}
const approve = (id: string, name: string) =>
  approveOpened(system, {
    as: as(name),
    params: { id },
    body: { reason: 'The figures were looked at.' },
  })
const walletOf = async ({ memberId }: TestMember) => {
  const { posted, held } = await ledger.balance(system.db.database, memberAccount(memberId, 'USDT'))
  return [formatAmount(posted), formatAmount(held)]
}
const wallets = () => Promise.all([ann, ben].map(walletOf))
const stateOfSharing = async () => (await system.must(lossList)).items.map(one => one.state)
const missing = async () =>
  formatAmount((await ledger.balance(system.db.database, houseAccount('USDT', 'LOSS'))).posted)

it('is shared by no run while payouts from before a restore are looked for, and by the next one after', async () => {
  await system.must(placeSubscription, {
    as: ann,
    body: { amount: '500', paymentPassword: PAYMENT_PASSWORD },
  })
  await settle(1)
  await settle(2)
  const { id } = await system.must(createWithdrawal, {
    as: ben,
    body: {
      amount: '100',
      address: PAYOUT_ADDRESS,
      remarks: null,
      paymentPassword: PAYMENT_PASSWORD,
    },
  })
  const body = { amount: '1000', evidence: 'Both wallets, counted at noon.' }
  const reported = await system.must(reportShortfall, { as: as('treasurer-1'), body })
  await system.chainLacks('1000')
  await approve(reported.id, 'treasurer-2')
  await system.chainLacks('0')
  const notice = { zh: '由所有余额按同一比例分担。', en: 'Shared at one rate.' }
  const proposed = await system.must(proposeSharing, {
    as: as('treasurer-1'),
    body: { most: '1000', notice },
  })
  await approve(proposed.id, 'administrator-1')
  await markRestored(system.db.owner, '0 seconds')

  // Two runs take what the platform has, and leave every balance as it is; the approval stays open.
  const before = await wallets()
  for (const day of [3, 4]) {
    await settle(day)
    expect(await wallets()).toEqual(before)
    expect(await stateOfSharing()).toEqual(['announced'])
  }
  const left = await missing()
  expect(left).toMatch(/^-/)
  const cancelling = { as: ben, params: { id } }
  expect((await system.ask(cancelWithdrawal, cancelling)).code).toBe(
    refusals.withdrawalRestorePending.code,
  )

  // All payouts were found: the next run shares what is missing, once.
  await system.db.owner.query(
    `insert into payout_reconciled (number, at) select max(number), house_now() from database_cluster`,
  )
  await settle(5)
  expect(await stateOfSharing()).toEqual(['done'])
  expect(await missing()).toBe('0')
  const after = await wallets()
  expect(after).not.toEqual(before)
  await settle(6)
  expect(await wallets()).toEqual(after)
})
