import {
  approveProposal,
  codes,
  type OperatorRole,
  operatorMe,
  operatorSetUp,
  operatorSignIn,
  proposeOperator,
  proposeOperatorEnd,
  type RefusalName,
  refusals,
} from '@banyan/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOperator, checkOperators, disableOperator } from '../operators/index.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'

const PASSWORD = 'a long enough password'

let system: HttpSystem
const tokens = new Map<string, string>()
const as = (name: string) => ({ token: tokens.get(name) ?? '' })

async function setUp(name: string, secret: string): Promise<void> {
  await system.must(operatorSetUp, { body: { name, secret, password: PASSWORD } })
  await signIn(name)
}
async function signIn(name: string): Promise<void> {
  const { token } = await system.must(operatorSignIn, { body: { name, password: PASSWORD } })
  tokens.set(name, token)
}
const atThePlatform = (name: string, role: OperatorRole) =>
  addOperator(system.db.database, { name, role, memberId: null })

const propose = (who: string, name: string, role: OperatorRole) =>
  system.must(proposeOperator, { as: as(who), body: { name, role, memberId: null } })
const asking = (id: string) => ({ params: { id }, body: { reason: 'Known in person.' } })
const approve = (who: string, id: string) =>
  system.must(approveProposal, { as: as(who), ...asking(id) })
const refusedProposal = async (who: string, name: string, role: OperatorRole, why: RefusalName) => {
  const body = { name, role, memberId: null }
  const reply = await system.ask(proposeOperator, { as: as(who), body })
  expect(reply.code, reply.msg).toBe(refusals[why].code)
}
const refusedApproval = async (who: string, id: string, why: RefusalName) => {
  const reply = await system.ask(approveProposal, { as: as(who), ...asking(id) })
  expect(reply.code, reply.msg).toBe(refusals[why].code)
}

beforeAll(async () => {
  system = await openHttpSystem()
  // The founding: a person with access to the database creates accounts until two administrators
  // are set up.
  await setUp('tea', await atThePlatform('tea', 'treasurer'))
  for (const name of ['ann', 'ben']) await setUp(name, await atThePlatform(name, 'administrator'))
})
afterAll(async () => {
  expect(await checkOperators(system.db.database)).toEqual([])
  await system.close()
})

it('after the founding the command line creates no account', async () => {
  await expect(atThePlatform('mallory', 'administrator')).rejects.toThrow(/another approves/)
  await expect(atThePlatform('mallory', 'support')).rejects.toThrow(/another approves/)
})

it('a new account is proposed by one administrator and approved by another, who receives its secret', async () => {
  await refusedProposal('tea', 'cat', 'arbitrator', 'forbidden')
  const proposed = await propose('ann', 'cat', 'arbitrator')
  expect(proposed).toMatchObject({
    subject: { kind: 'operator', name: 'cat', role: 'arbitrator', roleBefore: null },
    moves: ['withdraw'],
  })
  await refusedApproval('ann', proposed.id, 'proposalNeedsAnother')
  await refusedApproval('tea', proposed.id, 'forbidden')
  const { setUpSecret, state } = await approve('ben', proposed.id)
  expect(state).toBe('approved')
  await setUp('cat', setUpSecret ?? '')
  expect(await system.must(operatorMe, { as: as('cat') })).toMatchObject({ role: 'arbitrator' })
  await refusedProposal('ann', 'cat', 'arbitrator', 'operatorThere')
})

it('another role is agreed on in the same way, ends the sessions, and keeps the password', async () => {
  const { id } = await propose('ben', 'cat', 'administrator')
  expect(await approve('ann', id)).toMatchObject({
    setUpSecret: null,
    subject: { role: 'administrator', roleBefore: 'arbitrator' },
  })
  expect((await system.ask(operatorMe, { as: as('cat') })).code).not.toBe(1)
  await signIn('cat')
  expect(await system.must(operatorMe, { as: as('cat') })).toMatchObject({ role: 'administrator' })
})

it('nobody decides about their own account, and two administrators remain', async () => {
  const { id } = await propose('ann', 'ben', 'support')
  await refusedApproval('ben', id, 'proposalAboutYou')
  await approve('cat', id)
  // Ann and cat are the last two.
  await refusedProposal('cat', 'ann', 'support', 'administratorsTooFew')
})

it('an account is ended by two administrators, at once and for ever', async () => {
  const { id: added } = await propose('ann', 'dan', 'support')
  await setUp('dan', (await approve('cat', added)).setUpSecret ?? '')
  const body = { name: 'dan', why: 'Leaves on Friday.' }
  const refused = async (who: string, name: string, why: RefusalName) => {
    const reply = await system.ask(proposeOperatorEnd, { as: as(who), body: { ...body, name } })
    expect(reply.code, reply.msg).toBe(refusals[why].code)
  }
  await refused('dan', 'dan', 'forbidden')
  await refused('ann', 'nobody', 'operatorUnknown')
  // Ann and cat are the last two administrators.
  await refused('ann', 'cat', 'administratorsTooFew')
  const { id, subject } = await system.must(proposeOperatorEnd, { as: as('ann'), body })
  expect(subject).toMatchObject({ kind: 'operator_end', ...body, role: 'support' })
  await refusedApproval('ann', id, 'proposalNeedsAnother')
  expect((await system.ask(operatorMe, { as: as('dan') })).code).toBe(1)
  await approve('cat', id)
  expect((await system.ask(operatorMe, { as: as('dan') })).code).toBe(codes.sessionExpired)
  const again = { body: { name: 'dan', password: PASSWORD } }
  expect((await system.ask(operatorSignIn, again)).code).toBe(refusals.operatorSignInFailed.code)
  await refusedProposal('ann', 'dan', 'support', 'operatorEnded')
  await refused('ann', 'dan', 'operatorUnknown')
})

it('nobody ends their own account, also when it was proposed while they had another role', async () => {
  const { id: added } = await propose('ann', 'eve', 'administrator')
  await setUp('eve', (await approve('cat', added)).setUpSecret ?? '')
  const body = { name: 'eve', why: 'Her own wish.' }
  const { id } = await system.must(proposeOperatorEnd, { as: as('ann'), body })
  await refusedApproval('eve', id, 'proposalAboutYou')
  await approve('cat', id)
})

it('an account that has ended stays ended, and ending the founders does not start another founding', async () => {
  await disableOperator(system.db.database, 'ben')
  await refusedProposal('ann', 'ben', 'administrator', 'operatorEnded')
  await disableOperator(system.db.database, 'ann')
  await disableOperator(system.db.database, 'cat')
  await expect(atThePlatform('mallory', 'administrator')).rejects.toThrow(/another approves/)
})
