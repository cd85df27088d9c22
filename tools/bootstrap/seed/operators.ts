import {
  type CallAnswer,
  type Callable,
  type CallInput,
  Client,
  newIdempotencyKey,
} from '@banyan/client'
import { approveProposal, operatorSignIn, proposeReceipt, proposeRules } from '@banyan/domain'
import { differenceOfV2 } from '@banyan/economy'
import type { SeedWorld } from '../seeding.ts'
import { patientFetch } from './patient-fetch.ts'

type Role = 'treasurer' | 'administrator'

/** Two operators of a role, signed in: what one proposes the other approves. */
async function pairOf({ baseUrl, operators }: SeedWorld, role: Role) {
  const [one, other] = operators.filter(operator => operator.role === role)
  if (!one || !other) throw new Error(`a demonstration has two of role ${role}`)
  const clientOf = async ({ name, password }: typeof one): Promise<Client> => {
    const body = { name, password }
    const { token } = await new Client({ base: baseUrl, fetch: patientFetch }).ask(operatorSignIn, {
      body,
    })
    return new Client({ base: baseUrl, fetch: patientFetch, token: () => token })
  }
  const [proposer, approver] = await Promise.all([clientOf(one), clientOf(other)])
  const act = <E extends Callable>(client: Client, endpoint: E, input: CallInput<E>) =>
    client.ask(endpoint, ...([input, { idempotencyKey: newIdempotencyKey() }] as never)) as Promise<
      CallAnswer<E>
    >
  return {
    propose: <E extends typeof proposeReceipt | typeof proposeRules>(e: E, input: CallInput<E>) =>
      act(proposer, e, input),
    approve: (id: string, reason: string) =>
      act(approver, approveProposal, { params: { id }, body: { reason } }),
  }
}

/** Income from outside, as two treasurers agree on it. */
export async function receiveIncome(
  world: SeedWorld,
  income: { usdt: number; evidence: string; blockAt: string },
): Promise<void> {
  const { usdt, evidence, blockAt } = income
  const treasurers = await pairOf(world, 'treasurer')
  const { id } = await treasurers.propose(proposeReceipt, {
    body: { amount: `${usdt}`, evidence, blockAt, paymentReference: `demo:${blockAt}` },
  })
  await treasurers.approve(id, '示例：已核对')
}

/** Version 2 of the rule book, as two administrators agree on it. */
export async function publishRules(world: SeedWorld, effectiveAt: string): Promise<void> {
  const administrators = await pairOf(world, 'administrator')
  const { id } = await administrators.propose(proposeRules, {
    body: { numbers: {}, effectiveAt, difference: differenceOfV2 },
  })
  await administrators.approve(id, '示例：已核对')
}
