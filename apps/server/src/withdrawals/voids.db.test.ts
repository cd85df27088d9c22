import {
  approveProposal,
  createWithdrawal,
  notificationList,
  proposeVoid,
  type RefusalName,
  refusals,
  refuseProposal,
  uuidOf,
  withdrawalForOperator,
} from '@banyan/domain'
import { endGuard } from '@banyan/tools/guard'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { hotWallet, tokens } from '../testing/chain.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { checkWithdrawals } from './index.ts'
import { openPaying } from './payouts.fixture.ts'

const ledger = openLedger()
let at: Awaited<ReturnType<typeof openPaying>>
beforeAll(async () => {
  at = await openPaying()
})
afterEach(async () => {
  Object.assign(at.signer.steer, { refuse: null, hangUp: null })
  expect(await checkWithdrawals(at.system.db.database)).toEqual([])
})
afterAll(async () => {
  await at.close()
  await endGuard()
})

const balanceOf = async (who: TestMember) => {
  const account = memberAccount(who.memberId, 'USDT')
  const { posted, held } = await ledger.balance(at.system.db.database, account)
  return [posted, held]
}
/** The signer began to refuse it a day ago. */
const aDayLater = (id: string) =>
  at.system.db.owner.query(
    `update withdrawal_payout set refused_since = refused_since - interval '24 hours' where withdrawal_id = $1`,
    [uuidOf(id)],
  )

it('an order that the signer refuses for a day is voided there, and its money is given back', async () => {
  const { system, pay, released, see, signer, approvers } = at
  signer.steer.refuse = 'notApproved'
  const { who, id } = await released()
  const [before] = await balanceOf(who)
  await pay()
  const refused = await see(who, id)
  expect(refused).toMatchObject({ stage: 'released', refusedBySigner: { cause: 'notApproved' } })
  const { payout } = await system.must(withdrawalForOperator, {
    as: approvers.treasurer,
    params: { id },
  })
  expect(payout?.returnsFrom).toBe(refused.refusedBySigner?.returnsFrom)
  await pay()
  expect(signer.voided.has(id)).toBe(false)

  await aDayLater(id)
  await pay()
  expect(signer.voided.has(id)).toBe(true)
  expect(await see(who, id)).toMatchObject({
    stage: 'returned',
    status: 'refused',
    reason: 'voided',
    waits: null,
    refusedBySigner: { cause: 'notApproved' },
  })
  expect(await balanceOf(who)).toEqual([before, 0n])
  const onTheWay = await ledger.balance(system.db.database, houseAccount('USDT', 'PAYOUTS'))
  expect(onTheWay.posted).toBe(0n)
  const acts = await system.db.owner.query(
    `select actor, t.reason from operator_act a join operator_act_text t on t.seq = a.seq where object = $1
    and action = 'give back voided withdrawal'`,
    [id],
  )
  expect(acts.rows).toMatchObject([
    { actor: 'house', reason: expect.stringContaining('notApproved') },
  ])
  await system.job('notifications')
  const { items } = await system.must(notificationList, { as: who })
  expect(items[0]).toMatchObject({ kind: 'withdrawal.returned', subject: id })

  // The member can request it again like any other withdrawal.
  signer.steer.refuse = null
  const body = { address: refused.address, amount: '100', remarks: null }
  await system.must(createWithdrawal, {
    as: who,
    body: { ...body, paymentPassword: PAYMENT_PASSWORD },
  })
})

describe('two people who do not wait for the day', () => {
  const why = 'The approver has left; the member has asked twice.'
  const asking = (id: string, as = at.approvers.treasurer) =>
    at.system.ask(proposeVoid, { as, body: { withdrawalId: id, why } })
  const deciding = (id: string) => ({ params: { id }, body: { reason: 'Looked at.' } })
  const approving = (id: string, as = at.approvers.otherTreasurer) =>
    at.system.ask(approveProposal, { as, ...deciding(id) })
  const refuses = async (name: RefusalName, reply: ReturnType<typeof asking>) => {
    const { code, msg } = await reply
    expect(code, msg).toBe(refusals[name].code)
  }
  const refused = async () => {
    at.signer.steer.refuse = 'notApproved'
    const one = await at.released()
    await at.run()
    return one
  }

  it('have it given back by the next run, once the signer has promised never to sign it', async () => {
    const { who, id } = await refused()
    const { data } = await asking(id)
    expect(data.subject).toEqual({
      kind: 'withdrawal_void',
      withdrawalId: id,
      amount: '100',
      why,
      cause: 'notApproved',
    })
    await at.pay()
    expect(at.signer.voided.has(id)).toBe(false)
    await refuses('proposalNeedsAnother', approving(data.id, at.approvers.treasurer))
    await refuses('withdrawalVoidProposed', asking(id, at.approvers.otherTreasurer))
    const before = await balanceOf(who)
    expect((await approving(data.id)).code).toBe(1)
    await at.run()
    expect(at.signer.voided.has(id)).toBe(true)
    expect(await at.see(who, id)).toMatchObject({ stage: 'returned', reason: 'voided' })
    expect((await balanceOf(who))[0]).toBe((before[0] ?? 0n) + 100_000_000n)
    await refuses('proposalEnded', approving(data.id))
    const { rows } = await at.system.db.owner.query(
      `select t.reason from operator_act a join operator_act_text t on t.seq = a.seq where object = $1 and action = 'give back voided withdrawal'`,
      [id],
    )
    expect(rows[0].reason).toContain('two operators had it given back')
  })

  it('get nothing back where the signer has signed it after all', async () => {
    const { who, id } = await at.released()
    at.signer.steer.hangUp = 'after'
    await at.pay()
    at.signer.steer.hangUp = null
    at.signer.steer.refuse = 'notApproved'
    await at.pay()
    const { data } = await asking(id)
    expect((await approving(data.id)).code).toBe(1)
    await at.pay()
    expect(await at.see(who, id)).toMatchObject({ stage: 'released', reason: null })
    at.signer.steer.refuse = null
    await at.pay()
    await at.mine(16)
    expect(await at.see(who, id)).toMatchObject({ stage: 'done' })
  })

  it('have agreed on one refusal: when the signer refuses anew, it needs two people again', async () => {
    const { who, id } = await refused()
    const first = await asking(id)
    // Before the next run the refusal is remedied, and another one follows.
    expect((await approving(first.data.id)).code).toBe(1)
    await refuses('withdrawalVoidProposed', asking(id))
    at.signer.steer.refuse = 'addressCooling'
    await at.pay()
    at.signer.steer.refuse = 'notApproved'
    await at.pay()
    await at.pay()
    expect(at.signer.voided.has(id)).toBe(false)
    expect(await at.see(who, id)).toMatchObject({ stage: 'released' })

    const again = await asking(id, at.approvers.otherTreasurer)
    expect((await approving(again.data.id, at.approvers.treasurer)).code).toBe(1)
    await at.pay()
    expect(await at.see(who, id)).toMatchObject({ stage: 'returned', reason: 'voided' })
  })

  it('cannot end an order that the signer does not refuse, or refuses for a while', async () => {
    at.signer.steer.refuse = 'addressCooling'
    const { id } = await at.released()
    await refuses('withdrawalNotRefused', asking(id))
    await at.run()
    await refuses('withdrawalNotRefused', asking(id))
    at.signer.steer.refuse = null
    await at.pay()
    await refuses('withdrawalNotRefused', asking(id))
    await at.mine(16)
    await refuses('withdrawalNotRefused', asking(id))
  })

  it('do not change an order whose refusal was remedied before the second of them agreed', async () => {
    const { who, id } = await refused()
    const { data } = await asking(id)
    at.signer.steer.refuse = null
    await at.pay()
    await refuses('withdrawalNotRefused', approving(data.id))
    const as = at.approvers.otherTreasurer
    await at.system.must(refuseProposal, { as, ...deciding(data.id) })
    await at.mine(16)
    expect(await at.see(who, id)).toMatchObject({ stage: 'done' })
  })
})

it('a lost answer to the void gives the money back in the next run, once', async () => {
  const { pay, released, see, signer, overlapping } = at
  signer.steer.refuse = 'wrongAddress'
  const { who, id } = await released()
  await pay()
  await aDayLater(id)
  signer.steer.hangUp = 'after'
  await pay()
  expect(await see(who, id)).toMatchObject({ stage: 'released' })
  signer.steer.hangUp = null
  await overlapping(pay)
  await pay()
  expect(await see(who, id)).toMatchObject({ stage: 'returned', reason: 'voided' })
  expect((await balanceOf(who))[1]).toBe(0n)
})

it('a refusal that was remedied within the day is forgotten, and the order is paid', async () => {
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

it('an order that was refused is asked for again after half a minute, not in every run', async () => {
  const { pay, run, mine, released, see, signer } = at
  signer.steer.refuse = 'overCap'
  const { who, id } = await released()
  await run()
  const asked = signer.asked()
  await run()
  await run()
  expect(signer.asked()).toBe(asked)
  // Others are handed over meanwhile.
  const other = await released()
  await run()
  expect((await see(other.who, other.id)).refusedBySigner).toMatchObject({ cause: 'overCap' })
  expect(signer.asked()).toBe(asked + 1)
  signer.steer.refuse = null
  await pay()
  await mine(16)
  expect(await see(who, id)).toMatchObject({ stage: 'done' })
})

it('a day of a halt does not count as refusing: nothing is voided', async () => {
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

it('an order that was signed when it was to be voided is paid', async () => {
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

it('nothing is given back while the chain shows a transfer that may have paid it', async () => {
  const { pay, mine, released, see, signer, chain } = at
  signer.steer.refuse = 'notApproved'
  const { who, id, address } = await released()
  await pay()
  // The signer reports that it never signed, and someone with its key has paid all the same.
  await chain.call('transfer', [address, tokens(99)], { from: hotWallet })
  await mine()
  await aDayLater(id)
  await pay()
  expect(signer.voided.has(id)).toBe(true)
  expect(await see(who, id)).toMatchObject({ stage: 'released', reason: null })
})
