import {
  cancelWithdrawal,
  parseAmount,
  proposeExplanation,
  refusals,
  refuseWithdrawal,
  strayTransferList,
  uuidOf,
} from '@banyan/domain'
import { endGuard } from '@banyan/tools/guard'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { askToApprove } from '../testing/approving.ts'
import { chainId, hotWallet, otherPayer, tokens } from '../testing/chain.ts'
import type { TestMember } from '../testing/members.ts'
import { markRestored } from '../testing/restored.ts'
import { checkWithdrawals } from './index.ts'
import { openPaying } from './payouts.fixture.ts'

/*
 * The database was restored to a moment before withdrawals were paid. Here each of them is paid on
 * the chain without the books knowing it, and the mark of a restore is set afterwards.
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
  // Everything that was signed is in a final block by now.
  for (const one of at.signer.signed.values()) one.hasEnded = true
  await at.system.db.owner.query(`delete from transfer_explanation where approved_at is null`)
  await at.system.db.owner.query(
    `delete from custody_transfer sent where leads_to = 'outside' and not exists (
       select from withdrawal_transaction signed where signed.hash = sent.transaction_hash)`,
  )
  expect(await checkWithdrawals(at.system.db.database)).toEqual([])
})

const restored = (since?: string) => markRestored(at.system.db.owner, since)
const searchOnce = () => at.system.job('withdrawals.restored')
const idBehind = (id: string) => `0x${id.slice(4)}` as const
/**
 * Sends what the signer of before the restore sent for a withdrawal, or something else with its id;
 * the signer has ended since.
 */
const send = async (id: string, to: string, whole: number, behind = idBehind(id)) => {
  const sent = await at.chain.call('transfer', [to, tokens(whole)], { from: hotWallet, behind })
  const { hash, raw, nonce } = sent
  at.signer.signed.set(id, {
    withdrawalId: id,
    state: 'final',
    nonce,
    transactions: [hash],
    mined: null,
    raw,
    signedAt: new Date().toISOString(),
    order: orderTo(id, to, whole),
    hasEnded: true,
  })
  return sent
}
const orderTo = (withdrawalId: string, address: string, whole: number) => ({
  chainId,
  token: at.chain.usdt.toLowerCase(),
  withdrawalId,
  address,
  amount: `${whole * 1_000_000}`,
})
const asked = async (more: object = {}) => {
  const who = await at.member()
  const { id, address } = await at.ask(who, more)
  return { who, id, address }
}
const reviewed = async () => {
  const order = await asked()
  await at.cool(order.id)
  const { code } = await at.review(at.approvers.reviewer, order.id)
  expect(code).toBe(1)
  return order
}
const balanceOf = async (who: TestMember) => {
  const { posted, held } = await ledger.balance(
    at.system.db.database,
    memberAccount(who.memberId, 'USDT'),
  )
  return [posted, held]
}
const strays = async () =>
  (await at.system.must(strayTransferList, { as: at.approvers.treasurer })).items.map(
    one => one.hash,
  )
/** Proposes that a stray transfer was a theft. Returns the id of the proposal. */
const explaining = async (hash: string, wanted: number): Promise<string> => {
  const { items } = await at.system.must(strayTransferList, { as: at.approvers.treasurer })
  const transferId = items.find(one => one.hash === hash)?.id ?? ''
  const { code, msg, data } = await at.system.ask(proposeExplanation, {
    as: at.approvers.treasurer,
    body: { transferId, cause: 'theft', evidence: 'Police report 7.' },
  })
  expect(code, msg).toBe(wanted)
  return code === 1 ? data.id : ''
}
const usdt = (text: string) => parseAmount(text)

it('without a restore nothing is booked by the chain alone', async () => {
  const { who, id, address } = await asked()
  await send(id, address, 99)
  await at.mine(17)
  await searchOnce()
  expect((await at.see(who, id)).stage).toBe('requested')
})

it('each withdrawal that was paid before the restore is booked once, from whatever state the books had', async () => {
  const waiting = [await asked(), await reviewed(), await at.released()]
  const before = await Promise.all(waiting.map(one => balanceOf(one.who)))
  for (const { id, address } of waiting) await send(id, address, 99)
  await at.mine(17)
  expect(await strays()).toHaveLength(3)
  await restored()
  // Nothing is paid before the chain was compared.
  const other = await at.released()
  await at.pay()
  expect((await at.see(other.who, other.id)).waits).toMatchObject({ cause: 'restored' })
  await at.overlapping(searchOnce)
  await searchOnce()
  await at.watch()
  for (const [i, { who, id }] of waiting.entries()) {
    expect(await at.see(who, id)).toMatchObject({ stage: 'done', status: 'adopted' })
    const [posted = 0n, held = 0n] = before[i] ?? []
    expect(await balanceOf(who)).toEqual([posted - usdt('100'), held - usdt('100')])
  }
  expect(await strays()).toEqual([])
  const { rows } = await at.system.db.owner.query(
    `select count(*)::int as acts from operator_act where action = 'rebook payout after restore'`,
  )
  expect(rows).toEqual([{ acts: 3 }])
  expect(
    (await ledger.balance(at.system.db.database, houseAccount('USDT', 'PAYOUTS'))).posted,
  ).toBe(0n)
  // Waiting withdrawals are paid now.
  await at.pay()
  await at.mine(17)
  expect((await at.see(other.who, other.id)).stage).toBe('done')
})

it('a transfer from after the restore books nothing, whatever id it carries', async () => {
  const { who, id, address } = await asked()
  await restored('-1 day')
  await send(id, address, 99)
  await at.mine(17)
  await searchOnce()
  expect((await at.see(who, id)).stage).toBe('requested')
  expect(await strays()).toHaveLength(1)
})

it('another amount, another address, no id, or a second transfer with the same id pays nothing', async () => {
  const [amount, address, none, twice] = [
    await asked(),
    await asked(),
    await asked(),
    await asked(),
  ]
  await send(amount.id, amount.address, 98)
  await send(address.id, otherPayer.address, 99)
  await at.chain.call('transfer', [none.address, tokens(99)], { from: hotWallet })
  await send(twice.id, twice.address, 99)
  await send(twice.id, twice.address, 99)
  await at.mine(17)
  await restored()
  await searchOnce()
  await searchOnce()
  await at.watch()
  for (const { who, id } of [amount, address, none])
    expect((await at.see(who, id)).stage).toBe('requested')
  expect((await at.see(twice.who, twice.id)).stage).toBe('done')
  // The four that pay nothing wait for two people.
  expect(await strays()).toHaveLength(4)
})

it('a withdrawal that was cancelled here before the chain was read stays cancelled, and its transfer is named', async () => {
  const { who, id, address } = await asked()
  const { hash } = await send(id, address, 99)
  await at.system.must(cancelWithdrawal, { as: who, params: { id } })
  await at.mine(17)
  await restored()
  await searchOnce()
  expect((await at.see(who, id)).stage).toBe('cancelled')
  const { items } = await at.system.must(strayTransferList, { as: at.approvers.treasurer })
  expect(items).toMatchObject([{ hash, withdrawalId: id }])
  // Nothing is going to book it, so people can explain it.
  await explaining(hash, 1)
})

it('before the chain was compared, the hold of a withdrawal that may be paid is not given back', async () => {
  const [paid, unpaid] = [await asked(), await reviewed()]
  await send(paid.id, paid.address, 99)
  await at.mine(17)
  await restored()
  const { code } = refusals.withdrawalRestorePending
  const cancel = { as: paid.who, params: { id: paid.id } }
  const refuse = {
    as: at.approvers.treasurer,
    params: { id: unpaid.id },
    body: { reason: 'The member asked for it.' },
  }
  const before = await balanceOf(paid.who)
  expect((await at.system.ask(cancelWithdrawal, cancel)).code).toBe(code)
  expect((await at.system.ask(refuseWithdrawal, refuse)).code).toBe(code)
  expect(await balanceOf(paid.who)).toEqual(before)
  await searchOnce()
  await at.watch()
  expect((await at.see(paid.who, paid.id)).stage).toBe('done')
  expect((await at.system.ask(cancelWithdrawal, cancel)).code).toBe(refusals.withdrawalSettled.code)
  await at.system.must(refuseWithdrawal, refuse)
  expect((await at.see(unpaid.who, unpaid.id)).stage).toBe('refused')
})

it('a payout that was signed before the restore and mined after it is booked, and cannot be explained as a loss', async () => {
  const { who, id, address } = await at.released()
  await restored('0 seconds')
  await searchOnce()
  const { hash } = await send(id, address, 99)
  await at.mine(17)
  await explaining(hash, refusals.transferPaysWithdrawal.code)
  await searchOnce()
  await at.watch()
  expect((await at.see(who, id)).stage).toBe('done')
  expect(await strays()).toEqual([])
})

it('an explanation that was proposed before the newest restore is not approved when the transfer turns out to be a payout', async () => {
  const { who, id, address } = await asked()
  const { hash } = await send(id, address, 99)
  await at.mine(17)
  // By this mark the withdrawal was requested after the restore.
  await restored('-2 days')
  const proposed = await explaining(hash, 1)
  await restored()
  const { code } = await askToApprove(at.system, {
    as: at.approvers.otherTreasurer,
    params: { id: proposed },
    body: { reason: 'Read it.' },
  })
  expect(code).toBe(refusals.transferPaysWithdrawal.code)
  await searchOnce()
  await at.watch()
  expect((await at.see(who, id)).stage).toBe('done')
})

it('a transfer of more than a day after the restore books nothing', async () => {
  const { who, id, address } = await asked()
  await at.system.db.owner.query(
    `update withdrawal set requested_at = requested_at - interval '3 days' where id = $1`,
    [uuidOf(id)],
  )
  await restored('-25 hours')
  const { hash } = await send(id, address, 99)
  await at.mine(17)
  await searchOnce()
  expect((await at.see(who, id)).stage).toBe('requested')
  await explaining(hash, 1)
})

it('more unknown transfers than one page are all checked before payouts go on', async () => {
  const { who, id, address } = await asked()
  await at.system.db.owner.query(
    `insert into custody_transfer (id, chain_id, transaction_hash, ordinal, address, recipient, token_units,
       units_per_micro, state, block_number, block_hash, block_at, seen_at, final_at, leads_to)
     select gen_random_uuid(), chain_id, '0x' || lpad(to_hex(number), 64, '0'), 0, address, '0x02', 1000000000000,
       1000000000000, 'final', 1, '0x', now() + interval '1 year', now(), now(), 'outside'
     from custody_address, generate_series(1, 205) number where use = 'hot'`,
  )
  await send(id, address, 99)
  await at.mine(17)
  await restored()
  await searchOnce()
  await at.watch()
  expect((await at.see(who, id)).stage).toBe('done')
})
