import { setTimeout as sleep } from 'node:timers/promises'
import {
  type CallAnswer,
  type Callable,
  type CallInput,
  Client,
  isRefused,
  newIdempotencyKey,
} from '@banyan/client'
import {
  approveProposal,
  type CustodyUse,
  custodyAddresses,
  openEvidence,
  operatorSignIn,
  proposeReceipt,
  proposeRules,
  receiptList,
  refusals,
  reportShortfall,
} from '@banyan/domain'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import type { SeedContext } from '../seeding.ts'
import { callHook, patientFetch } from './patient-fetch.ts'
import type { NewRules, Payment } from './plan.ts'

type Role = 'treasurer' | 'administrator'

/** Two operators of a role, signed in: what one proposes the other approves. */
async function pairOf({ operatorsUrl, operators }: SeedContext, role: Role) {
  const [one, other] = operators.filter(operator => operator.role === role)
  if (!one || !other) throw new Error(`a demonstration has two of role ${role}`)
  const clientOf = async ({ name, password }: typeof one): Promise<Client> => {
    const body = { name, password }
    const { token } = await new Client({ base: operatorsUrl, fetch: patientFetch }).ask(
      operatorSignIn,
      {
        body,
      },
    )
    return new Client({ base: operatorsUrl, fetch: patientFetch, token: () => token })
  }
  const [proposer, approver] = await Promise.all([clientOf(one), clientOf(other)])
  const act = <E extends Callable>(client: Client, endpoint: E, input: CallInput<E>) =>
    client.ask(endpoint, ...([input, { idempotencyKey: newIdempotencyKey() }] as never)) as Promise<
      CallAnswer<E>
    >
  return {
    propose: <E extends typeof proposeReceipt | typeof proposeRules | typeof reportShortfall>(
      e: E,
      input: CallInput<E>,
    ) => act(proposer, e, input),
    approve: async (id: string, reason: string) => {
      await approver.ask(openEvidence, { params: { id } })
      return act(approver, approveProposal, { params: { id }, body: { reason } })
    },
  }
}

/** Sends test USDT to a published address and answers its receipt, as soon as it is final on the chain. */
export async function sendToPlatform(
  { baseUrl, chain }: SeedContext,
  use: CustodyUse,
  usdt: number,
): Promise<string> {
  const client = new Client({ base: baseUrl })
  const { items } = await client.ask(custodyAddresses)
  const to = items.find(one => one.use === use && one.replacedAt === null)
  if (!to) throw new Error(`no address for ${use} is published`)
  const hash = await chain.send(to.address, `${usdt}`)
  // Fifteen confirmations, and one more.
  await chain.mine(16)
  const giveUpAt = Date.now() + 60_000
  while (Date.now() < giveUpAt) {
    const { items: receipts } = await client.ask(receiptList, { query: { booked: 'no' } })
    const receipt = receipts.find(one => one.hash === hash && one.state === 'final')
    if (receipt) return receipt.id
    await sleep(150)
  }
  throw new Error(`${usdt} USDT to the ${use} address were not final within a minute`)
}

/** Money from outside that comes in on the chain, and of which two treasurers say what it is. */
export async function receive(
  context: SeedContext,
  kind: 'founding' | 'income',
  { usdt, payer, evidence }: Payment,
): Promise<void> {
  const [receiptId, treasurers] = await Promise.all([
    sendToPlatform(context, kind, usdt),
    pairOf(context, 'treasurer'),
  ])
  const body = { receiptId, kind, payer, evidence }
  const { id } = await treasurers.propose(proposeReceipt, { body })
  await treasurers.approve(id, '示例：已核对')
}

/** Costs that come back, as one treasurer says; another has not approved it yet. */
export async function proposeRefund(
  context: SeedContext,
  { usdt, payer, evidence }: Payment,
): Promise<void> {
  const receiptId = await sendToPlatform(context, 'income', usdt)
  const treasurers = await pairOf(context, 'treasurer')
  const body = { receiptId, kind: 'refund' as const, payer, evidence }
  await treasurers.propose(proposeReceipt, { body })
}

/** Money leaves an address of the platform; two treasurers say so as soon as the chain shows it. */
export async function loseIncome(
  context: SeedContext,
  { usdt, evidence }: { usdt: number; evidence: string },
): Promise<void> {
  await context.chain.sendOf('income', privateKeyToAddress(generatePrivateKey()), `${usdt}`)
  await context.chain.mine(16)
  const treasurers = await pairOf(context, 'treasurer')
  const body = { amount: `${usdt}`, evidence }
  const { id } = await treasurers.propose(reportShortfall, { body })
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    try {
      return void (await treasurers.approve(id, '示例：已核对'))
    } catch (error) {
      const isUnseen = isRefused(error) && error.code === refusals.shortfallNotShown.code
      if (!isUnseen || Date.now() > giveUpAt) throw error
      await callHook(context.baseUrl, '/test/custody', {})
      await sleep(150)
    }
  }
}

/** A version of the rule book that one administrator proposes; another has not approved it yet. */
export async function proposeNextRules(
  context: SeedContext,
  { numbers, difference }: Pick<NewRules, 'numbers' | 'difference'>,
  effectiveAt: string,
): Promise<void> {
  const administrators = await pairOf(context, 'administrator')
  await administrators.propose(proposeRules, { body: { numbers, difference, effectiveAt } })
}

/** A new version of the rule book, as two administrators agree on it. */
export async function publishRules(
  context: SeedContext,
  { numbers, difference }: NewRules,
  effectiveAt: string,
): Promise<void> {
  const administrators = await pairOf(context, 'administrator')
  const { id } = await administrators.propose(proposeRules, {
    body: { numbers, difference, effectiveAt },
  })
  await administrators.approve(id, '示例：已核对')
}
