import {
  actsOnOwnAccount,
  answerFeedback,
  auditAct,
  auditConsistency,
  auditHashes,
  auditRecords,
  auditRoots,
  auditTotals,
  operatorAudit,
  operatorList,
  operatorRoles,
  proposeAccountFreeze,
  refusals,
  sendFeedback,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from '../../testing/http-system.ts'
import { joinedOperators } from '../../testing/operators.ts'
import { checkOperators } from '../index.ts'

let system: HttpSystem
let as: (name: string) => { token: string }
let ann: Awaited<ReturnType<HttpSystem['join']>>
let ben: typeof ann
beforeAll(async () => {
  // Those of tests have signed in for ever, which is no date.
  system = await openHttpSystem({ arbitrators: 'none' })
  as = await joinedOperators(system, operatorRoles)
  ann = await system.join('Ann')
  ben = await system.join('Ben')
  const { id } = await system.must(sendFeedback, {
    as: ann,
    body: { type: 'other', text: 'A question', pictures: [], files: [] },
  })
  await system.must(answerFeedback, {
    as: as('support-1'),
    params: { id },
    body: { text: 'An answer' },
  })
  await system.must(proposeAccountFreeze, {
    as: as('reviewer-1'),
    body: { accountId: ann.accountId, freezes: true, why: 'Told by telephone.' },
  })
  await system.job('audit root')
})
afterAll(async () => {
  expect(await checkOperators(system.db.database)).toEqual([])
  await system.close()
})

describe('the audit log over the calls', () => {
  it('shows members the acts on their own accounts, without names and reasons of others', async () => {
    const reply = await system.ask(actsOnOwnAccount, { as: ann })
    expect(reply.data.items).toMatchObject([
      { role: 'reviewer', action: 'propose account_freeze', reason: null },
      { role: 'support', action: 'answer feedback', reason: null },
    ])
    expect(reply.text).not.toContain('support-1')
    expect(reply.text).not.toContain('Told by telephone')
    expect((await system.must(actsOnOwnAccount, { as: ben })).items).toEqual([])
    const first = await system.must(actsOnOwnAccount, { as: ann, query: { limit: 1 } })
    const query = { limit: 1, cursor: first.nextCursor }
    const second = await system.must(actsOnOwnAccount, { as: ann, query })
    expect(second.items).toMatchObject([{ action: 'answer feedback' }])
    expect(second.nextCursor).toBeNull()
  })

  it('is narrowed by every filter', async () => {
    const query = async (asked: object) =>
      (await system.must(operatorAudit, { as: as('treasurer-1'), query: asked })).items
    const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    const [feedback] = await query({ action: 'answer feedback' })
    if (!feedback) throw new Error('the answer is not in the log')
    expect(feedback).toMatchObject({ actor: 'support-1', members: [ann.accountId] })
    expect((await query({ member: ann.accountId })).map(({ action }) => action)).toEqual([
      'propose account_freeze',
      'answer feedback',
    ])
    expect(await query({ member: ben.accountId })).toEqual([])
    expect(await query({ actor: 'support-1', object: feedback.object })).toEqual([feedback])
    const roles = new Set((await query({ role: 'house', limit: 100 })).map(({ role }) => role))
    expect([...roles]).toEqual(['house'])
    expect(await query({ member: ann.accountId, from: day, to: day })).toHaveLength(2)
    expect(await query({ to: '2026-01-01' })).toEqual([])
    const wrong = [{ from: 'today' }, { member: '1' }, { role: 'owner' }, { actor: 'A b' }]
    for (const asked of wrong) {
      const reply = await system.ask(operatorAudit, { as: as('treasurer-1'), query: asked })
      expect(reply.code, JSON.stringify(asked)).toBe(refusals.invalidInput.code)
    }
  })

  it('is counted under every filter, over all its pages, and as far as the caller reads it', async () => {
    const count = async (asked: object, role = 'treasurer') =>
      (await system.must(auditTotals, { as: as(`${role}-1`), query: asked })).count
    expect(await count({ member: ann.accountId })).toBe(2)
    expect(await count({ member: ann.accountId, action: 'answer feedback' })).toBe(1)
    expect(await count({ member: ben.accountId })).toBe(0)
    expect(await count({ to: '2026-01-01' })).toBe(0)
    const { items } = await system.must(auditRecords, { as: as('support-1') })
    expect(await count({}, 'support')).toBe(items.length)
    expect(await count({}, 'support')).toBeLessThan(await count({}))
    expect(await count({ actor: 'reviewer-1' }, 'support')).toBe(0)
  })

  it('is read by every role, and support reads its own acts alone', async () => {
    for (const role of operatorRoles) {
      const { items } = await system.must(auditRecords, { as: as(`${role}-1`) })
      const actors = new Set(items.map(({ actor }) => actor))
      if (role === 'support') expect([...actors]).toEqual(['support-1'])
      else expect(actors.size).toBeGreaterThan(5)
    }
    const { items } = await system.must(auditRecords, { as: as('reviewer-1') })
    const seq = (actor: string) => String(items.find(one => one.actor === actor)?.seq)
    const own = { as: as('support-1'), params: { seq: seq('support-1') } }
    expect((await system.must(auditAct, own)).act.actor).toBe('support-1')
    const others = { as: as('support-1'), params: { seq: seq('reviewer-1') } }
    expect((await system.ask(auditAct, others)).code).toBe(refusals.notFound.code)
    expect((await system.ask(auditAct, { as: ann, params: { seq: '1' } })).code).not.toBe(1)
  })

  it('is public as hashes, roots and proofs, and nothing else of it is', async () => {
    const { items, newest } = await system.must(auditRoots)
    expect(items).toEqual([newest])
    const { items: hashes } = await system.must(auditHashes)
    expect(hashes.length).toBeGreaterThanOrEqual(newest?.size ?? 0)
    const query = { from: 3, to: newest?.size ?? 0 }
    expect((await system.must(auditConsistency, { query })).path.length).toBeGreaterThan(1)
    for (const asked of [
      { from: 4, to: 3 },
      { from: 1, to: 100_000 },
    ])
      expect((await system.ask(auditConsistency, { query: asked })).code).toBe(
        refusals.notFound.code,
      )
    const { proof } = await system.must(auditAct, { as: as('reviewer-1'), params: { seq: '1' } })
    expect(proof?.root).toEqual(newest)
    expect(proof?.path.length).toBeGreaterThan(2)
    expect((await system.ask(auditRecords)).code).not.toBe(1)
  })
})

describe('the list of operators', () => {
  it('is the administrators’ alone, with states and without secrets', async () => {
    for (const role of operatorRoles) {
      const { code } = await system.ask(operatorList, { as: as(`${role}-1`) })
      expect(code, role).toBe(role === 'administrator' ? 1 : refusals.forbidden.code)
    }
    const reply = await system.ask(operatorList, { as: as('administrator-1') })
    const names = reply.data.items.map(({ name }: { name: string }) => name)
    expect(names).toContain('treasurer-2')
    expect(
      reply.data.items.find(({ name }: { name: string }) => name === 'treasurer-2'),
    ).toMatchObject({
      role: 'treasurer',
      state: 'active',
      factors: [],
      openSessions: 1,
      payoutKey: null,
      needs: expect.arrayContaining(['noPayoutKey']),
    })
    expect(reply.text).not.toMatch(/argon2|secretHash|passwordHash|v1:/)
  })
})
