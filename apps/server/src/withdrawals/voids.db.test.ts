import { createWithdrawal, notificationList, uuidOf, withdrawalForOperator } from '@banyan/domain'
import { endGuard } from '@banyan/tools/guard'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { hotWallet, tokens } from '../testing/chain.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { checkWithdrawals } from './index.ts'
import { openPaying } from './payouts.fixture.ts'

const ledger = openLedger()
let at: Awaited<ReturnType<typeof openPaying>>
beforeAll(async () => {
  at = await openPaying()
}, 120_000)
afterEach(async () => {
  Object.assign(at.signer.steer, { refuse: null, hangUp: null })
  expect(await checkWithdrawals(at.house.db.database)).toEqual([])
})
afterAll(async () => {
  await at.close()
  await endGuard()
})

const balanceOf = async (who: TestMember) => {
  const account = memberAccount(who.memberId, 'USDT')
  const { posted, held } = await ledger.balance(at.house.db.database, account)
  return [posted, held]
}
/** The signer began to refuse it a day ago. */
const aDayLater = (id: string) =>
  at.house.db.owner.query(
    `update withdrawal_payout set refused_since = refused_since - interval '24 hours' where withdrawal_id = $1`,
    [uuidOf(id)],
  )

it('an order that the signer refuses for a day is voided there, and its money is back', async () => {
  const { house, pay, released, see, signer, approvers } = at
  signer.steer.refuse = 'notApproved'
  const { who, id } = await released()
  const [before] = await balanceOf(who)
  await pay()
  const refused = await see(who, id)
  expect(refused).toMatchObject({ stage: 'released', refusedBySigner: { cause: 'notApproved' } })
  const { payout } = await house.must(withdrawalForOperator, {
    ...{ as: approvers.treasurer, params: { id } },
  })
  expect(payout?.returnsFrom).toBe(refused.refusedBySigner?.returnsFrom)
  await pay()
  expect(signer.voided.has(id)).toBe(false)

  await aDayLater(id)
  await pay()
  expect(signer.voided.has(id)).toBe(true)
  expect(await see(who, id)).toMatchObject({
    ...{ stage: 'returned', status: 'refused', reason: 'voided', waits: null },
    refusedBySigner: { cause: 'notApproved' },
  })
  expect(await balanceOf(who)).toEqual([before, 0n])
  const onTheWay = await ledger.balance(house.db.database, houseAccount('USDT', 'PAYOUTS'))
  expect(onTheWay.posted).toBe(0n)
  const acts = await house.db.owner.query(
    `select actor, reason from operator_act where object = $1
    and action = 'give back voided withdrawal'`,
    [id],
  )
  expect(acts.rows).toMatchObject([
    { actor: 'house', reason: expect.stringContaining('notApproved') },
  ])
  await house.sweep('notifications')
  const { items } = await house.must(notificationList, { as: who })
  expect(items[0]).toMatchObject({ kind: 'withdrawal.returned', subject: id })

  // The member can ask for it again like any other withdrawal.
  signer.steer.refuse = null
  const body = { address: refused.address, amount: '100', remarks: null }
  await house.must(createWithdrawal, {
    as: who,
    body: { ...body, paymentPassword: PAYMENT_PASSWORD },
  })
})

it('a lost answer of the void gives the money back with the next turn, once', async () => {
  const { pay, released, see, signer } = at
  signer.steer.refuse = 'wrongAddress'
  const { who, id } = await released()
  await pay()
  await aDayLater(id)
  signer.steer.hangUp = 'after'
  await pay()
  expect(await see(who, id)).toMatchObject({ stage: 'released' })
  signer.steer.hangUp = null
  await Promise.all([pay(), pay()])
  await pay()
  expect(await see(who, id)).toMatchObject({ stage: 'returned', reason: 'voided' })
  expect((await balanceOf(who))[1]).toBe(0n)
})

it('a refusal that was mended within the day is forgotten, and the order is paid', async () => {
  const { pay, mine, released, see, signer } = at
  signer.steer.refuse = 'overCap'
  const { who, id } = await released()
  await pay()
  signer.steer.refuse = null
  await pay()
  expect((await see(who, id)).refusedBySigner).toBeNull()
  await mine(16)
  expect(await see(who, id)).toMatchObject({ stage: 'done' })
})

it('an order that was refused is asked for again after half a minute, not with every turn', async () => {
  const { pay, turn, mine, released, see, signer } = at
  signer.steer.refuse = 'overCap'
  const { who, id } = await released()
  await turn()
  const asked = signer.asked()
  await turn()
  await turn()
  expect(signer.asked()).toBe(asked)
  // Others are handed over meanwhile.
  const other = await released()
  await turn()
  expect((await see(other.who, other.id)).refusedBySigner).toMatchObject({ cause: 'overCap' })
  expect(signer.asked()).toBe(asked + 1)
  signer.steer.refuse = null
  await pay()
  await mine(16)
  expect(await see(who, id)).toMatchObject({ stage: 'done' })
})

it('a day of a halt is none of refusing: nothing is voided', async () => {
  const { pay, mine, released, see, signer } = at
  signer.steer.refuse = 'chainAway'
  const { who, id } = await released()
  await pay()
  await aDayLater(id)
  await pay()
  expect(signer.voided.has(id)).toBe(false)
  expect((await see(who, id)).refusedBySigner).toBeNull()
  signer.steer.refuse = null
  await pay()
  await mine(16)
  expect(await see(who, id)).toMatchObject({ stage: 'done' })
})

it('one that was signed when it was to be voided is paid', async () => {
  const { pay, mine, released, see, signer } = at
  const { who, id } = await released()
  signer.steer.hangUp = 'after'
  await pay()
  expect(signer.signed.has(id)).toBe(true)
  signer.steer.hangUp = null
  signer.steer.refuse = 'notApproved'
  await pay()
  await aDayLater(id)
  await pay()
  expect((await see(who, id)).stage).toBe('released')
  signer.steer.refuse = null
  await pay()
  await mine(16)
  expect(await see(who, id)).toMatchObject({ stage: 'done' })
})

it('nothing goes back while the chain shows a transfer that may have paid it', async () => {
  const { pay, mine, released, see, signer, chain } = at
  signer.steer.refuse = 'notApproved'
  const { who, id, address } = await released()
  await pay()
  // The signer says that it never signed, and somebody with its key has paid all the same.
  await chain.call('transfer', [address, tokens(99)], { from: hotWallet })
  await mine()
  await aDayLater(id)
  await pay()
  expect(signer.voided.has(id)).toBe(true)
  expect(await see(who, id)).toMatchObject({ stage: 'released', reason: null })
})
