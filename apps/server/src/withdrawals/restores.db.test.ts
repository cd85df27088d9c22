import { cancelWithdrawal, parseAmount, strayTransferList } from '@banyan/domain'
import { endGuard } from '@banyan/tools/guard'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { hotWallet, otherPayer, tokens } from '../testing/chain.ts'
import type { TestMember } from '../testing/members.ts'
import { checkWithdrawals } from './index.ts'
import { openPaying } from './payouts.fixture.ts'

/*
 * The database was restored to a moment before withdrawals were paid: here each of them is paid on the chain
 * with nothing known of it in the books, and the mark of a restore is left afterwards.
 */
const ledger = openLedger()
let at: Awaited<ReturnType<typeof openPaying>>
beforeAll(async () => {
  at = await openPaying()
}, 120_000)
afterAll(async () => {
  await at.close()
  await endGuard()
})
afterEach(async () => {
  await at.house.db.owner.query(
    `delete from custody_transfer sent where leads_to = 'outside' and not exists (
       select from withdrawal_transaction signed where signed.hash = sent.transaction_hash)`,
  )
  expect(await checkWithdrawals(at.house.db.database)).toEqual([])
})

const restored = (since = '1 minute') =>
  at.house.db.owner.query(
    `insert into database_cluster (number, system_identifier, timeline, base, reason, since)
     select number + 1, system_identifier, timeline, base, 'restore', now() + $1::interval
     from database_cluster order by number desc limit 1`,
    [since],
  )
const look = () => at.house.sweep('withdrawals.restored')
const idBehind = (id: string) => `0x${id.slice(4)}` as const
/** What the signer of before the restore has sent for a withdrawal, or something else with its id. */
const send = (id: string, to: string, whole: number, behind = idBehind(id)) =>
  at.chain.call('transfer', [to, tokens(whole)], { from: hotWallet, behind })
const asked = async (more: object = {}) => {
  const who = await at.member()
  const { id, address } = await at.ask(who, more)
  return { who, id, address }
}
const reviewed = async () => {
  const one = await asked()
  await at.cool(one.id)
  const { code } = await at.review(at.approvers.reviewer, one.id)
  expect(code).toBe(1)
  return one
}
const balanceOf = async (who: TestMember) => {
  const { posted, held } = await ledger.balance(
    at.house.db.database,
    memberAccount(who.memberId, 'USDT'),
  )
  return [posted, held]
}
const strays = async () =>
  (await at.house.must(strayTransferList, { as: at.approvers.treasurer })).items.map(
    one => one.hash,
  )
const usdt = (text: string) => parseAmount(text)

it('without a restore nothing is booked by the chain alone', async () => {
  const { who, id, address } = await asked()
  await send(id, address, 99)
  await at.mine(17)
  await look()
  expect((await at.see(who, id)).stage).toBe('requested')
})

it('each withdrawal that was paid before the restore is booked once, from wherever the books had it', async () => {
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
  await Promise.all([look(), look()])
  await look()
  await at.watch()
  for (const [i, { who, id }] of waiting.entries()) {
    expect(await at.see(who, id)).toMatchObject({ stage: 'done', status: 'adopted' })
    const [posted = 0n, held = 0n] = before[i] ?? []
    expect(await balanceOf(who)).toEqual([posted - usdt('100'), held - usdt('100')])
  }
  expect(await strays()).toEqual([])
  const { rows } = await at.house.db.owner.query(
    `select count(*)::int as acts from operator_act where action = 'rebook payout after restore'`,
  )
  expect(rows).toEqual([{ acts: 3 }])
  expect((await ledger.balance(at.house.db.database, houseAccount('USDT', 'PAYOUTS'))).posted).toBe(
    0n,
  )
  // And what waits is paid now.
  await at.pay()
  await at.mine(17)
  expect((await at.see(other.who, other.id)).stage).toBe('done')
})

it('a transfer of after the restore books nothing, whatever id it carries', async () => {
  const { who, id, address } = await asked()
  await restored('-1 day')
  await send(id, address, 99)
  await at.mine(17)
  await look()
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
  await look()
  await look()
  await at.watch()
  for (const { who, id } of [amount, address, none])
    expect((await at.see(who, id)).stage).toBe('requested')
  expect((await at.see(twice.who, twice.id)).stage).toBe('done')
  // The four that pay nothing wait for two people.
  expect(await strays()).toHaveLength(4)
})

it('what was cancelled here before the chain was read stays cancelled, and its transfer is named', async () => {
  const { who, id, address } = await asked()
  const { hash } = await send(id, address, 99)
  await at.house.must(cancelWithdrawal, { as: who, params: { id } })
  await at.mine(17)
  await restored()
  await look()
  expect((await at.see(who, id)).stage).toBe('cancelled')
  expect(await strays()).toEqual([hash])
})
