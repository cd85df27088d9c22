import {
  approveProposal,
  codes,
  eventsPath,
  getProposal,
  me,
  operatorAudit,
  proposalList,
  proposeAccountFreeze,
  type RefusalName,
  refusals,
  refuseProposal,
} from '@banyan/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkOperators } from '../operators/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { type HttpSystem, openHttpSystem, type Reply } from '../testing/http-system.ts'
import type { TestMember } from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'

let system: HttpSystem
let as: (name: string) => { token: string }
let member: TestMember
beforeAll(async () => {
  system = await openHttpSystem()
  as = await joinedOperators(system, ['support', 'reviewer', 'treasurer', 'arbitrator'])
  member = await system.join('Sorrel')
})
afterAll(async () => {
  expect(await checkOperators(system.db.database)).toEqual([])
  await system.close()
})

const is = (reply: Reply, why: RefusalName | null) =>
  expect(reply.code, reply.msg).toBe(why === null ? 1 : refusals[why].code)
const ask = (who: string, freezes: boolean, accountId = member.accountId) =>
  system.ask(proposeAccountFreeze, {
    as: as(who),
    body: { accountId, freezes, why: 'Reported as stolen; ticket 12.' },
  })
const decide = (
  who: string,
  id: string,
  endpoint: typeof approveProposal | typeof refuseProposal,
) => system.ask(endpoint, { as: as(who), params: { id }, body: { reason: 'Looked at together.' } })
const agree = async (freezes: boolean) => {
  const { id } = (await ask('support-1', freezes)).data
  is(await decide('reviewer-1', id, approveProposal), null)
}

it('one operator freezes nobody: another one with the right role has to agree', async () => {
  const proposed = await ask('support-1', true)
  is(proposed, null)
  expect(proposed.data.subject).toEqual({
    kind: 'account_freeze',
    accountId: member.accountId,
    nickname: 'Sorrel',
    freezes: true,
    why: 'Reported as stolen; ticket 12.',
  })
  const { id } = proposed.data
  is(await decide('support-1', id, approveProposal), 'forbidden')
  is(await decide('support-2', id, approveProposal), 'forbidden')
  is(await decide('arbitrator-1', id, approveProposal), 'forbidden')
  is(await system.ask(me, { as: member }), null)
  is(await decide('reviewer-1', id, refuseProposal), null)
  is(await decide('reviewer-2', id, approveProposal), 'proposalEnded')
  is(await system.ask(me, { as: member }), null)
  const own = (await ask('treasurer-1', true)).data
  is(await decide('treasurer-1', own.id, approveProposal), 'proposalNeedsAnother')
  is(await decide('treasurer-2', own.id, refuseProposal), null)
})

it('is frozen on every device at once, and opened again by two', async () => {
  const stream = await fetch(system.at(eventsPath), {
    headers: { authorization: `Bearer ${member.token}` },
  })
  const events = stream.text()
  await agree(true)
  // The stream ends by the announcement: its own look at the session comes after this test's time.
  expect(await events).toContain('event: session')
  expect((await system.ask(me, { as: member })).code).toBe(codes.accountProblem)
  expect((await system.send('GET', eventsPath, { token: member.token })).code).toBe(
    codes.accountProblem,
  )
  is(await ask('support-1', true), 'freezeNeedless')
  await agree(false)
  is(await system.ask(me, { as: member }), null)
  is(await ask('support-1', false), 'freezeNeedless')
})

it('two approvals at once carry it out once, and of two proposals one', async () => {
  const first = (await ask('support-1', true)).data.id
  const second = (await ask('reviewer-2', true)).data.id
  const replies = await Promise.all([
    decide('reviewer-1', first, approveProposal),
    decide('treasurer-1', first, approveProposal),
    decide('treasurer-2', second, approveProposal),
  ])
  expect(replies.filter(one => one.code === 1)).toHaveLength(1)
  const { items } = await system.must(proposalList, {
    as: as('treasurer-1'),
    query: { state: 'approved', kind: 'account_freeze', limit: 100 },
  })
  expect(items.filter(one => one.id === first || one.id === second)).toHaveLength(1)
  await agree(false)
})

it('is nobody’s own account, no unknown and no closed one', async () => {
  is(await ask('support-1', true, '00000000'), 'freezeMemberUnknown')
  await system.db.owner.query(`update operator set member_id = $1 where name = 'reviewer-1'`, [
    member.memberId,
  ])
  is(await ask('reviewer-1', true), 'freezeAboutYou')
  const { id } = (await ask('support-1', true)).data
  // A refusal would keep the own account open as well.
  for (const act of [approveProposal, refuseProposal])
    is(await decide('reviewer-1', id, act), 'freezeAboutYou')
  is(await decide('reviewer-2', id, refuseProposal), null)
  await system.db.owner.query(`update operator set member_id = null where name = 'reviewer-1'`)
})

it('support and reviewers read the proposals about accounts alone', async () => {
  const { id } = (await ask('support-1', true)).data
  const kinds = async (who: string) => {
    const { items } = await system.must(proposalList, { as: as(who), query: { limit: 100 } })
    return [...new Set(items.map(one => one.subject.kind))]
  }
  expect(await kinds('support-2')).toEqual(['account_freeze'])
  expect(await kinds('reviewer-1')).toEqual(['account_freeze'])
  is(await system.ask(getProposal, { as: as('support-2'), params: { id } }), null)
  is(await system.ask(getProposal, { as: as('arbitrator-1'), params: { id } }), 'forbidden')
  is(await decide('reviewer-2', id, refuseProposal), null)
})

it('the server changes frozen_at in no other way', async () => {
  const { database } = system.db
  const write = (frozenAt: Date | null) =>
    inTransaction(database, tx =>
      tx.updateTable('member').set({ frozenAt }).where('id', '=', member.memberId).execute(),
    )
  await expect(write(new Date())).rejects.toThrow('no act freezes or opens')
  // An act that was carried out before does not stand for another change.
  await agree(true)
  await expect(write(null)).rejects.toThrow('no act freezes or opens')
  await expect(
    system.db.owner.query(`update account_freeze set done_in = '7' where done_in is not null`),
  ).rejects.toThrow('was carried out before')
  await agree(false)
})

it('each act is in the audit log with both people', async () => {
  const { items } = await system.must(operatorAudit, {
    as: as('treasurer-1'),
    query: { limit: 100 },
  })
  const acts = items.map(one => `${one.actor} ${one.action}`)
  expect(acts).toContain('support-1 propose account_freeze')
  expect(acts).toContain('reviewer-1 approve account_freeze')
})
