import {
  operatorAudit,
  proposeExplanation,
  type RefusalName,
  refusals,
  refuseProposal,
  strayTransferList,
  type TransferCause,
  withdrawProposal,
} from '@banyan/domain'
import { endGuard } from '@banyan/tools/guard'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkRechargeTransfers } from '../deposits/index.ts'
import { approveOpened, askToApprove } from '../testing/approving.ts'
import { hotWallet, tokens } from '../testing/chain.ts'
import { changesOf, meet } from '../testing/meet.ts'
import { checkCustody, checkTreasury } from '../treasury/index.ts'
import { type Approver, seatApprover } from '../withdrawals/deciding.fixture.ts'
import { checkWithdrawals } from '../withdrawals/index.ts'
import { openPaying } from '../withdrawals/payouts.fixture.ts'
import { explanationNotices } from './index.ts'

let at: Awaited<ReturnType<typeof openPaying>>
let administrator: Approver
beforeAll(async () => {
  at = await openPaying()
  administrator = await seatApprover(at.system, 'administrator-1', 'administrator')
})
afterAll(async () => {
  await at.close()
  await endGuard()
})
/** Sets what the newest reading of custody shows as missing, and at which block. */
const reads = (missing: bigint, block = 1_000_000) =>
  at.system.db.owner.query(
    `update solvency_reading set missing = $1, block_number = $2, read_at = house_now(),
       confirmed = (select coalesce(sum(amount), 0) from treasury_shortfall where decision = 'confirmed')`,
    [missing, block],
  )
beforeEach(() => reads(0n))

const someone = () => privateKeyToAddress(generatePrivateKey())
/** Sends USDT out of the hot wallet to an unknown address, with so many blocks behind it. */
const steal = async (whole: number, blocks = 17) => {
  const { hash, raw } = await at.chain.call('transfer', [someone(), tokens(whole)], {
    from: hotWallet,
  })
  await at.mine(blocks)
  return { hash, raw }
}
const stray = async () => (await at.system.must(strayTransferList, { as: administrator })).items
const idOf = async (hash: string): Promise<string> => {
  const { rows } = await at.system.db.owner.query(
    `select 'ctf_' || replace(id::text, '-', '') as id from custody_transfer where transaction_hash = $1`,
    [hash],
  )
  return rows[0].id
}
const asking = (transferId: string, cause: TransferCause = 'theft') => ({
  body: { transferId, cause, evidence: 'Police report 7; the key was copied from a laptop.' },
})
const propose = (transferId: string, cause?: TransferCause, as = at.approvers.treasurer) =>
  at.system.must(proposeExplanation, { as, ...asking(transferId, cause) })
const because = (id: string) => ({ params: { id }, body: { reason: 'Read it.' } })
const approve = (id: string, as = at.approvers.otherTreasurer) =>
  approveOpened(at.system, { as, ...because(id) })
const refuses = async (why: RefusalName, reply: ReturnType<typeof at.system.ask>) => {
  const { code, msg } = await reply
  expect(code, msg).toBe(refusals[why].code)
}
const proposing = (transferId: string, cause?: TransferCause, as = at.approvers.treasurer) =>
  at.system.ask(proposeExplanation, { as, ...asking(transferId, cause) })
const approving = (id: string, as = at.approvers.otherTreasurer) =>
  askToApprove(at.system, { as, ...because(id) })
const lost = async (): Promise<bigint> => {
  const { rows } = await at.system.db.owner.query(
    `select coalesce(sum(amount), 0)::text as lost from treasury_shortfall where decision = 'confirmed'`,
  )
  return BigInt(rows[0].lost)
}
const usdt = (whole: number) => BigInt(whole) * 1_000_000n

describe('a stray transfer out of the hot wallet', () => {
  it('pauses payouts until two people have explained it; a theft becomes a loss of what is missing on the chain', async () => {
    const { hash } = await steal(5)
    const { who, id } = await at.released()
    await at.pay()
    expect((await at.see(who, id)).waits).toMatchObject({ cause: 'unknownTransfer' })
    const [shown] = await stray()
    expect(shown).toMatchObject({ hash, of: 'hot', amount: '5', state: 'final' })
    const transferId = shown?.id ?? ''
    const proposed = await propose(transferId)
    expect(proposed.subject).toMatchObject({
      kind: 'explanation',
      cause: 'theft',
      loss: null,
      transfer: { hash, amount: '5', from: hotWallet.address },
    })

    // One person alone changes nothing.
    await refuses('proposalNeedsAnother', approving(proposed.id, at.approvers.treasurer))
    await refuses('transferProposed', proposing(transferId, 'ownMove', at.approvers.otherTreasurer))
    await at.pay()
    expect((await at.see(who, id)).waits).toMatchObject({ cause: 'unknownTransfer' })
    // A reading from before the transfer does not include it.
    await reads(usdt(5), 1)
    await refuses('custodyReadBefore', approving(proposed.id))
    await reads(usdt(5))
    // Members of this test have money without a source, always the same amount.
    const books = async () => {
      const [custody] = await checkCustody(at.system.db.database)
      const [held = 0, brought = 0] = (custody?.what.match(/\d+/g) ?? []).map(Number)
      return [await checkTreasury(at.system.db.database), held - brought]
    }
    const [before, booksBefore] = [await lost(), await books()]
    expect((await approve(proposed.id)).subject).toMatchObject({ loss: '5' })
    expect((await lost()) - before).toBe(usdt(5))
    expect(await checkWithdrawals(at.system.db.database)).toEqual([])
    expect(await books()).toEqual(booksBefore)
    expect(await stray()).toEqual([])

    // The next reading counts the loss as confirmed, so payouts continue.
    await reads(0n)
    await at.pay()
    expect(at.signer.signed.has(id)).toBe(true)
    await at.mine(16)
    expect((await at.see(who, id)).stage).toBe('done')
    const { items } = await at.system.must(operatorAudit, { as: administrator })
    expect(items.map(one => one.action)).toEqual(
      expect.arrayContaining(['propose explanation', 'approve explanation']),
    )
    await refuses('transferNotStray', proposing(transferId))
    await refuses('proposalEnded', approving(proposed.id))
  })

  it('is not explained before it is final, nor while it is on no chain', async () => {
    const { hash } = await steal(6, 1)
    await refuses('transferNotFinal', proposing(await idOf(hash)))
    await refuses('notFound', proposing(`ctf_${'0'.repeat(32)}`))
    await at.mine(17)
    const { id } = await propose(await idOf(hash))
    await reads(usdt(6))
    await approve(id)
  })

  it('cannot be named for a payout that was made', async () => {
    const { id } = await at.released()
    await at.pay()
    await at.mine(17)
    const [hash = ''] = at.signer.signed.get(id)?.transactions ?? []
    await refuses('transferNotStray', proposing(await idOf(hash)))
  })

  it('is explained alone: the next theft, by the same person and of the same amount, pauses again', async () => {
    const first = await steal(7)
    const { id } = await propose(await idOf(first.hash))
    await reads(usdt(7))
    const second = await steal(7)
    await approve(id)
    expect((await stray()).map(one => one.hash)).toEqual([second.hash])
    await reads(usdt(7))
    await refuses('proposalEnded', approving(id))
    await approve((await propose(await idOf(second.hash))).id)
    expect(await stray()).toEqual([])
  })

  it('adds nothing to a loss that was reported and confirmed for it before', async () => {
    const { hash } = await steal(8)
    const { id } = await propose(await idOf(hash))
    // Three of the eight are missing on the chain beyond what was confirmed.
    await reads(usdt(3))
    const before = await lost()
    expect((await approve(id)).subject).toMatchObject({ loss: '3' })
    expect((await lost()) - before).toBe(usdt(3))
  })

  it('is no move of the platform’s own money while something is missing on the chain', async () => {
    const { hash } = await steal(9)
    const { id } = await propose(await idOf(hash), 'ownMove')
    await reads(usdt(9))
    await refuses('ownMoveMissing', approving(id))
    expect((await stray()).map(one => one.hash)).toEqual([hash])
    await reads(0n)
    const before = await lost()
    expect((await approve(id)).subject).toMatchObject({ loss: '0' })
    expect(await lost()).toBe(before)
  })

  it('can be explained again after an explanation was refused or withdrawn', async () => {
    const { hash } = await steal(10)
    const transferId = await idOf(hash)
    const first = await propose(transferId, 'ownMove')
    await at.system.must(refuseProposal, { as: administrator, ...because(first.id) })
    const second = await propose(transferId, 'mistake')
    await at.system.must(withdrawProposal, { as: at.approvers.treasurer, ...because(second.id) })
    await refuses('proposalEnded', approving(second.id))
    await reads(usdt(10))
    await approve((await propose(transferId, 'theft', administrator)).id)
    expect(await stray()).toEqual([])
  })

  it('is approved once when two do so at the same moment', async () => {
    const { hash } = await steal(11)
    const { id } = await propose(await idOf(hash))
    await reads(usdt(22))
    const before = await lost()
    const sides = [() => approving(id), () => approving(id, administrator)]
    const replies = await Promise.all(await meet(at.system.db, changesOf('proposal'), sides))
    expect(replies.filter(one => one.code === 1)).toHaveLength(1)
    expect((await lost()) - before).toBe(usdt(11))
  })

  it('that is reorganised away is not approved; explained before, it is a notice and explained when it comes again', async () => {
    const { database } = at.system.db
    const open = await steal(12)
    const { id } = await propose(await idOf(open.hash))
    await at.chain.reorg(19)
    await at.mine(2)
    await refuses('transferNotFinal', approving(id))
    await at.system.must(refuseProposal, { as: administrator, ...because(id) })
    expect(await stray()).toEqual([])

    const { hash, raw } = await steal(13)
    await reads(usdt(13))
    await approve((await propose(await idOf(hash))).id)
    expect(await explanationNotices(database)).toEqual([])
    await at.chain.reorg(18)
    await at.mine(2)
    expect(await explanationNotices(database)).toEqual([
      expect.stringContaining(`${hash} was explained, with 13 USDT as a loss, and left the chain`),
    ])
    const before = await lost()
    await at.chain.reorg(1, [[raw, 0]])
    await at.mine(18)
    expect(await explanationNotices(database)).toEqual([])
    expect(await stray()).toEqual([])
    expect(await lost()).toBe(before)
  })

  it('cannot be explained by writing into the table of transfers', async () => {
    const { hash } = await steal(14)
    const mark = at.system.db.database
      .updateTable('custodyTransfer')
      .set({ explainedAt: new Date() })
      .where('transactionHash', '=', hash)
      .execute()
    await expect(mark).rejects.toThrow(/explained by nobody/)
    await reads(usdt(14))
    await approve((await propose(await idOf(hash))).id)
    // An explanation is not valid for another content of the same event either.
    const change = at.system.db.database
      .updateTable('custodyTransfer')
      .set({ tokenUnits: tokens(15) })
      .where('transactionHash', '=', hash)
      .execute()
    await expect(change).rejects.toThrow(/another content/)
  })
})

describe('a stray transfer out of a recharge address', () => {
  it('pauses from its first block, and is searched for until two people have explained it', async () => {
    const { database, owner } = at.system.db
    const insert = (state: string, finalAt: string | null) =>
      owner.query(
        `insert into custody_transfer (id, chain_id, transaction_hash, ordinal, address, recipient, token_units,
           units_per_micro, state, block_number, block_hash, block_at, seen_at, final_at, derivation_index, leads_to)
         values (gen_random_uuid(), 31337, $1, 0, '0x01', '0x02', 1000000000000000000, 1000000000000, $2, 1,
           '0x', house_now(), house_now(), $3, 4, 'outside')`,
        [`0x${'4e'.repeat(32)}`, state, finalAt],
      )
    await insert('confirming', null)
    expect(await checkRechargeTransfers(database)).toHaveLength(1)
    expect(await stray()).toMatchObject([{ of: 'recharge', amount: '1', state: 'confirming' }])
    const transferId = (await stray())[0]?.id ?? ''
    await refuses('transferNotFinal', proposing(transferId))
    await owner.query(
      `update custody_transfer set state = 'final', final_at = house_now() where derivation_index = 4`,
    )
    await reads(usdt(1))
    await approve((await propose(transferId)).id)
    expect(await checkRechargeTransfers(database)).toEqual([])
    expect(await stray()).toEqual([])
  })
})
