import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  cancelWithdrawal,
  changePaymentPassword,
  createWithdrawal,
  refusals,
  removeWithdrawalAddress,
  uuidOf,
  withdrawalForOperator,
  withdrawalTerms,
} from '@banyan/domain'
import {
  changed,
  type NumberName,
  type Parameters,
  parametersV1,
  versionText,
} from '@banyan/economy'
import { newApproverKey } from '@banyan/payouts'
import { endGuard } from '@banyan/tools/guard'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openLedger } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { hashOf } from '../rules/publish.ts'
import { insertVersion, versionAt } from '../rules/store.ts'
import { meet, rowOf, times } from '../testing/meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { cutWithdrawals } from './cut.ts'
import { checkWithdrawals } from './index.ts'
import { openPaying } from './payouts.fixture.ts'

const ledger = openLedger()
const folder = mkdtempSync(join(tmpdir(), 'banyan-rule-check-'))
const ruleCheckKeyFile = join(folder, 'rule-check.key')
const automatic = { payout: '100000000', leftThisHour: '500000000', leftToday: '2000000000' }

let at: Awaited<ReturnType<typeof openPaying>>
beforeAll(async () => {
  const pair = await newApproverKey()
  writeFileSync(ruleCheckKeyFile, JSON.stringify(pair), { mode: 0o600 })
  at = await openPaying({ ruleCheckKeyFile })
  at.keys.push(pair.publicKey)
})
beforeEach(async () => {
  at.signer.steer.status = { automatic }
  await at.pay()
})
afterEach(async () => {
  expect(await checkWithdrawals(at.system.db.database)).toEqual([])
  // Approvals of one test leave the totals of the next.
  await at.system.db.owner.query(
    `update withdrawal_decision set at = at - interval '2 days' where decision = 'automatic'`,
  )
  await at.system.db.owner.query(`update withdrawal_rule_check set at = at - interval '2 days'`)
  await publish(numbersOfV1)
})
afterAll(async () => {
  await at.close()
  rmSync(folder, { recursive: true })
  await endGuard()
})

const check = () => at.system.job('withdrawals.check')

/** A member with an address that a withdrawal approved by two people reached some days ago. */
async function knownMember(days = 4): Promise<{ who: TestMember; address: string }> {
  const { who, id, address } = await at.released()
  await at.pay()
  await at.mine(16)
  expect((await at.see(who, id)).stage).toBe('done')
  const { owner } = at.system.db
  const ago = `interval '${days} days'`
  await owner.query(
    `update withdrawal set requested_at = requested_at - ${ago}, closed_at = closed_at - ${ago} where id = $1`,
    [uuidOf(id)],
  )
  await owner.query(
    `update withdrawal_address set added_at = added_at - ${ago} where member_id = $1`,
    [who.memberId],
  )
  return { who, address }
}

/** Requests a withdrawal, runs the check, and reads it. */
async function asked(who: TestMember, address: string, amount = '50') {
  const { id } = await at.ask(who, { address, amount })
  await check()
  return at.see(who, id)
}
const reasonsOf = async (who: TestMember, address: string, amount?: string) =>
  (await asked(who, address, amount)).ruleCheck?.reasons

/** Sets what the worker last found at the signer. */
const lastSeen = (seen: { pause?: string | null; automatic?: object | null }) =>
  at.system.db.owner.query(
    `update payout_status set pause = $1, since = case when $1::text is not null then house_now() end,
       checked_at = house_now(), signer = signer || jsonb_build_object('automatic', $2::jsonb)`,
    [seen.pause ?? null, JSON.stringify(seen.automatic === undefined ? automatic : seen.automatic)],
  )

const numbersOfV1: Partial<Pick<Parameters, NumberName>> = {
  automaticWithdrawalUsdt: 100_000000n,
  automaticMemberUsdt: 300_000000n,
  automaticPlatformUsdt: 2_000_000000n,
  automaticHourCount: 20,
}

/** Publishes a version of the rule book that is in force at once. */
const publish = (change: Partial<Pick<Parameters, NumberName>>) =>
  inTransaction(at.system.db.database, async tx => {
    const now = await at.system.now()
    const newest = await versionAt(tx, now)
    const version = newest.number + 1
    const effectiveAt = now.toISOString()
    const document = versionText({
      parameters: changed(parametersV1, { ...change, version, effectiveAt }),
      difference: { zh: '测试。', en: 'For the test.' },
      previousHash: newest.hash.toString('hex'),
    })
    await insertVersion(tx, {
      number: version,
      effectiveAt: now,
      publishedAt: now,
      document,
      hash: hashOf(document),
      proposedBy: 'one',
      approvedBy: 'other',
    })
  })

describe('a small withdrawal to a known address of a member in good standing', () => {
  it('is approved by the rule check, in the log of acts with its numbers, and paid', async () => {
    const { system, pay, mine, see, approvers } = at
    const { who, address } = await knownMember()
    const { id } = await at.ask(who, { address, amount: '100' })
    expect((await see(who, id)).waits).toMatchObject({ for: 'check' })
    await check()
    const approved = await see(who, id)
    expect(approved).toMatchObject({ stage: 'released', cancellable: false })
    expect(approved.decisions).toMatchObject([{ decision: 'automatic', role: null }])
    expect(approved.ruleCheck).toMatchObject({ version: expect.any(Number), reasons: [] })
    const { rows } = await system.db.owner.query(
      `select actor, action, t.reason from operator_act a join operator_act_text t on t.seq = a.seq where object = $1`,
      [id],
    )
    expect(rows).toMatchObject([{ actor: 'house', action: 'approve withdrawal by rule check' }])
    expect(rows[0].reason).toMatch(
      /amount 100 of 100 USDT; member 100 of 300; .* 1 of 20 this hour/,
    )
    const seen = await system.must(withdrawalForOperator, {
      as: approvers.reviewer,
      params: { id },
    })
    expect(seen.ruleCheck?.facts).toMatchObject({ amount: '100', memberTotal: '100', faults: 0 })
    await pay()
    await mine(16)
    expect((await see(who, id)).stage).toBe('done')
  })

  it('cannot be cancelled once it is approved, and can before the check has run', async () => {
    const { who, address } = await knownMember()
    const approved = await asked(who, address)
    const reply = await at.system.ask(cancelWithdrawal, { as: who, params: { id: approved.id } })
    expect(reply.code).toBe(refusals.withdrawalSettled.code)
    const { id } = await at.ask(who, { address, amount: '50' })
    await at.system.must(cancelWithdrawal, { as: who, params: { id } })
    await check()
    expect(await at.see(who, id)).toMatchObject({ stage: 'cancelled', ruleCheck: null })
  })

  it('goes to two people once a shared loss has cut it, and stays with them', async () => {
    const { who, address } = await knownMember()
    const { id } = await asked(who, address)
    const { database, owner } = at.system.db
    const { holdId } = await database
      .selectFrom('withdrawal')
      .select('holdId')
      .where('id', '=', uuidOf(id))
      .executeTakeFirstOrThrow()
    await inTransaction(database, async tx => {
      await ledger.voidHold(tx, holdId)
      await cutWithdrawals(ledger, tx, [{ id: uuidOf(id), kept: 40_000000n, period: 'a test' }])
    })
    // Stored as the run stores it, so that the books know why there are two holds.
    await owner.query(`alter table loss_hold drop constraint loss_hold_period_fkey`)
    await owner.query(
      `insert into loss_hold (hold_id, period, kind, order_id, member_id, amount, kept)
       values ($1, '2026-11-23', 'withdrawal', $2, $3, 50000000, 40000000)`,
      [holdId, uuidOf(id), who.memberId],
    )
    await check()
    const cut = await at.see(who, id)
    expect(cut).toMatchObject({ stage: 'requested', waits: { for: 'review' } })
    expect(cut.decisions).toMatchObject([{ decision: 'automatic', overtaken: true }])
  })
})

describe('the rule check leaves to people, with every reason,', () => {
  it('a fresh address, and one that is known for too short a time', async () => {
    const who = await at.member()
    const fresh = privateKeyToAddress(generatePrivateKey())
    const first = await asked(who, fresh)
    expect(first).toMatchObject({ stage: 'requested', waits: { for: 'address' } })
    expect(first.ruleCheck?.reasons).toEqual(['youngAddress'])
    const young = await knownMember(2)
    expect(await reasonsOf(young.who, young.address)).toEqual(['youngAddress'])
  })

  it('an address that was removed and is used again', async () => {
    const { who, address } = await knownMember()
    await at.system.must(removeWithdrawalAddress, { as: who, body: { address } })
    expect(await reasonsOf(who, address)).toEqual(['youngAddress'])
  })

  it('an address that was paid from another hot wallet, which the current signer does not know', async () => {
    const { who, address } = await knownMember()
    await at.system.db.owner.query(
      `update withdrawal_payout set hot_address = lower(hot_address) from withdrawal
       where withdrawal.id = withdrawal_id and member_id = $1`,
      [who.memberId],
    )
    expect(await reasonsOf(who, address)).toEqual(['youngAddress'])
    await at.system.db.owner.query(
      `update withdrawal_payout set hot_address = $2 from withdrawal
       where withdrawal.id = withdrawal_id and member_id = $1`,
      [who.memberId, at.system.config.chain?.addresses.hot],
    )
  })

  it('a large amount, split or whole: parts count together, with those that people decide on', async () => {
    const { who, address } = await knownMember()
    expect(await reasonsOf(who, address, '100.01')).toEqual(['amount'])
    expect(await reasonsOf(who, address, '100')).toEqual([])
    expect(await reasonsOf(who, address, '100')).toEqual(['memberTotal'])
    expect(await reasonsOf(who, address, '99')).toContain('manyRequests')
  })

  it('parts of a large amount on two sides of a day: the window rolls, and does not restart with a day', async () => {
    const { who, address } = await knownMember()
    const movedBack = (interval: string) =>
      at.system.db.owner.query(
        `update withdrawal set requested_at = requested_at - $2::interval
         where member_id = $1 and requested_at > house_now() - interval '2 days'`,
        [who.memberId, interval],
      )
    for (const _ of [1, 2, 3]) expect(await reasonsOf(who, address, '100')).toEqual([])
    await movedBack('23 hours 55 minutes')
    expect(await reasonsOf(who, address, '100')).toContain('memberTotal')
    await movedBack('6 minutes')
    expect(await reasonsOf(who, address, '100')).toEqual([])
  })

  it('the rest, when many accounts have used up the total of the platform: people decide, and nobody is stopped', async () => {
    await publish({ ...numbersOfV1, automaticPlatformUsdt: 300_000000n })
    const [one, other, late] = [await knownMember(), await knownMember(), await knownMember()]
    expect(await reasonsOf(one.who, one.address, '100')).toEqual([])
    expect(await reasonsOf(one.who, one.address, '100')).toEqual([])
    expect(await reasonsOf(other.who, other.address, '60')).toEqual([])
    const left = await asked(late.who, late.address, '50')
    expect(left.ruleCheck?.reasons).toEqual(['platformTotal'])
    await at.approveBoth(at.approvers, left.id)
    expect((await at.see(late.who, left.id)).stage).toBe('released')
    // A smaller one than the rest still passes.
    expect(await reasonsOf(late.who, late.address, '40')).toEqual([])
  })

  it('requests of days without a check, which the totals do not count: none is approved by itself', async () => {
    const { who, address } = await knownMember()
    const waiting = []
    for (const _ of [1, 2, 3]) waiting.push((await at.ask(who, { address, amount: '100' })).id)
    await at.system.db.owner.query(
      `update withdrawal set requested_at = requested_at - interval '25 hours' where id = any($1)`,
      [waiting.map(uuidOf)],
    )
    expect((await at.see(who, waiting[0] as string)).waits).toMatchObject({ for: 'review' })
    await check()
    for (const id of waiting)
      expect((await at.see(who, id)).ruleCheck).toMatchObject({ reasons: ['late'] })
  })

  it('an unusual number in an hour', async () => {
    await publish({ ...numbersOfV1, automaticHourCount: 1 })
    const [one, other] = [await knownMember(), await knownMember()]
    expect(await reasonsOf(one.who, one.address)).toEqual([])
    expect(await reasonsOf(other.who, other.address)).toEqual(['hourCount'])
  })

  it('one of two requests for the rest of the total, in whatever process they are checked', async () => {
    await publish({ ...numbersOfV1, automaticPlatformUsdt: 300_000000n })
    const [one, other] = [await knownMember(), await knownMember()]
    expect(await reasonsOf(one.who, one.address, '100')).toEqual([])
    expect(await reasonsOf(other.who, other.address, '100')).toEqual([])
    const first = await at.ask(one.who, { address: one.address, amount: '100' })
    const second = await at.ask(other.who, { address: other.address, amount: '100' })
    const sides = times(2, () => check())
    await Promise.all(await meet(at.system.db, rowOf('withdrawal', uuidOf(first.id)), sides))
    const stages = [
      (await at.see(one.who, first.id)).stage,
      (await at.see(other.who, second.id)).stage,
    ]
    expect(stages.sort()).toEqual(['released', 'requested'])
  })

  it('a member whose password has changed, who is frozen, or who has a recharge on its way', async () => {
    const { system } = at
    const { who, address } = await knownMember()
    await system.must(changePaymentPassword, {
      as: who,
      body: { oldPassword: PAYMENT_PASSWORD, newPassword: '135790' },
    })
    const more = { address, amount: '50', paymentPassword: '135790' }
    const { id } = await at.ask(who, more)
    await system.db.owner.query(
      `insert into deposit (id, chain_id, transaction_hash, ordinal, member_id, token_units,
         units_per_micro, amount, state, block_number, block_hash, seen_at)
       values (gen_random_uuid(), 1, '0x01', 0, $1, 1, 1, 1, 'confirming', 1, '0x02', house_now())`,
      [who.memberId],
    )
    await system.db.owner.query('update member set frozen_at = house_now() where id = $1', [
      who.memberId,
    ])
    await check()
    await system.db.owner.query('update member set frozen_at = null where id = $1', [who.memberId])
    await system.db.owner.query(`delete from deposit where transaction_hash = '0x01'`)
    const { ruleCheck } = await at.see(who, id)
    expect(ruleCheck?.reasons).toEqual(['changed', 'freeze', 'recharge'])
  })

  it('everything while payouts are paused, or while it is unknown whether they are', async () => {
    const { system } = at
    const { who, address } = await knownMember()
    await lastSeen({ pause: 'signerHalted' })
    expect(await reasonsOf(who, address)).toEqual(['paused'])
    await lastSeen({ pause: null })
    await system.shiftClock(61_000)
    expect(await reasonsOf(who, address)).toEqual(['paused'])
    await system.shiftClock(0)
  })

  it('everything where the signer has no rule check in its list, and the page shows it', async () => {
    const { system } = at
    const { who, address } = await knownMember()
    const terms = () => system.must(withdrawalTerms, { as: who })
    expect((await terms()).ruleCheck).toMatchObject({ largest: '100', memberTotal: '300' })
    await lastSeen({ automatic: null })
    expect((await terms()).ruleCheck).toBeNull()
    expect(await reasonsOf(who, address)).toEqual(['off'])
    await lastSeen({ automatic })
  })

  it('an amount above the caps of the signer, which would never pay it by the check alone', async () => {
    const { who, address } = await knownMember()
    await lastSeen({ automatic: { ...automatic, payout: '48999999' } })
    expect(await reasonsOf(who, address)).toEqual(['signerCap'])
    await lastSeen({ automatic: { ...automatic, leftToday: '48999999' } })
    expect(await reasonsOf(who, address)).toEqual(['signerCap'])
    // An approved one that is not signed yet uses up the caps too.
    await lastSeen({ automatic: { ...automatic, leftThisHour: '97999999' } })
    const [one, other] = [await knownMember(), await knownMember()]
    await lastSeen({ automatic: { ...automatic, leftThisHour: '97999999' } })
    expect(await reasonsOf(one.who, one.address)).toEqual([])
    expect(await reasonsOf(other.who, other.address)).toEqual(['signerCap'])
    await lastSeen({ automatic })
  })
})

it('everything after the signer permanently refused what the check approved, until that is remedied', async () => {
  const { pay, signer } = at
  const [one, other] = [await knownMember(), await knownMember()]
  const { id } = await asked(one.who, one.address)
  signer.steer.refuse = 'addressUnknown'
  await pay()
  expect((await at.see(one.who, id)).refusedBySigner).toMatchObject({ cause: 'addressUnknown' })
  expect(await reasonsOf(other.who, other.address)).toEqual(['off'])
  signer.steer.refuse = null
  await pay()
  expect((await at.see(one.who, id)).refusedBySigner).toBeNull()
  expect(await reasonsOf(other.who, other.address)).toEqual([])
})

it('everything by the version in force at the check, which is named', async () => {
  const { who, address } = await knownMember()
  const { id } = await at.ask(who, { address, amount: '50' })
  await publish({ ...numbersOfV1, automaticWithdrawalUsdt: 49_000000n })
  const { number } = await versionAt(at.system.db.database, await at.system.now())
  await check()
  expect((await at.see(who, id)).ruleCheck).toMatchObject({ version: number, reasons: ['amount'] })
})

it('everything of a stolen session without the payment password', async () => {
  const { who, address } = await knownMember()
  const body = { address, amount: '50', remarks: null, paymentPassword: '000001' }
  const reply = await at.system.ask(createWithdrawal, { as: who, body })
  expect(reply.code).toBe(refusals.paymentPasswordWrong.code)
  const other = privateKeyToAddress(generatePrivateKey())
  expect(await reasonsOf(who, other)).toEqual(['youngAddress'])
})

it('everything when others can read the key of the rule check, and members see that', async () => {
  const { who, address } = await knownMember()
  const { id } = await at.ask(who, { address, amount: '50' })
  chmodSync(ruleCheckKeyFile, 0o644)
  await check()
  chmodSync(ruleCheckKeyFile, 0o600)
  expect(await at.see(who, id)).toMatchObject({
    stage: 'requested',
    waits: { for: 'review' },
    ruleCheck: { reasons: ['off'] },
  })
  expect(await reasonsOf(who, address)).toEqual([])
})
