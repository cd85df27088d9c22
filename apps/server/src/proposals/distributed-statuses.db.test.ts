import {
  actsOnOwnAccount,
  appealSuspension,
  approveProposal,
  distributionStatus,
  notificationList,
  operatorAudit,
  type ProposalKind,
  proposalList,
  proposeDistributedStatus,
  type RefusalName,
  readMember,
  refusals,
  refuseProposal,
  type StatusAct,
  statusAppealList,
  withdrawProposal,
} from '@banyan/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkOperators } from '../operators/index.ts'
import { type HttpSystem, openHttpSystem, type Reply } from '../testing/http-system.ts'
import type { TestMember } from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'

let system: HttpSystem
let as: (name: string) => { token: string }
beforeAll(async () => {
  system = await openHttpSystem()
  as = await joinedOperators(system, ['support', 'reviewer', 'treasurer', 'arbitrator'])
})
afterAll(async () => {
  expect(await checkOperators(system.db.database)).toEqual([])
  await system.close()
})

const is = (reply: Reply, why: RefusalName | null) =>
  expect(reply.code, reply.msg).toBe(why === null ? 1 : refusals[why].code)
const words = { zh: '海报上写了金额', en: 'A poster with amounts on it' }
const ask = (who: string, { accountId }: { accountId: string }, act: StatusAct, why = words) =>
  system.ask(proposeDistributedStatus, { as: as(who), body: { accountId, act, why } })
const decide = (
  who: string,
  id: string,
  endpoint: typeof approveProposal | typeof refuseProposal | typeof withdrawProposal,
) => system.ask(endpoint, { as: as(who), params: { id }, body: { reason: 'Looked at together.' } })
const page = (who: string, { accountId }: TestMember) =>
  system.must(readMember, { as: as(who), params: { id: accountId } })
const statusOf = (member: TestMember) => system.must(distributionStatus, { as: member })

/** A member whose status is active. */
async function distributed(nickname: string): Promise<TestMember> {
  const member = await system.join(nickname)
  await system.db.owner.query(
    `insert into distributed_member (member_id, state, since) values ($1, 'active', house_now())`,
    [member.memberId],
  )
  return member
}

/** What two operators agree on; support proposes. */
async function agree(member: TestMember, act: StatusAct, by = 'reviewer-1'): Promise<void> {
  const { id } = (await ask('support-1', member, act)).data
  is(await decide(by, id, approveProposal), null)
}

it('one operator suspends nobody: another one with the right role has to agree', async () => {
  const member = await distributed('Sorrel')
  const proposed = await ask('support-1', member, 'suspend')
  is(proposed, null)
  expect(proposed.data.subject).toEqual({
    kind: 'distributed_status',
    accountId: member.accountId,
    nickname: 'Sorrel',
    act: 'suspend',
    why: words,
    state: 'active',
    appeal: null,
  })
  const { id } = proposed.data
  for (const who of ['support-1', 'support-2', 'arbitrator-1'])
    is(await decide(who, id, approveProposal), 'forbidden')
  expect((await statusOf(member)).state).toBe('active')
  is(await decide('reviewer-1', id, refuseProposal), null)
  is(await decide('reviewer-2', id, approveProposal), 'proposalEnded')
  const own = (await ask('treasurer-1', member, 'suspend')).data
  is(await decide('treasurer-1', own.id, approveProposal), 'proposalNeedsAnother')
  is(await decide('treasurer-1', own.id, withdrawProposal), null)
  expect((await statusOf(member)).state).toBe('active')
})

it('a suspension is read by the member, appealed once, and answered once by others', async () => {
  const member = await distributed('Tansy')
  await agree(member, 'suspend')
  expect(await statusOf(member)).toMatchObject({ state: 'suspended', reason: words })
  await system.job('notifications')
  const { items } = await system.must(notificationList, { as: member })
  expect(items.map(one => one.kind)).toEqual(['status.suspended'])

  const text = '<script>alert(1)</script> It was the poster of the app'
  is(await system.ask(appealSuspension, { as: member, body: { text } }), null)
  is(await system.ask(appealSuspension, { as: member, body: { text } }), 'appealMade')
  const waiting = async () => {
    const { items: appeals } = await system.must(statusAppealList, { as: as('treasurer-1') })
    return appeals.filter(one => one.accountId === member.accountId)
  }
  expect(await waiting()).toMatchObject([
    { nickname: 'Tansy', text, proposalId: null, mayPropose: true },
  ])
  const { id, subject } = (await ask('reviewer-2', member, 'reinstate')).data
  expect(subject).toMatchObject({ state: 'suspended', appeal: { text, answer: null } })
  expect(await waiting()).toMatchObject([{ proposalId: id }])
  // This one approved the suspension: it is offered to another only.
  const offered = async (who: string) => {
    const { items } = await system.must(proposalList, { as: as(who) })
    return items.find(one => one.id === id)?.moves
  }
  expect(await offered('reviewer-1')).toEqual([])
  expect(await offered('treasurer-2')).toEqual(['approve', 'refuse'])
  for (const act of [approveProposal, refuseProposal])
    is(await decide('reviewer-1', id, act), 'statusAppealYours')
  is(await decide('treasurer-2', id, approveProposal), null)
  expect(await waiting()).toEqual([])
  expect(await statusOf(member)).toMatchObject({
    state: 'active',
    reason: null,
    appeal: { text, answer: words },
  })
  is(await ask('support-1', member, 'reinstate'), 'statusActNotNow')
  const { distributed: shown } = await page('support-1', member)
  expect(shown.acts.map(({ event, actor }) => `${actor} ${event}`)).toEqual([
    'operator reinstate',
    'member appeal',
    'operator suspend',
  ])
})

it('of acts at once, one is carried out', async () => {
  const member = await distributed('Yarrow')
  const first = (await ask('support-1', member, 'suspend')).data.id
  const second = (await ask('reviewer-2', member, 'suspend')).data.id
  const replies = await Promise.all([
    decide('reviewer-1', first, approveProposal),
    decide('treasurer-1', first, approveProposal),
    decide('treasurer-2', second, approveProposal),
  ])
  expect(replies.filter(one => one.code === 1)).toHaveLength(1)
  await system.must(appealSuspension, { as: member, body: { text: 'It was not mine' } })
  const [up, down] = await Promise.all([
    ask('support-1', member, 'reinstate'),
    ask('support-2', member, 'revoke'),
  ])
  // Two who had no part in the suspension.
  const admin = await joinedOperators(system, ['administrator'])
  const answers = await Promise.all(
    [up.data.id, down.data.id].map((id, at) =>
      system.ask(approveProposal, {
        as: admin(`administrator-${at + 1}`),
        params: { id },
        body: { reason: 'Looked at together.' },
      }),
    ),
  )
  expect(answers.filter(one => one.code === 1)).toHaveLength(1)
  expect(answers.filter(one => one.code === refusals.statusChanged.code)).toHaveLength(1)
})

it('is nobody’s own status, no unknown member’s, and none without one', async () => {
  const member = await distributed('Fennel')
  is(await ask('support-1', { accountId: '00000000' }, 'suspend'), 'freezeMemberUnknown')
  is(await ask('arbitrator-1', member, 'suspend'), 'memberNotInCase')
  is(await ask('support-1', member, 'reinstate'), 'statusActNotNow')
  is(await ask('support-1', await system.join('Dill'), 'suspend'), 'statusActNotNow')
  const isReviewer = (memberId: string | null) =>
    system.db.owner.query(`update operator set member_id = $1 where name = 'reviewer-1'`, [
      memberId,
    ])
  await isReviewer(member.memberId)
  is(await ask('reviewer-1', member, 'suspend'), 'freezeAboutYou')
  expect((await page('reviewer-1', member)).moves).toEqual([])
  const { id } = (await ask('support-1', member, 'suspend')).data
  for (const act of [approveProposal, refuseProposal])
    is(await decide('reviewer-1', id, act), 'freezeAboutYou')
  is(await decide('reviewer-2', id, refuseProposal), null)
  await isReviewer(null)
})

it('is offered on the page of a member as the status allows', async () => {
  const member = await distributed('Basil')
  const moves = async (who: string) =>
    (await page(who, member)).moves.filter(one =>
      (['suspend', 'reinstate', 'revoke'] as string[]).includes(one),
    )
  expect(await moves('support-1')).toEqual(['suspend'])
  await agree(member, 'suspend')
  expect(await moves('treasurer-1')).toEqual(['reinstate', 'revoke'])
  await agree(member, 'revoke', 'treasurer-1')
  expect(await moves('support-1')).toEqual([])
  expect(await statusOf(member)).toMatchObject({ state: 'none', reason: words, moves: ['apply'] })
})

it('each act is in the audit log with both people, and on the page of the member', async () => {
  const member = await distributed('Chive')
  await agree(member, 'suspend')
  const { items } = await system.must(operatorAudit, {
    as: as('treasurer-1'),
    query: { limit: 100 },
  })
  const acts = items.map(one => `${one.actor} ${one.action}`)
  expect(acts).toContain('support-1 propose distributed_status')
  expect(acts).toContain('reviewer-1 approve distributed_status')
  const { items: own } = await system.must(actsOnOwnAccount, { as: member })
  expect(own.map(one => one.action)).toEqual([
    'approve distributed_status',
    'propose distributed_status',
  ])
  const { proposals } = await page('support-1', member)
  expect(proposals.map(one => [one.subject.kind, one.state])).toEqual([
    ['distributed_status', 'approved'],
  ])
})

it('support and reviewers read the proposals of it', async () => {
  const kinds = async (who: string): Promise<ProposalKind[]> => {
    const { items } = await system.must(proposalList, { as: as(who), query: { limit: 100 } })
    return [...new Set(items.map(one => one.subject.kind))]
  }
  expect(await kinds('support-2')).toEqual(['distributed_status'])
  expect(await kinds('reviewer-1')).toEqual(['distributed_status'])
})
