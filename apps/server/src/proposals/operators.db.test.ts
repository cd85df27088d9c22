import {
  approveProposal,
  type OperatorRole,
  operatorMe,
  operatorSetUp,
  operatorSignIn,
  proposeOperator,
  type RefusalName,
  refusals,
} from '@banyan/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addOperator, checkOperators, disableOperator } from '../operators/index.ts'
import { type HttpHouse, openHttpHouse } from '../testing/http-house.ts'

const PASSWORD = 'a long enough password'

let house: HttpHouse
const tokens = new Map<string, string>()
const as = (name: string) => ({ token: tokens.get(name) ?? '' })

async function setUp(name: string, secret: string): Promise<void> {
  await house.must(operatorSetUp, { body: { name, secret, password: PASSWORD } })
  await signIn(name)
}
async function signIn(name: string): Promise<void> {
  const { token } = await house.must(operatorSignIn, { body: { name, password: PASSWORD } })
  tokens.set(name, token)
}
const atTheHouse = (name: string, role: OperatorRole) =>
  addOperator(house.db.database, { name, role, memberId: null })

const propose = (who: string, name: string, role: OperatorRole) =>
  house.must(proposeOperator, { as: as(who), body: { name, role, memberId: null } })
const asking = (id: string) => ({ params: { id }, body: { reason: 'Known in person.' } })
const approve = (who: string, id: string) =>
  house.must(approveProposal, { as: as(who), ...asking(id) })
const refusedProposal = async (who: string, name: string, role: OperatorRole, why: RefusalName) => {
  const body = { name, role, memberId: null }
  const reply = await house.ask(proposeOperator, { as: as(who), body })
  expect(reply.code, reply.msg).toBe(refusals[why].code)
}
const refusedApproval = async (who: string, id: string, why: RefusalName) => {
  const reply = await house.ask(approveProposal, { as: as(who), ...asking(id) })
  expect(reply.code, reply.msg).toBe(refusals[why].code)
}

beforeAll(async () => {
  house = await openHttpHouse()
  // The founding: whoever opens the database makes accounts until two administrators are set up.
  await setUp('tea', await atTheHouse('tea', 'treasurer'))
  for (const name of ['ann', 'ben']) await setUp(name, await atTheHouse(name, 'administrator'))
})
afterAll(async () => {
  expect(await checkOperators(house.db.database)).toEqual([])
  await house.close()
})

it('after the founding the house makes no account, whoever opens its database', async () => {
  await expect(atTheHouse('mallory', 'administrator')).rejects.toThrow(/another approves/)
  await expect(atTheHouse('mallory', 'support')).rejects.toThrow(/another approves/)
})

it('a new account is proposed by one administrator and approved by another, who is told its secret', async () => {
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
  expect(await house.must(operatorMe, { as: as('cat') })).toMatchObject({ role: 'arbitrator' })
  await refusedProposal('ann', 'cat', 'arbitrator', 'operatorThere')
})

it('another role is agreed on in the same way, ends the sessions, and keeps the password', async () => {
  const { id } = await propose('ben', 'cat', 'administrator')
  expect(await approve('ann', id)).toMatchObject({
    setUpSecret: null,
    subject: { role: 'administrator', roleBefore: 'arbitrator' },
  })
  expect((await house.ask(operatorMe, { as: as('cat') })).code).not.toBe(1)
  await signIn('cat')
  expect(await house.must(operatorMe, { as: as('cat') })).toMatchObject({ role: 'administrator' })
})

it('nobody decides about the own account, and two administrators remain', async () => {
  const { id } = await propose('ann', 'ben', 'support')
  await refusedApproval('ben', id, 'proposalAboutYou')
  await approve('cat', id)
  // Ann and cat are the last two.
  await refusedProposal('cat', 'ann', 'support', 'administratorsTooFew')
})

it('an account that has ended stays so, and ending the founders founds nothing anew', async () => {
  await disableOperator(house.db.database, 'ben')
  await refusedProposal('ann', 'ben', 'administrator', 'operatorEnded')
  await disableOperator(house.db.database, 'ann')
  await disableOperator(house.db.database, 'cat')
  await expect(atTheHouse('mallory', 'administrator')).rejects.toThrow(/another approves/)
})
