import {
  createWithdrawal,
  getWithdrawal,
  moneyFlows,
  payoutStatus,
  refusals,
  uuidOf,
  withdrawalForOperator,
  withdrawalTerms,
} from '@banyan/domain'
import { endGuard } from '@banyan/tools/guard'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { custodyAddresses, hotWallet, otherPayer, tokens } from '../testing/chain.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { cutWithdrawals } from './cut.ts'
import { checkWithdrawals, payoutNotices } from './index.ts'
import { minedUnbooked } from './payout-store.ts'
import { openPaying } from './payouts.fixture.ts'

const ledger = openLedger()
let at: Awaited<ReturnType<typeof openPaying>>
beforeAll(async () => {
  at = await openPaying()
})
afterEach(async () => {
  Object.assign(at.signer.steer, {
    refuse: null,
    refuseAll: false,
    hangUp: null,
    silent: false,
    lie: null,
    status: {},
  })
  expect(await checkWithdrawals(at.system.db.database)).toEqual([])
})
afterAll(async () => {
  await at.close()
  await endGuard()
})

const balanceOf = async (who: TestMember) => {
  const { posted, held } = await ledger.balance(
    at.system.db.database,
    memberAccount(who.memberId, 'USDT'),
  )
  return [posted, held]
}
const onTheWay = async () =>
  (await ledger.balance(at.system.db.database, houseAccount('USDT', 'PAYOUTS'))).posted
const outside = async () =>
  (await ledger.balance(at.system.db.database, houseAccount('USDT', 'EXT'))).posted
const gone = async () =>
  minedUnbooked(at.system.db.database, at.system.config.chain?.chainId ?? 0, await at.chain.head())
const hashOf = (id: string) => {
  const [hash] = at.signer.signed.get(id)?.transactions ?? []
  if (!hash) throw new Error(`${id} was not signed`)
  return hash
}
const usdt = (whole: number) => BigInt(whole) * 1_000_000n

describe('an address of the platform', () => {
  it('is no address for a payout: money that stays in custody is not paid out', async () => {
    const who = await at.member()
    for (const address of Object.values(custodyAddresses)) {
      const body = { address, amount: '100', remarks: null, paymentPassword: PAYMENT_PASSWORD }
      const reply = await at.system.ask(createWithdrawal, { as: who, body })
      expect(reply.code).toBe(refusals.withdrawalAddressOwn.code)
    }
  })
})

describe('a released withdrawal', () => {
  it('is handed over, sent, confirmed by the watcher and booked; its member sees each step', async () => {
    const { system, pay, mine, see, released, approvers } = at
    const { who, id, address } = await released()
    const [before] = await balanceOf(who)
    const outsideBefore = await outside()
    await pay()
    expect(await balanceOf(who)).toEqual([(before ?? 0n) - usdt(100), 0n])
    expect(await onTheWay()).toBe(usdt(100))
    expect(await see(who, id)).toMatchObject({
      status: 'under_review',
      stage: 'released',
      waits: { for: 'chain' },
      payout: { transaction: hashOf(id), confirmations: 0, needed: 15 },
    })
    await mine()
    expect(await see(who, id)).toMatchObject({
      status: 'adopted',
      stage: 'sent',
      waits: { for: 'confirmations' },
      payout: { transaction: hashOf(id), confirmations: 1 },
    })
    expect([await onTheWay(), await gone()]).toEqual([usdt(100), usdt(99)])
    for (let depth = 2; depth < 15; depth++) await mine()
    expect((await see(who, id)).payout?.confirmations).toBe(14)
    await mine()
    const paid = await see(who, id)
    expect(paid).toMatchObject({ stage: 'done', status: 'adopted', waits: null })
    expect(paid.steps.map(step => step.stage)).toEqual([
      'requested',
      'reviewed',
      'released',
      'sent',
      'done',
    ])
    expect([await onTheWay(), await gone()]).toEqual([0n, 0n])
    expect(await outside()).toBe(outsideBefore + usdt(99))
    expect(await system.must(moneyFlows, { as: who })).toMatchObject({ withdrawn: '99' })
    const [transfer] = await at.system.db.database
      .selectFrom('custodyTransfer')
      .selectAll()
      .where('transactionHash', '=', hashOf(id))
      .execute()
    expect(transfer).toMatchObject({ recipient: address.toLowerCase(), tokenUnits: tokens(99) })
    const seen = await system.must(withdrawalForOperator, {
      as: approvers.reviewer,
      params: { id },
    })
    expect(seen).toMatchObject({ state: 'paid', order: null, moves: [] })
    const { rows } = await system.db.owner.query(
      `select kind, amount::text from ledger_transfer where reference = $1 order by kind`,
      [id],
    )
    expect(rows).toEqual([
      { kind: 'payout', amount: '99000000' },
      { kind: 'payout_fee', amount: '1000000' },
      { kind: 'withdrawal', amount: '99000000' },
      { kind: 'withdrawal_fee', amount: '1000000' },
    ])
  })

  it('is paid once, however often and by however many processes the driver runs', async () => {
    const { pay, mine, see, released, signer, watch, overlapping } = at
    const { who, id } = await released()
    await overlapping(pay)
    await pay()
    expect([...signer.signed.keys()].filter(one => one === id).length).toBe(1)
    await mine(16)
    await Promise.all([watch(), watch(), pay()])
    expect((await see(who, id)).stage).toBe('done')
  })

  it('waits until the signer has known the address for as long as it cools', async () => {
    const { system, pay, signer, see, ask, member, approveBoth, approvers, coolAtSigner } = at
    const who = await member()
    const { id, address } = await ask(who)
    await approveBoth(approvers, id)
    await pay()
    expect(signer.noted.has(address)).toBe(true)
    expect(signer.signed.has(id)).toBe(false)
    expect((await see(who, id)).waits).toMatchObject({ for: 'payout' })
    expect((await system.must(withdrawalTerms, { as: who })).payoutsPaused).toBeNull()
    await coolAtSigner()
    await pay()
    expect(signer.signed.has(id)).toBe(true)
    await at.mine(16)
  })

  it('is not handed over during a freeze that came after both approvals', async () => {
    const { system, pay, signer, see, released } = at
    const { who, id } = await released()
    await system.db.owner.query(
      `insert into member_freeze (id, member_id, cause, until, withdrawals, sells, began_at)
       values (gen_random_uuid(), $1, 'payment-reset', house_now() + interval '1 day', true, true, house_now())`,
      [who.memberId],
    )
    await pay()
    expect(signer.signed.has(id)).toBe(false)
    expect((await see(who, id)).waits).toMatchObject({ for: 'freeze' })
    await system.db.owner.query('delete from member_freeze where member_id = $1', [who.memberId])
    await pay()
    expect(signer.signed.has(id)).toBe(true)
    await at.mine(16)
  })

  it('is not handed over while an operator has frozen the whole account', async () => {
    const { system, pay, signer, released } = at
    const { who, id } = await released()
    const { owner } = system.db
    await owner.query('update member set frozen_at = house_now() where id = $1', [who.memberId])
    await pay()
    expect(signer.signed.has(id)).toBe(false)
    await owner.query('update member set frozen_at = null where id = $1', [who.memberId])
    await pay()
    expect(signer.signed.has(id)).toBe(true)
    await at.mine(16)
  })
})

describe('a payout that is cut short', () => {
  it('before the signer processed it has left the balance, and the next run continues', async () => {
    const { pay, mine, signer, see, released } = at
    const { who, id } = await released()
    signer.steer.hangUp = 'before'
    await pay()
    expect(signer.signed.has(id)).toBe(false)
    expect(await onTheWay()).toBe(usdt(100))
    expect((await see(who, id)).waits).toMatchObject({ for: 'paused', cause: 'signerAway' })
    signer.steer.hangUp = null
    await pay()
    await mine(16)
    expect((await see(who, id)).stage).toBe('done')
  })

  it('after it was signed, with the answer lost and the payout final, is counted, asked for again, and paid once', async () => {
    const { pay, mine, watch, signer, see, released } = at
    const { who, id } = await released()
    signer.steer.hangUp = 'after'
    await pay()
    await mine(20)
    expect((await see(who, id)).stage).toBe('released')
    // The chain shows less and the books know why, though the transaction is not known here.
    expect(await gone()).toBe(usdt(99))
    expect(await checkWithdrawals(at.system.db.database)).toEqual([])
    signer.steer.hangUp = null
    await pay()
    await watch()
    expect((await see(who, id)).stage).toBe('done')
    expect(await gone()).toBe(0n)
  })

  it('by a refusal that signs nothing stays handed over, and operators see why', async () => {
    const { system, pay, mine, signer, released, approvers } = at
    const { id } = await released()
    signer.steer.refuse = 'overCap'
    await pay()
    const as = approvers.treasurer
    const read = () => system.must(withdrawalForOperator, { as, params: { id } })
    expect(await read()).toMatchObject({ state: 'handed', payout: { refused: 'overCap' } })
    signer.steer.refuse = null
    await pay()
    expect(await read()).toMatchObject({ state: 'signed', payout: { refused: null } })
    await mine(16)
  })
})

describe('the chain', () => {
  it('takes back a block with a payout: it waits again, and is booked once', async () => {
    const { chain, pay, mine, watch, see, released, signer } = at
    const { who, id } = await released()
    await pay()
    await mine()
    expect((await see(who, id)).stage).toBe('sent')
    const { raw } = signer.signed.get(id) ?? {}
    await chain.reorg(1)
    await watch()
    const back = await see(who, id)
    expect([back.stage, back.waits?.for]).toEqual(['released', 'chain'])
    expect(await onTheWay()).toBe(usdt(100))
    await chain.reorg(1, [[raw as `0x${string}`, 0]])
    await mine(16)
    expect((await see(who, id)).stage).toBe('done')
  })

  it.each([2, 9, 14])(
    'takes back %i blocks with a payout that stays: it is booked once',
    async depth => {
      const { chain, pay, mine, watch, see, released, signer } = at
      const { who, id } = await released()
      const before = await outside()
      await pay()
      await mine(depth)
      const { raw } = signer.signed.get(id) ?? {}
      await chain.reorg(depth, [[raw as `0x${string}`, depth - 1]])
      await watch()
      expect((await see(who, id)).stage).toBe('sent')
      await mine(14)
      expect((await see(who, id)).stage).toBe('done')
      await mine(16)
      expect(await outside()).toBe(before + usdt(99))
    },
  )

  it('takes back 30 blocks with a payout that was booked: reconcile names it until a block has it again', async () => {
    const { chain, system, pay, mine, watch, see, released, signer } = at
    const { who, id } = await released()
    // The payouts of other tests are below that block.
    await mine(12)
    await pay()
    await mine(20)
    expect((await see(who, id)).stage).toBe('done')
    const before = await outside()
    await chain.reorg(30)
    await watch()
    expect(await payoutNotices(system.db.database)).toEqual([
      expect.stringMatching(`${id} of 99 USDT was paid and its transaction ${hashOf(id)} left`),
    ])
    expect((await see(who, id)).stage).toBe('done')
    const { raw } = signer.signed.get(id) ?? {}
    await chain.reorg(1, [[raw as `0x${string}`, 0]])
    await mine(16)
    expect(await payoutNotices(system.db.database)).toEqual([])
    expect(await outside()).toBe(before)
  })

  it('uses the nonce for something else, finally: everything is given back', async () => {
    const { chain, pay, mine, see, released, signer } = at
    const { who, id } = await released()
    const before = await balanceOf(who)
    signer.steer.silent = true
    await pay()
    signer.steer.lie = truth => ({ ...truth, state: 'returned' })
    await pay()
    // The nonce is still free: the signer's report alone gives nothing back.
    expect((await see(who, id)).stage).toBe('released')
    await chain.call('transfer', [custodyAddresses.cold, tokens(1)], { from: hotWallet })
    await mine(1)
    await pay()
    expect((await see(who, id)).stage).toBe('released')
    await mine(70)
    await pay()
    const shown = await see(who, id)
    expect(shown).toMatchObject({ stage: 'returned', status: 'refused', reason: 'returned' })
    expect(await balanceOf(who)).toEqual([before[0], 0n])
    expect(await onTheWay()).toBe(0n)
    expect(await at.system.must(moneyFlows, { as: who })).toMatchObject({ withdrawn: '0' })
  })
})

describe('a signer that lies', () => {
  it('reports a payout as final that is in no block: it stays unpaid', async () => {
    const { pay, mine, watch, see, released, signer } = at
    const { who, id } = await released()
    signer.steer.silent = true
    const nowhere = `0x${'ab'.repeat(32)}`
    signer.steer.lie = truth => ({
      ...truth,
      state: 'final',
      mined: { transaction: nowhere, block: 1 },
    })
    await pay()
    await mine(16)
    expect((await see(who, id)).stage).toBe('released')
    // Sent at last.
    const { raw } = signer.signed.get(id) ?? {}
    await at.chain.reorg(1, [[raw as `0x${string}`, 0]])
    await watch()
    await mine(16)
    expect((await see(who, id)).stage).toBe('done')
  })

  it('names the transaction of another payout to the same address: that pays one of them', async () => {
    const { system, pay, mine, see, released, signer, approvers } = at
    const first = await released()
    await pay()
    await mine(16)
    expect((await see(first.who, first.id)).stage).toBe('done')
    const second = await released({ address: first.address })
    signer.steer.silent = true
    const other = hashOf(first.id)
    signer.steer.lie = truth =>
      truth.withdrawalId === second.id ? { ...truth, transactions: [other] } : truth
    await pay()
    await mine(16)
    expect((await see(second.who, second.id)).stage).toBe('released')
    const read = await system.must(withdrawalForOperator, {
      as: approvers.treasurer,
      params: { id: second.id },
    })
    expect(read).toMatchObject({ state: 'handed', payout: { refused: 'otherPayout' } })
    signer.steer.lie = null
    await pay()
    const { raw } = signer.signed.get(second.id) ?? {}
    await at.chain.reorg(1, [[raw as `0x${string}`, 0]])
    await mine(16)
    expect((await see(second.who, second.id)).stage).toBe('done')
  })

  it('reports one as returned that was paid: nothing is given back', async () => {
    const { pay, mine, see, released, signer } = at
    const { who, id } = await released()
    await pay()
    signer.steer.lie = truth => ({ ...truth, state: 'returned' })
    await at.chain.mine(80)
    await at.read()
    await pay()
    expect((await see(who, id)).stage).toBe('released')
    await mine()
    expect((await see(who, id)).stage).toBe('done')
  })
})

describe('payouts are paused', () => {
  it('while the signer does not know the server any more, and resume once it does', async () => {
    const { pay, see, released, signer } = at
    const { who, id } = await released()
    signer.steer.refuseAll = true
    await pay()
    expect((await see(who, id)).waits).toMatchObject({ for: 'paused', cause: 'signerAway' })
    signer.steer.refuseAll = false
    await pay()
    expect(signer.signed.has(id)).toBe(true)
    await at.mine(16)
  })

  it('by limits of the hot wallet, with the cause in the terms and on every order that waits', async () => {
    const { system, pay, mine, see, released, signer, approvers } = at
    const { who, id } = await released()
    signer.steer.status = { usdt: '50000000' }
    await pay()
    expect((await see(who, id)).waits).toMatchObject({ for: 'paused', cause: 'hotWalletShort' })
    signer.steer.status = { leftThisHour: '98999999' }
    await pay()
    expect((await system.must(withdrawalTerms, { as: who })).payoutsPaused).toBe('hourlyLimit')
    signer.steer.status = { halted: 'nonceGap' }
    await pay()
    const status = await system.must(payoutStatus, { as: approvers.treasurer })
    expect(status).toMatchObject({ pause: 'signerHalted', signer: { halted: 'nonceGap' } })
    expect(signer.signed.has(id)).toBe(false)
    signer.steer.status = {}
    await pay()
    await mine(16)
    expect((await see(who, id)).stage).toBe('done')
  })

  it('while the balances on the chain are not proven, or less than the debts', async () => {
    const { system, pay, released, signer } = at
    const { who, id } = await released()
    const set = (change: string) =>
      system.db.owner.query(`update solvency_reading set ${change} where period = '9999-12-31'`)
    const paused = async () => {
      await pay()
      return (await system.must(getWithdrawal, { as: who, params: { id } })).waits?.cause
    }
    await set(`read_at = house_now() - interval '27 hours'`)
    expect(await paused()).toBe('unproven')
    await set(`read_at = house_now(), missing = 1`)
    expect(await paused()).toBe('short')
    await set(`missing = 0, breaches = 1, checked_at = house_now()`)
    expect(await paused()).toBe('booksBroken')
    expect(signer.signed.has(id)).toBe(false)
    await set(`breaches = null, checked_at = null`)
    expect(await paused()).toBeNull()
    expect(signer.signed.has(id)).toBe(true)
    await at.mine(16)
  })
})

describe('a shared loss', () => {
  it('cuts a released withdrawal back to a request whose approvals no longer apply', async () => {
    const { system, see, released, pay, signer, approveBoth, approvers } = at
    const { who, id } = await released()
    const { database } = system.db
    const { holdId } = await database
      .selectFrom('withdrawal')
      .select('holdId')
      .where('id', '=', uuidOf(id))
      .executeTakeFirstOrThrow()
    await inTransaction(database, async tx => {
      await ledger.voidHold(tx, holdId)
      await cutWithdrawals(ledger, tx, [{ id: uuidOf(id), kept: usdt(60), period: '2026-11-23' }])
    })
    // Stored as the run stores it, so that the check knows why there are two holds.
    await system.db.owner.query(`alter table loss_hold drop constraint loss_hold_period_fkey`)
    await system.db.owner.query(
      `insert into loss_hold (hold_id, period, kind, order_id, member_id, amount, kept)
       values ($1, '2026-11-23', 'withdrawal', $2, $3, 100000000, 60000000)`,
      [holdId, uuidOf(id), who.memberId],
    )
    const cut = await see(who, id)
    expect(cut).toMatchObject({ stage: 'requested', amount: '60', asked: '100', cancellable: true })
    expect(cut.decisions.map(one => one.overtaken)).toEqual([true, true])
    await pay()
    expect(signer.signed.has(id)).toBe(false)
    await approveBoth(approvers, id)
    await pay()
    await at.mine(16)
    expect(await see(who, id)).toMatchObject({ stage: 'done', expected: '59' })
  })
})

describe('a transfer out of the hot wallet that is no payout', () => {
  it('pauses all payouts and is named by reconcile', async () => {
    const { system, chain, pay, mine, released, see, signer } = at
    const { who, id } = await released()
    await chain.call('transfer', [otherPayer.address, tokens(5)], { from: hotWallet })
    await mine(16)
    await pay()
    expect((await see(who, id)).waits).toMatchObject({ cause: 'unknownTransfer' })
    expect(signer.signed.has(id)).toBe(false)
    const breaches = await checkWithdrawals(system.db.database)
    expect(breaches.map(one => one.what)).toEqual([
      expect.stringMatching(/sent 5 USDT from the hot wallet to .* no withdrawal/),
    ])
    await system.db.owner.query(`delete from custody_transfer where token_units = $1`, [
      `${tokens(5)}`,
    ])
  })
})
