import {
  approveProposal,
  collectionStatus,
  depositAddress,
  notificationList,
  payoutStatus,
  proposeDepositKey,
} from '@banyan/domain'
import { endGuard } from '@banyan/tools/guard'
import { until } from '@banyan/tools/until'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkRechargeTransfers } from '../deposits/index.ts'
import { checks } from '../invariants.ts'
import { chainId, custodyAddresses, hotWallet, tokens } from '../testing/chain.ts'
import { openCollecting } from './collection.fixture.ts'
import { checkCollections, collectionNotices } from './index.ts'

let at: Awaited<ReturnType<typeof openCollecting>>
beforeAll(async () => {
  at = await openCollecting()
})
afterEach(async () => {
  Object.assign(at.signer.steer, { halted: false, settings: {}, lie: null, page: 100 })
  expect(await checkCollections(at.system.db.database)).toEqual([])
})
afterAll(async () => {
  await at.close()
  await endGuard()
})

const status = () => at.system.must(collectionStatus, { as: at.approvers.treasurer })
const kept = async (id: string) => (await status()).items.find(one => one.id === id)
const usdt = (whole: number) => BigInt(whole) * 1_000_000n
/** The number of transfers in the ledger, and each of its balances. */
const books = async () => {
  const { rows } = await at.system.db.owner.query(
    `select (select count(*) from ledger_transfer)::int as transfers,
       (select jsonb_object_agg(id, posted) from ledger_account) as balances`,
  )
  return rows[0]
}
/** The amount that covers the books. */
const proven = async () => {
  const { held, uncredited, unclassified, by } = await at.read()
  return { proven: held - uncredited - unclassified, by }
}
const askedSince = (count: number) =>
  at.signer.asked.slice(count).flatMap(one => (one as { indexes: number[] }).indexes)
const last = () => {
  const one = at.signer.signed.at(-1)
  if (!one) throw new Error('nothing was signed')
  return one
}

test('a recharge is collected by its index alone: custody is complete at each block, and no balance changes', async () => {
  const { ask, mine, signer, read, recharged } = at
  const { index } = await recharged(500)
  await read()
  const [before, { proven: whole, by: first }] = [await books(), await proven()]
  expect(first.recharges).toBe(usdt(500))
  await ask()
  expect(signer.asked.at(-1)).toEqual({ xpub: at.xpub, indexes: [index] })
  const { id } = last()
  for (let block = 0; block < 15; block++) {
    expect((await kept(id))?.state).toBe(block === 0 ? 'signed' : 'mined')
    expect((await proven()).proven).toBe(whole)
    await mine()
    await ask()
  }
  expect(await kept(id)).toMatchObject({
    purpose: 'collect',
    index,
    amount: '500',
    wei: null,
    state: 'final',
    to: custodyAddresses.hot,
    transactions: [id],
  })
  const after = await proven()
  expect([after.proven, after.by.recharges, after.by.hot]).toEqual([whole, 0n, usdt(500)])
  expect(await books()).toEqual(before)
  expect(await checkRechargeTransfers(at.system.db.database)).toEqual([])
  for (const { name, check } of checks)
    expect([name, await check(at.system.db.database)]).toEqual([name, []])
  const seen = await status()
  expect(seen.settings).toMatchObject({ chainId, token: at.chain.usdt, tokenDecimals: 18 })
  expect([seen.stop, seen.settings?.hotCap, seen.waiting]).toEqual([
    null,
    '1000',
    { addresses: 0, amount: '0' },
  ])
})

test('an address below the minimum is not requested', async () => {
  const { ask, read, recharged, signer } = at
  const { index } = await recharged(19)
  await read()
  await ask()
  expect(signer.asked.flatMap(one => (one as { indexes: number[] }).indexes)).not.toContain(index)
})

test('a collection under way is requested again after two minutes: for more gas, or where the journal was lost', async () => {
  const { ask, mine, recharged, read, signer, system } = at
  await recharged(50)
  const { index } = await recharged(300)
  await read()
  const stray = async (place: number, signedAgo: string) => {
    const id = `0x${place.toString(16).padStart(64, '0')}`
    await system.db.owner.query(
      `insert into collection_transaction (id, chain_id, place, purpose, derivation_index, sender,
         recipient, units, nonce, transactions, state, signed_at)
       values ($1, $2, $3, 'collect', $4, 'gone', 'gone', 1, 0, array[$1], 'signed',
         house_now() - $5::interval)
       on conflict (id) do update set signed_at = excluded.signed_at`,
      [id, chainId, place, index, signedAgo],
    )
    return id
  }
  const before = signer.asked.length
  const id = await stray(0, '110 seconds')
  await ask()
  expect(askedSince(before)).not.toContain(index)
  await stray(0, '130 seconds')
  signer.pages.length = 0
  await ask()
  expect(askedSince(before)).toContain(index)
  await mine(17)
  await ask()
  expect((await kept(last().id))?.state).toBe('final')
  // Each run reads the place of the row that never ends, and then the open and new ones.
  signer.pages.length = 0
  signer.steer.page = 1
  await ask()
  const total = signer.signed.length
  expect(signer.pages).toEqual([0, total, 0, total])
  signer.steer.page = 100
  await system.db.owner.query('delete from collection_transaction where id = $1', [id])
})

test('a block that is taken back takes the collection back; it is final once', async () => {
  const { ask, mine, chain, read, recharged, watch } = at
  await recharged(100)
  await read()
  await ask()
  const { id, raw } = last()
  await mine(2)
  await ask()
  expect((await kept(id))?.state).toBe('mined')
  await chain.reorg(3)
  await mine(1)
  await ask()
  expect((await kept(id))?.state).toBe('signed')
  await chain.reorg(1, [[raw, 0]])
  await mine(18)
  await watch()
  await ask()
  expect((await kept(id))?.state).toBe('final')
})

test('the signer’s answer makes nothing final: without a transfer on the chain nothing is final', async () => {
  const { ask, chain, read, recharged, signer, mine } = at
  const { index } = await recharged(60)
  await read()
  await ask()
  const { id, hash } = { ...last(), hash: last().id }
  await chain.drop(hash as `0x${string}`)
  await mine(20)
  await ask()
  expect((await kept(id))?.state).toBe('signed')
  // Sent again, it is unchanged.
  signer.signed.pop()
  await signer.collect(index)
  await mine(17)
  await ask()
  expect((await kept(last().id))?.state).toBe('final')
})

test('a signer that names another destination, or collects by another key, is not trusted', async () => {
  const { ask, read, recharged, signer, mine } = at
  const thief = privateKeyToAddress(generatePrivateKey())
  await recharged(70)
  await read()
  signer.steer.lie = one => ({ ...one, to: thief })
  await ask()
  const { id } = last()
  expect(await kept(id)).toBeUndefined()
  signer.steer.lie = null
  await mine(17)
  await ask()
  expect((await kept(id))?.state).toBe('final')
  for (const settings of [
    { cold: thief },
    { hot: thief },
    { chainId: 1 },
    { xpubs: ['xpub-of-somebody-else'] },
  ]) {
    signer.steer.settings = settings
    const asked = signer.asked.length
    await ask()
    expect([(await status()).stop, signer.asked.length]).toEqual(['otherSettings', asked])
  }
})

test('a signer that has halted stops the collection, and operators see it; members do not', async () => {
  const { ask, signer, system } = at
  signer.steer.halted = true
  await ask()
  expect((await status()).stop).toBe('signerHalted')
  signer.steer.halted = false
  await ask()
  expect((await status()).stop).toBeNull()
  expect((await system.ask(collectionStatus, { as: await system.join('Nosy') })).code).not.toBe(1)
})

test('a transfer from the hot wallet to the cold address is no unknown payout', async () => {
  const { chain, mine, system } = at
  await chain.call('transfer', [custodyAddresses.cold, tokens(10)], { from: hotWallet })
  await mine(17)
  await system.job('withdrawals.pay')
  expect((await system.must(payoutStatus, { as: at.approvers.treasurer })).pause).not.toBe(
    'unknownTransfer',
  )
})

test('a collection that the signer does not name is a notice', async () => {
  const { signer, recharged, mine, system } = at
  const { index } = await recharged(80)
  await signer.collect(index, custodyAddresses.cold)
  const { id } = last()
  signer.signed.pop()
  await mine(17)
  const notices = await collectionNotices(system.db.database)
  expect(notices.filter(one => one.includes(id))).toHaveLength(1)
  expect(await checkRechargeTransfers(system.db.database)).toEqual([])
})

test('another deposit key: members are given new addresses, and transfers to either are credited and collected', async () => {
  const { system, next, chain, mine, recharged, read, ask, signer, approvers } = at
  const { who } = await recharged(30)
  const { address: old } = await system.must(depositAddress, { as: who })
  await ask()
  const why = { zh: '定期更换。', en: 'It is rotated.' }
  const { id } = await system.must(proposeDepositKey, {
    as: approvers.treasurer,
    body: { xpub: next.xpub, why },
  })
  await system.must(approveProposal, {
    as: approvers.otherTreasurer,
    params: { id },
    body: { reason: 'As agreed.' },
  })
  const { address, earlier, change } = await system.must(depositAddress, { as: who })
  expect([earlier, change?.why]).toEqual([[old], why])
  const own = await system.db.owner.query(
    'select derivation_index as index from deposit_address where address = $1',
    [address],
  )
  await chain.fund(next.accounts(own.rows[0].index))
  for (const one of [old, address]) await chain.pay(one, tokens(25))
  await mine(17)
  const { rows } = await system.db.owner.query(
    `select posted::text from ledger_account where owner = $1 and kind = 'available' and asset = 'USDT'`,
    [who.memberId],
  )
  expect(rows).toEqual([{ posted: `${usdt(80)}` }])
  const before = await read()
  expect(before.by.recharges).toBeGreaterThanOrEqual(usdt(80))
  await ask()
  const asked = signer.asked.slice(-2) as { xpub: string; indexes: number[] }[]
  expect(new Set(asked.map(one => one.xpub))).toEqual(new Set([at.xpub, next.xpub]))
  await mine(17)
  await ask()
  for (const one of [old, address]) expect(await signer.balanceOf(one as `0x${string}`)).toBe(0n)
  expect(await checkRechargeTransfers(system.db.database)).toEqual([])
  for (const { name, check } of checks)
    expect([name, await check(system.db.database)]).toEqual([name, []])
  await system.job('news of settlements')
  const { items } = await system.must(notificationList, { as: who })
  expect(items.map(one => one.kind)).toContain('deposit.addressChanged')
})

test('a stolen deposit key is noticed by its first transfer: the books are red and payouts wait', async () => {
  const { chain, mine, next, recharged, system, approvers } = at
  const { index } = await recharged(90)
  const robbed = next.accounts(index)
  await chain.fund(robbed)
  const { proven: whole } = await proven()
  const thief = privateKeyToAddress(generatePrivateKey())
  const { hash } = await chain.call('transfer', [thief, tokens(40)], { from: robbed })
  await mine()
  // With nothing to pay, the worker checks every few seconds.
  await until('payouts are paused', async () => {
    await system.job('withdrawals.pay')
    const { pause } = await system.must(payoutStatus, { as: approvers.treasurer })
    return pause === 'unknownTransfer'
  })
  await mine(17)
  const [breach] = await checkRechargeTransfers(system.db.database)
  expect(breach?.what).toContain(hash)
  expect(breach?.what).toContain(`40 USDT from the recharge address ${robbed.address}`)
  expect((await proven()).proven).toBe(whole - usdt(40))
})
