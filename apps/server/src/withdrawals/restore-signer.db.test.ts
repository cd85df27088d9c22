import {
  cancelWithdrawal,
  createWithdrawal,
  parseAmount,
  payoutStatus,
  refusals,
  refuseWithdrawal,
  strayTransferList,
} from '@banyan/domain'
import type { SignedPage } from '@banyan/payouts'
import { endGuard } from '@banyan/tools/guard'
import { pino } from 'pino'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { memberAccount, openLedger } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { chainId, custodyAddresses, hotWallet } from '../testing/chain.ts'
import { openTestDatabase } from '../testing/database.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { markRestored } from '../testing/restored.ts'
import { checkWithdrawals } from './index.ts'
import { openPaying } from './payouts.fixture.ts'
import { rebookSigned } from './restore-signer.ts'

/*
 * The database was restored to a moment before a payout was signed, and the signer was not. Here
 * the signer signs something that the books do not know, the transaction is in no block, and the
 * mark of a restore is set afterwards.
 */
const ledger = openLedger()
let at: Awaited<ReturnType<typeof openPaying>>
beforeAll(async () => {
  at = await openPaying()
})
afterAll(async () => {
  await at.close()
  await endGuard()
})
afterEach(async () => {
  Object.assign(at.signer.steer, { away: false, lieOfSigned: null, status: {} })
  await settled()
  expect(await checkWithdrawals(at.system.db.database)).toEqual([])
})

const searchOnce = () => at.system.job('withdrawals.restored')
const restored = (since?: string) => markRestored(at.system.db.owner, since)
const isPending = async (): Promise<boolean> => {
  const { rows } = await at.system.db.owner.query(
    `select (select max(number) from database_cluster)
       is distinct from (select max(number) from payout_reconciled) as pending`,
  )
  return rows[0].pending
}
/** Everything that was signed is final, for the signer and here, and the comparison is complete. */
const settled = async () => {
  await at.mine(17)
  for (const one of at.signer.signed.values()) one.hasEnded = true
  await searchOnce()
  await at.pay()
  await at.mine(17)
  expect(await isPending()).toBe(false)
}

type Asked = { who: TestMember; id: string; address: string }
const newAddress = () => privateKeyToAddress(generatePrivateKey())
/** Each to an address of its own. */
const asked = async (): Promise<Asked> => {
  const who = await at.member()
  const { id, address } = await at.ask(who)
  return { who, id, address }
}
const reviewed = async (): Promise<Asked> => {
  const order = await asked()
  await at.cool(order.id)
  expect((await at.review(at.approvers.reviewer, order.id)).code).toBe(1)
  return order
}
const released = (): Promise<Asked> => at.released()
const orderOf = ({ id, address }: Pick<Asked, 'id' | 'address'>, whole = 99) => ({
  chainId,
  token: at.chain.usdt.toLowerCase(),
  withdrawalId: id,
  address,
  amount: `${whole * 1_000_000}`,
})
const sign = (one: Pick<Asked, 'id' | 'address'>, whole?: number) =>
  at.signer.sign(orderOf(one, whole))

const balanceOf = async ({ who }: Asked) => {
  const account = memberAccount(who.memberId, 'USDT')
  const { posted, held } = await ledger.balance(at.system.db.database, account)
  return { posted, held }
}
const cancelling = async ({ who, id }: Asked) =>
  (await at.system.ask(cancelWithdrawal, { as: who, params: { id } })).code
const refusing = async ({ id }: Asked) => {
  const body = { reason: 'The member asked for it.' }
  const call = { as: at.approvers.treasurer, params: { id }, body }
  return (await at.system.ask(refuseWithdrawal, call)).code
}
const { withdrawalRestorePending, withdrawalSettled, withdrawalNotWaiting } = refusals
const cause = async () => (await at.system.must(payoutStatus, { as: at.approvers.treasurer })).pause
const strays = async () =>
  (await at.system.must(strayTransferList, { as: at.approvers.treasurer })).items
const arrivedAt = async ({ address }: Asked): Promise<number> => {
  const { rows } = await at.system.db.owner.query(
    `select count(*)::int as times from custody_transfer where recipient = $1 and taken_back_at is null`,
    [address.toLowerCase()],
  )
  return rows[0].times
}
/** Its hold stays unchanged for every caller. */
const stays = async (order: Asked, why: string) => {
  const before = await balanceOf(order)
  // With something to pay, the signer's status is requested in each run, so that the cause is the
  // current one.
  await released()
  await searchOnce()
  await at.run()
  expect(await isPending()).toBe(true)
  expect(await cancelling(order)).toBe(withdrawalRestorePending.code)
  expect(await refusing(order)).toBe(withdrawalRestorePending.code)
  expect(await balanceOf(order)).toEqual(before)
  expect(await cause()).toBe(why)
}
/** It is with the signer, and its hold is gone; nobody gets it back. */
const isTaken = async (order: Asked) => {
  expect(await at.see(order.who, order.id)).toMatchObject({ stage: 'released', reason: null })
  expect((await balanceOf(order)).held).toBe(0n)
  expect(await cancelling(order)).toBe(withdrawalSettled.code)
  expect(await refusing(order)).toBe(withdrawalNotWaiting.code)
}
const isPaidOnce = async (order: Asked, before: { posted: bigint }) => {
  await settled()
  expect(await at.see(order.who, order.id)).toMatchObject({ stage: 'done', status: 'adopted' })
  expect(await balanceOf(order)).toEqual({ posted: before.posted - parseAmount('100'), held: 0n })
  expect(await arrivedAt(order)).toBe(1)
  expect(await strays()).toEqual([])
}

describe('a payout that was signed before the restore and is in no block', () => {
  it('is found at the signer, from wherever the books had it, and booked once when it is mined', async () => {
    const all = [await asked(), await reviewed(), await released()] as const
    const before = await Promise.all(all.map(balanceOf))
    for (const one of all) await sign(one)
    const signed = at.signer.signed.size
    await restored()
    expect(await cancelling(all[0])).toBe(withdrawalRestorePending.code)
    expect(await refusing(all[1])).toBe(withdrawalRestorePending.code)
    await at.overlapping(searchOnce)
    expect(await isPending()).toBe(false)
    for (const one of all) await isTaken(one)
    await at.pay()
    expect(at.signer.signed.size).toBe(signed)
    expect(await checkWithdrawals(at.system.db.database)).toEqual([])
    for (const [i, one] of all.entries()) await isPaidOnce(one, before[i] ?? { posted: 0n })
    const { rows } = await at.system.db.owner.query(
      `select count(*)::int as acts from operator_act join operator_act_text said using (seq)
       where action = 'rebook payout after restore' and said.reason like 'the signer had signed %'`,
    )
    expect(rows).toEqual([{ acts: 3 }])
  })

  it('is found as well when a block holds it that is not final yet', async () => {
    const order = await asked()
    const before = await balanceOf(order)
    await sign(order)
    await at.mine(3)
    await restored()
    await searchOnce()
    expect(await isPending()).toBe(false)
    await at.watch()
    expect(await cancelling(order)).toBe(withdrawalSettled.code)
    await isPaidOnce(order, before)
  })

  it('is paid once even if its member races the lookup', async () => {
    const order = await asked()
    const before = await balanceOf(order)
    await sign(order)
    await restored()
    const cancels = times(4, () => cancelling(order))
    const sides = [...cancels, async () => void (await searchOnce()), ...cancels]
    const codes = await Promise.all(await meet(at.system.db, changesOf('withdrawal'), sides))
    expect(codes.filter(code => code === 1)).toEqual([])
    await isPaidOnce(order, before)
  })

  it('is given back when its nonce was used up by something else, as the chain shows', async () => {
    const order = await asked()
    const before = await balanceOf(order)
    const { transactions } = await sign(order)
    await restored()
    await searchOnce()
    for (const hash of transactions) await at.chain.drop(hash as `0x${string}`)
    // The next transaction of the hot wallet takes the nonce, and pays nobody.
    await at.chain.call('approve', [newAddress(), 1n], { from: hotWallet })
    await settled()
    at.signer.steer.lie = truth =>
      truth.withdrawalId === order.id ? { ...truth, state: 'returned' } : truth
    await at.pay()
    at.signer.steer.lie = null
    expect(await at.see(order.who, order.id)).toMatchObject({ stage: 'returned' })
    expect(await balanceOf(order)).toEqual({ posted: before.posted, held: 0n })
    expect(await arrivedAt(order)).toBe(0)
  })
})

describe('while the signer cannot be trusted, everything waits', () => {
  it('it does not answer, refuses the token, has halted after a restore of its own, or is another one', async () => {
    const order = await reviewed()
    const before = await balanceOf(order)
    await sign(order)
    await restored()
    at.signer.steer.away = true
    await stays(order, 'signerAway')
    Object.assign(at.signer.steer, { away: false, refuseAll: true })
    await stays(order, 'signerAway')
    Object.assign(at.signer.steer, { refuseAll: false, status: { halted: 'notReconciled' } })
    await stays(order, 'signerHalted')
    at.signer.steer.status = { address: newAddress() }
    await stays(order, 'signerHalted')
    at.signer.steer.status = {}
    await searchOnce()
    await isTaken(order)
    await isPaidOnce(order, before)
  })

  it('its journal lacks a payout that the books show as paid', async () => {
    const paid = await released()
    await at.pay()
    await settled()
    const lost = at.signer.signed.get(paid.id)
    if (!lost) throw new Error('it was not signed')
    at.signer.signed.delete(paid.id)
    const order = await asked()
    await restored()
    await stays(order, 'signerBehind')
    // A journal that began after that payout need not have it.
    const later = (truth: SignedPage) => ({ ...truth, firstNonce: lost.nonce + 1 })
    at.signer.steer.lieOfSigned = later
    await searchOnce()
    expect(await isPending()).toBe(false)

    at.signer.steer.lieOfSigned = null
    await restored()
    await stays(order, 'signerBehind')
    at.signer.signed.set(paid.id, lost)
    await searchOnce()
    expect(await isPending()).toBe(false)
    await at.system.must(cancelWithdrawal, { as: order.who, params: { id: order.id } })
  })

  it('it names a nonce or a transaction of another payout, or pages that do not end', async () => {
    const other = await released()
    await at.pay()
    const truth = at.signer.signed.get(other.id)
    const order = await asked()
    const before = await balanceOf(order)
    const own = await sign(order)
    await restored()
    const lies = (change: Partial<SignedPage['items'][number]>) => (page: SignedPage) => ({
      ...page,
      items: page.items.map(item =>
        item.order.withdrawalId === order.id ? { ...item, ...change } : item,
      ),
    })
    at.signer.steer.lieOfSigned = lies({ nonce: truth?.nonce ?? 0 })
    await stays(order, 'restored')
    at.signer.steer.lieOfSigned = lies({ transactions: truth?.transactions ?? [] })
    await stays(order, 'restored')
    at.signer.steer.lieOfSigned = page => ({ ...page, items: [], next: 1 })
    await stays(order, 'restored')
    at.signer.steer.lieOfSigned = null
    await searchOnce()
    await isTaken(order)
    expect(at.signer.signed.get(order.id)?.nonce).toBe(own.nonce)
    await isPaidOnce(order, before)
  })

  it('it has signed another amount for it, or one that the books do not know at all: until a final block has it', async () => {
    const [cut, lost] = [await asked(), { id: `wdr_${'e'.repeat(32)}`, address: newAddress() }]
    await sign(cut, 90)
    await restored()
    await stays(cut, 'restored')
    await sign(lost)
    await stays(cut, 'restored')
    await at.mine(17)
    for (const one of at.signer.signed.values()) one.hasEnded = true
    await searchOnce()
    expect(await isPending()).toBe(false)
    // From here on they are transfers that two people explain.
    await at.run()
    expect(await cause()).toBe('unknownTransfer')
    const named = (await strays()).map(one => one.withdrawalId)
    expect(named.sort()).toEqual([cut.id, lost.id].sort())
    await at.system.db.owner.query(
      `delete from custody_transfer sent where leads_to = 'outside' and not exists (
         select from withdrawal_transaction signed where signed.hash = sent.transaction_hash)`,
    )
  })
})

it('a platform that had a signer waits while none is set, and one that never had one does not', async () => {
  const asking = (database: Database) =>
    rebookSigned(
      {
        database,
        ledger,
        signer: null,
        reported: new Set<string>(),
        logger: pino({ level: 'silent' }),
        recordAct: async () => {},
        enterBalances: async () => {},
        chain: { chainId, usdt: at.chain.usdt, usdtDecimals: 18, addresses: custodyAddresses },
      },
      { number: 2, since: new Date() },
      0,
    )
  expect(await asking(at.system.db.database)).toBe(false)
  const other = await openTestDatabase()
  expect(await asking(other.database)).toBe(true)
  await other.close()
})

it('a request from after the restore is not mistaken for one that was signed before it', async () => {
  const who = await at.member()
  await restored('-1 second')
  const body = { address: newAddress(), amount: '100', remarks: null }
  const { id } = await at.system.must(createWithdrawal, {
    as: who,
    body: { ...body, paymentPassword: PAYMENT_PASSWORD },
  })
  await sign({ id, address: body.address })
  await searchOnce()
  expect(await at.see(who, id)).toMatchObject({ stage: 'requested' })
  expect(await isPending()).toBe(true)
  const signed = at.signer.signed.get(id)
  if (!signed) throw new Error('it was not signed')
  await at.chain.drop(signed.transactions[0] as `0x${string}`)
  at.signer.signed.delete(id)
})
