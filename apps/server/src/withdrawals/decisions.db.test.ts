import {
  cancelWithdrawal,
  createWithdrawal,
  getWithdrawal,
  labelWithdrawalAddress,
  operatorAudit,
  payoutKeyList,
  payoutStatus,
  type RefusalName,
  refusals,
  refuseWithdrawal,
  registerPayoutKey,
  releaseWithdrawal,
  removeWithdrawalAddress,
  reviewWithdrawal,
  uuidOf,
  withdrawalAddressList,
  withdrawalQueue,
  withdrawalTerms,
} from '@banyan/domain'
import { canonicalOrder, newApproverKey } from '@banyan/payouts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memberAccount, openLedger } from '../ledger/index.ts'
import { checkOperators } from '../operators/index.ts'
import type { Reply } from '../testing/http-system.ts'
import { changesOf, meet } from '../testing/meet.ts'
import { openDeciding, seatApprover, signInAgain } from './deciding.fixture.ts'
import { checkWithdrawals } from './index.ts'

let opened: Awaited<ReturnType<typeof openDeciding>>
beforeAll(async () => {
  opened = await openDeciding()
})
afterAll(async () => {
  const { database } = opened.system.db
  expect(await checkWithdrawals(database)).toEqual([])
  expect(await checkOperators(database)).toEqual([])
  await opened.system.close()
})

const refusedAs = (reply: Reply, name: RefusalName) =>
  expect([reply.code, reply.msg]).toEqual([refusals[name].code, expect.any(String)])
const held = async (memberId: string) =>
  (await openLedger().balance(opened.system.db.database, memberAccount(memberId, 'USDT'))).held

describe('a withdrawal that two people approve', () => {
  it('is reviewed and released; its member sees both decisions, and the log has both acts', async () => {
    const { system, approvers, member, ask, cool, review, release, read } = opened
    const who = await member()
    const { id } = await ask(who)
    await cool(id)
    const { reviewer, treasurer } = approvers
    const before = await read(reviewer, id)
    expect(before.checks.filter(one => !one.ok)).toEqual([])
    expect(before).toMatchObject({ state: 'requested', moves: ['review', 'refuse'] })
    expect(before.text).toBe(canonicalOrder(before.order as never))
    expect(before.order).toMatchObject({ withdrawalId: id, amount: '99000000', chainId: 56 })
    expect((await review(reviewer, id, { note: 'Looks right.' })).code).toBe(1)
    const reviewed = await system.must(getWithdrawal, { as: who, params: { id } })
    expect(reviewed).toMatchObject({ stage: 'reviewed', cancellable: true })
    expect(reviewed.waits).toEqual({ for: 'release', until: null, cause: null })
    expect((await release(treasurer, id)).code).toBe(1)
    const released = await system.must(getWithdrawal, { as: who, params: { id } })
    expect(released).toMatchObject({ stage: 'released', status: 'under_review' })
    expect(released.waits).toEqual({ for: 'paused', until: null, cause: 'notConnected' })
    expect(released.cancellable).toBe(false)
    expect(released.decisions).toMatchObject([
      { decision: 'review', role: 'reviewer', operator: 'reviewer-1', note: 'Looks right.' },
      { decision: 'release', role: 'treasurer', operator: 'treasurer-1', note: null },
    ])
    expect(released.steps.map(step => step.stage)).toEqual(['requested', 'reviewed', 'released'])
    refusedAs(await system.ask(cancelWithdrawal, { as: who, params: { id } }), 'withdrawalSettled')
    expect(await held(who.memberId)).toBe(100_000_000n)
    const { items } = await system.must(operatorAudit, { as: reviewer })
    const acts = items.filter(act => act.object === id).map(act => [act.action, act.actor])
    expect(acts).toEqual([
      ['release withdrawal', 'treasurer-1'],
      ['review withdrawal', 'reviewer-1'],
    ])
  })

  it('waits in a queue with its age and checks; the terms say that nothing is paid out yet', async () => {
    const { system, approvers, member, ask } = opened
    const who = await member()
    const { id } = await ask(who)
    const query = { state: 'requested' }
    const { items } = await system.must(withdrawalQueue, { as: approvers.treasurer, query })
    expect(items.find(one => one.id === id)).toMatchObject({
      accountId: who.accountId,
      expected: '99',
      ageMinutes: 0,
      moves: ['refuse'],
      checks: expect.arrayContaining([{ check: 'address', ok: false }]),
    })
    const status = await system.must(payoutStatus, { as: approvers.treasurer })
    expect(status).toMatchObject({ pause: 'notConnected', signer: null })
    expect((await system.must(withdrawalTerms, { as: who })).payoutsPaused).toBe('notConnected')
  })
})

describe('an approval is refused', () => {
  it('before the address has cooled, and while the account is frozen', async () => {
    const { system, approvers, member, ask, cool, review } = opened
    const who = await member()
    const { id } = await ask(who)
    refusedAs(await review(approvers.reviewer, id), 'withdrawalAddressCooling')
    await cool(id)
    const freeze = (until: string) =>
      system.db.owner.query(
        `insert into member_freeze (id, member_id, cause, until, withdrawals, sells, began_at)
         values (gen_random_uuid(), $1, 'payment-reset', ${until}, true, true, house_now())`,
        [who.memberId],
      )
    await freeze(`house_now() + interval '1 hour'`)
    refusedAs(await review(approvers.reviewer, id), 'withdrawalsFrozen')
    const shown = await system.must(getWithdrawal, { as: who, params: { id } })
    expect(shown.waits).toMatchObject({ for: 'freeze', until: expect.any(String) })
  })

  it('after a freeze that came between review and release', async () => {
    const { system, approvers, member, ask, cool, review, release } = opened
    const who = await member()
    const { id } = await ask(who)
    await cool(id)
    expect((await review(approvers.reviewer, id)).code).toBe(1)
    await system.db.owner.query(
      `insert into member_freeze (id, member_id, cause, until, withdrawals, sells, began_at)
       values (gen_random_uuid(), $1, 'login-reset', house_now() + interval '1 day', true, true, house_now())`,
      [who.memberId],
    )
    refusedAs(await release(approvers.treasurer, id), 'withdrawalsFrozen')
  })

  it('without a reason where a check is not fine', async () => {
    const { system, approvers, ask, cool, review } = opened
    const young = await system.join('Newcomer')
    await system.give(young, 'USDT', '500')
    const { id } = await ask(young)
    await cool(id)
    const reply = await review(approvers.reviewer, id)
    refusedAs(reply, 'withdrawalReasonNeeded')
    expect(reply.msg).toContain('newAccount')
    const reason = 'Known in person; the recharge is two days old.'
    expect((await review(approvers.reviewer, id, { reason })).code).toBe(1)
  })

  it('for a signature over anything else, in another role or name, or by another key', async () => {
    const { system, approvers, member, ask, cool, sign } = opened
    const { reviewer, otherReviewer, treasurer } = approvers
    const { id } = await ask(await member())
    await cool(id)
    const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
    const forged = [
      await sign(reviewer, id, { amount: '99000001' }),
      await sign(reviewer, id, { address: other }),
      await sign(reviewer, id, { chainId: 97 }),
      await sign({ ...reviewer, role: 'treasurer' }, id),
      await sign({ ...reviewer, name: otherReviewer.name }, id),
      await sign({ ...reviewer, privateKey: treasurer.privateKey }, id),
      'not a signature',
    ]
    for (const signature of forged) {
      const body = { signature, note: null, reason: null }
      refusedAs(
        await system.ask(reviewWithdrawal, { as: reviewer, params: { id }, body }),
        'payoutSignatureWrong',
      )
    }
  })

  it('to a treasurer before the review, to a second reviewer after it, and to every other role', async () => {
    const { system, approvers, member, ask, cool, review, release } = opened
    const { id } = await ask(await member())
    await cool(id)
    refusedAs(await release(approvers.treasurer, id), 'withdrawalNotWaiting')
    expect((await review(approvers.reviewer, id)).code).toBe(1)
    refusedAs(await review(approvers.otherReviewer, id), 'withdrawalNotWaiting')
    const body = { signature: 'x', note: null, reason: null }
    for (const as of [approvers.reviewer, approvers.otherReviewer])
      refusedAs(await system.ask(releaseWithdrawal, { as, params: { id }, body }), 'forbidden')
  })

  it('to the person who reviewed, even in another role since', async () => {
    const { system, approvers, member, ask, cool, review, release } = opened
    const { id } = await ask(await member())
    await cool(id)
    expect((await review(approvers.otherReviewer, id)).code).toBe(1)
    const setRole = (role: string) =>
      system.db.owner.query('update operator set role = $1 where name = $2', [
        role,
        approvers.otherReviewer.name,
      ])
    await setRole('treasurer')
    const now = { ...approvers.otherReviewer, role: 'treasurer' as const }
    refusedAs(await release(now, id), 'withdrawalSecondPerson')
    await setRole('reviewer')
    await expect(
      system.db.owner.query(
        `insert into withdrawal_decision (id, withdrawal_id, decision, role, operator_id, operator, at, arrives, signature)
         select gen_random_uuid(), withdrawal_id, 'release', 'treasurer', operator_id, operator, at, arrives, signature
         from withdrawal_decision where withdrawal_id = $1`,
        [uuidOf(id)],
      ),
    ).rejects.toThrow('two_people')
  })

  it('to an operator who is the member, or close to the member by invitations', async () => {
    const { system, member, ask, cool, review } = opened
    const who = await member()
    const { rows } = await system.db.owner.query('select invite_code from member where id = $1', [
      who.memberId,
    ])
    const friend = await system.join('Friend', rows[0].invite_code)
    const { id } = await ask(who)
    await cool(id)
    const self = await seatApprover(system, 'self', 'reviewer', who.memberId)
    refusedAs(await review(self, id), 'withdrawalOwn')
    const near = await seatApprover(system, 'near', 'reviewer', friend.memberId)
    refusedAs(await review(near, id), 'withdrawalTie')
    const body = { reason: 'Mine.' }
    refusedAs(
      await system.ask(refuseWithdrawal, { as: self, params: { id }, body }),
      'withdrawalOwn',
    )
  })
})

describe('a refusal', () => {
  it('gives the whole amount back, is shown to the member with its reason, and removes the address', async () => {
    const { system, approvers, member, ask, cool, review } = opened
    const who = await member()
    const { id } = await ask(who)
    await cool(id)
    await review(approvers.reviewer, id)
    const body = { reason: 'The address is on a list of stolen money.' }
    await system.must(refuseWithdrawal, { as: approvers.treasurer, params: { id }, body })
    const shown = await system.must(getWithdrawal, { as: who, params: { id } })
    expect(shown).toMatchObject({
      status: 'refused',
      stage: 'refused',
      reason: 'refused',
      refusal: body.reason,
      waits: null,
      cancellable: false,
    })
    expect(await held(who.memberId)).toBe(0n)
    expect((await system.must(withdrawalAddressList, { as: who })).items).toEqual([])
    const again = await system.ask(refuseWithdrawal, {
      as: approvers.treasurer,
      params: { id },
      body,
    })
    refusedAs(again, 'withdrawalNotWaiting')
  })

  it('comes too late once it has been released', async () => {
    const { system, approvers, member, ask, approveBoth } = opened
    const { id } = await ask(await member())
    await approveBoth(approvers, id)
    const body = { reason: 'On second thought.' }
    refusedAs(
      await system.ask(refuseWithdrawal, { as: approvers.treasurer, params: { id }, body }),
      'withdrawalNotWaiting',
    )
  })
})

describe('a stolen session', () => {
  it('causes no payout: not without the payment password, not sooner than the address cools, not as an operator', async () => {
    const { system, approvers, member, ask, review } = opened
    const who = await member()
    const thief = { token: who.token }
    const address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    const body = { address, amount: '100', remarks: null, paymentPassword: '000000' }
    refusedAs(await system.ask(createWithdrawal, { as: thief, body }), 'paymentPasswordWrong')
    for (const endpoint of [
      reviewWithdrawal,
      releaseWithdrawal,
      registerPayoutKey,
      withdrawalQueue,
    ])
      refusedAs(
        await system.ask(endpoint, { as: thief, params: { id: `wdr_${'0'.repeat(32)}` } }),
        'sessionExpired',
      )
    // The thief can cancel the member's request, but not speed it up or redirect it.
    const { id } = await ask(who, { address })
    const label = { address, label: 'Mine' }
    await system.must(labelWithdrawalAddress, { as: thief, body: label })
    refusedAs(
      await system.ask(removeWithdrawalAddress, { as: thief, body: { address } }),
      'withdrawalAddressInUse',
    )
    refusedAs(await review(approvers.reviewer, id), 'withdrawalAddressCooling')
  })
})

describe('a race', () => {
  it('between the member’s cancellation and the second approval has one winner', async () => {
    const { system, approvers, member, ask, cool, review, release } = opened
    for (let round = 0; round < 3; round++) {
      const who = await member()
      const { id } = await ask(who)
      await cool(id)
      await review(approvers.reviewer, id)
      const acts = [
        () => system.ask(cancelWithdrawal, { as: who, params: { id } }),
        () => release(approvers.treasurer, id),
      ]
      const [cancelled, released] = await Promise.all(
        await meet(system.db, changesOf('withdrawal'), acts),
      )
      expect([cancelled?.code === 1, released?.code === 1].filter(Boolean).length).toBe(1)
      const shown = await system.must(getWithdrawal, { as: who, params: { id } })
      const isCancelled = cancelled?.code === 1
      expect(shown.stage).toBe(isCancelled ? 'cancelled' : 'released')
      expect(await held(who.memberId)).toBe(isCancelled ? 0n : 100_000_000n)
    }
  })

  it('between two treasurers releases once', async () => {
    const { system, approvers, member, ask, cool, review, release, read } = opened
    const { id } = await ask(await member())
    await cool(id)
    await review(approvers.reviewer, id)
    const { treasurer, otherTreasurer } = approvers
    const replies = await Promise.all(
      await meet(
        system.db,
        changesOf('withdrawal'),
        [treasurer, otherTreasurer].map(by => () => release(by, id)),
      ),
    )
    expect(replies.filter(reply => reply.code === 1).length).toBe(1)
    expect((await read(treasurer, id)).decisions.length).toBe(2)
  })
})

describe('the key of an approver', () => {
  it('is registered soon after a sign-in, belongs to one person, and is a point of the curve', async () => {
    const { system, approvers } = opened
    const { reviewer, treasurer } = approvers
    const { items } = await system.must(payoutKeyList, { as: treasurer })
    expect(items.find(one => one.name === reviewer.name)?.publicKey).toBe(reviewer.publicKey)
    const register = (publicKey: string, as = treasurer) =>
      system.ask(registerPayoutKey, { as, body: { publicKey } })
    refusedAs(await register(reviewer.publicKey), 'payoutKeyTaken')
    refusedAs(await register(`B${'A'.repeat(86)}`), 'payoutKeyWrong')
    refusedAs(await register('mine'), 'payoutKeyWrong')
    await system.db.owner.query(
      `update operator_session set signed_in_at = signed_in_at - interval '6 minutes'`,
    )
    const { publicKey } = await newApproverKey()
    refusedAs(await register(publicKey), 'operatorSignInStale')
    const { token } = await signInAgain(system, 'treasurer-2')
    const fresh = { ...approvers.otherTreasurer, token }
    expect((await register(publicKey, fresh)).code).toBe(1)
  })

  it('is needed before anything is approved', async () => {
    const { system, member, ask, cool } = opened
    const keyless = await seatApprover(system, 'keyless', 'support')
    await system.db.owner.query(`update operator set role = 'reviewer' where name = 'keyless'`)
    const { id } = await ask(await member())
    await cool(id)
    const body = { signature: 'A'.repeat(86), note: null, reason: null }
    refusedAs(
      await system.ask(reviewWithdrawal, { as: keyless, params: { id }, body }),
      'payoutKeyMissing',
    )
  })
})
