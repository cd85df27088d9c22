import {
  approveProposal,
  costList,
  openEvidence,
  operatorRoles,
  proposeCost,
  proposeReceipt,
  type RefusalName,
  refusals,
  refuseProposal,
  reportShortfall,
  treasuryAccounts,
  treasuryStatement,
  unbookedCosts,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { approveOpened, askToApprove } from '../testing/approving.ts'
import { type HttpSystem, openHttpSystem, type Reply } from '../testing/http-system.ts'
import { joinedOperators } from '../testing/operators.ts'
import { payOnChain } from '../testing/receipts.ts'
import { costBreaches } from './cost-check.ts'
import { checkCustody } from './index.ts'

let system: HttpSystem
let as: (name: string) => { token: string }
beforeAll(async () => {
  system = await openHttpSystem({ at: '2026-03-01T08:00:00Z' })
  as = await joinedOperators(system, operatorRoles)
})
afterAll(async () => {
  expect(await costBreaches(system.db.database)).toEqual([])
  expect(await checkCustody(system.db.database)).toEqual([])
  await system.close()
})

const facts = {
  payee: 'The host',
  reference: 'Invoice 2026-114',
  evidence: 'Two servers for March.',
  document: 'c0'.repeat(32),
}
const body = (transferId: string) => ({ transferId, ...facts })
const paid = async (usdt: string, how: Parameters<typeof payOnChain>[2] = {}) =>
  wireIdOf('ctf', await payOnChain(system.db.database, usdt, how))
const opsNow = async () => {
  const { items } = await system.must(treasuryAccounts, { as: as('treasurer-1') })
  return items.find(one => one.account === 'OPS')?.balance
}
const refused = async (asked: Promise<Reply>, why: RefusalName) => {
  const { code, msg } = await asked
  expect(code, msg).toBe(refusals[why].code)
}
const proposing = (transferId: string, name = 'treasurer-1') =>
  system.ask(proposeCost, { as: as(name), body: body(transferId) })
const reason = { body: { reason: 'Compared with the invoice.' } }

/** Money from outside that two treasurers call a refund of costs: it goes to OPS. */
async function refund(usdt: string): Promise<void> {
  const receiptId = await system.receive(usdt)
  const about = { receiptId, kind: 'refund', payer: 'The operator', evidence: 'A statement.' }
  const { id } = await system.must(proposeReceipt, { as: as('treasurer-1'), body: about })
  await approveOpened(system, { as: as('treasurer-2'), params: { id }, ...reason })
}

it('a payment is borne by OPS once two treasurers agree, and everybody reads what they said', async () => {
  await refund('50')
  const transferId = await paid('12.5')
  expect((await system.must(unbookedCosts, { as: as('administrator-1') })).items).toMatchObject([
    { id: transferId, use: 'income', amount: '12.5', state: 'final' },
  ])
  const { id, subject } = await system.must(proposeCost, {
    as: as('treasurer-1'),
    body: body(transferId),
  })
  expect(subject).toMatchObject({ kind: 'cost', ...facts, transfer: { amount: '12.5' } })
  const params = { id }
  const approve = (name: string) => system.ask(approveProposal, { as: as(name), params, ...reason })
  await refused(approve('treasurer-1'), 'proposalNeedsAnother')
  await refused(approve('administrator-1'), 'forbidden')
  // A role that does not read the kind does not learn that there is such a proposal.
  await refused(approve('reviewer-1'), 'notFound')
  await refused(approve('treasurer-2'), 'proposalEvidenceUnopened')
  await refused(proposing(transferId, 'treasurer-2'), 'costEntered')
  // One person's word moves nothing, and nobody else reads it.
  expect(await opsNow()).toBe('50')
  expect((await system.must(costList)).items).toEqual([])

  await system.must(openEvidence, { as: as('treasurer-2'), params })
  expect((await approve('treasurer-2')).code).toBe(1)
  expect(await opsNow()).toBe('37.5')
  const { items } = await system.must(treasuryStatement, {
    as: as('treasurer-1'),
    query: { account: 'OPS', limit: 1 },
  })
  expect(items).toMatchObject([
    { kind: 'cost', amount: '-12.5', balance: '37.5', other: 'EXT', reference: uuidOf(id) },
  ])
  expect((await system.must(costList)).items).toMatchObject([
    { id: transferId, amount: '12.5', use: 'income', ...facts },
  ])
  expect((await system.must(unbookedCosts, { as: as('treasurer-1') })).items).toEqual([])
  await refused(proposing(transferId), 'costEntered')
})

it('a proposal that is refused can be made again', async () => {
  const transferId = await paid('1')
  const { id } = await system.must(proposeCost, { as: as('treasurer-2'), body: body(transferId) })
  await system.must(refuseProposal, { as: as('treasurer-1'), params: { id }, ...reason })
  await refused(
    askToApprove(system, { as: as('treasurer-1'), params: { id }, ...reason }),
    'proposalEnded',
  )
  const again = await system.must(proposeCost, { as: as('treasurer-1'), body: body(transferId) })
  await approveOpened(system, { as: as('treasurer-2'), params: { id: again.id }, ...reason })
  expect(await opsNow()).toBe('36.5')
})

it('what is no final payment out of the platform’s addresses is no cost', async () => {
  await refused(proposing(await paid('1', { use: 'hot' })), 'costNotPayment')
  await refused(proposing(await paid('1', { leadsTo: 'cold' })), 'costNotPayment')
  await refused(proposing(await paid('1', { state: 'confirming' })), 'transferNotFinal')
  await refused(proposing(await paid('1', { state: 'vanished' })), 'transferNotFinal')
  await refused(proposing(wireIdOf('ctf', uuidOf(`ctf_${'7'.repeat(32)}`))), 'notFound')
  await refused(proposing(await paid('36.500001')), 'costBeyondOps')
  for (const name of ['support-1', 'reviewer-1', 'arbitrator-1', 'administrator-1'])
    await refused(proposing(await paid('1'), name), 'forbidden')
  const short = { ...body(await paid('1')), document: 'c0' }
  await refused(system.ask(proposeCost, { as: as('treasurer-1'), body: short }), 'invalidInput')
})

it('what OPS held when it was proposed may be gone when it is approved', async () => {
  const [first, second] = [await paid('20'), await paid('20')]
  const ids = []
  for (const transferId of [first, second]) {
    const { id } = await system.must(proposeCost, { as: as('treasurer-1'), body: body(transferId) })
    ids.push(id)
  }
  const approve = (id: string | undefined) =>
    askToApprove(system, { as: as('treasurer-2'), params: { id: id ?? '' }, ...reason })
  expect((await approve(ids[0])).code).toBe(1)
  await refused(approve(ids[1]), 'costBeyondOps')
  expect(await opsNow()).toBe('16.5')
})

it('a part of a micro-USDT that left custody is borne as a whole one', async () => {
  const transferId = await paid('1', { use: 'cold', dust: 1n })
  const { id, subject } = await system.must(proposeCost, {
    as: as('treasurer-1'),
    body: body(transferId),
  })
  expect(subject).toMatchObject({ transfer: { amount: '1.000001', use: 'cold' } })
  await approveOpened(system, { as: as('treasurer-2'), params: { id }, ...reason })
  expect(await opsNow()).toBe('15.499999')
})

it('what stands in the books as a loss is no cost as well', async () => {
  const transferId = await paid('2')
  await system.chainLacks('2', { isCovered: true })
  const { id } = await system.must(reportShortfall, {
    as: as('treasurer-1'),
    body: { amount: '2', evidence: 'The key of the income address was copied.' },
  })
  await approveOpened(system, { as: as('treasurer-2'), params: { id }, ...reason })
  await refused(proposing(transferId), 'costLost')
  const list = () => system.must(unbookedCosts, { as: as('treasurer-1') })
  expect((await list()).items).toEqual([])
  // The chain lacks something else: that may be a payment.
  await system.chainLacks('5', { isCovered: true })
  expect((await list()).items.map(one => one.id)).toContain(transferId)
  // It lacks less than that payment: it cannot be the one.
  await system.chainLacks('1.5', { isCovered: true })
  expect((await list()).items.map(one => one.id)).not.toContain(transferId)
  await refused(proposing(transferId), 'costLost')
  await system.chainLacks('0')
})

it('the database books nothing but what two people said and the chain shows', async () => {
  const transferId = await paid('3')
  const { id } = await system.must(proposeCost, { as: as('treasurer-1'), body: body(transferId) })
  const book = (amount: number, by: string) =>
    system.db.owner.query(
      `update treasury_cost set approved_by = ${by}, booked_at = now(), amount = $2 where id = $1`,
      [uuidOf(id), amount],
    )
  await expect(book(3_000_001, 'gen_random_uuid()')).rejects.toThrow('not what left')
  await expect(book(3_000_000, 'proposed_by')).rejects.toThrow('check')
})
