import {
  type AnswerOf,
  createWithdrawal,
  type OperatorRole,
  operatorSetUp,
  operatorSignIn,
  withdrawalForOperator as readForOperator,
  registerPayoutKey,
  releaseWithdrawal,
  reviewWithdrawal,
  uuidOf,
  type withdrawalForOperator,
} from '@banyan/domain'
import { approve, newApproverKey, readApproverKey } from '@banyan/payouts'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { addOperator } from '../operators/index.ts'
import { addressSettings } from '../testing/chain.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { equip } from '../testing/scene.ts'

const PASSWORD = 'a long enough password'

/** Settings of a chain that is never called: an order needs its number and its token. */
export const chainSettings = {
  CHAIN_RPC_URLS: 'http://127.0.0.1:9',
  TEST_CHAIN_WALLET_URL: 'http://127.0.0.1:9/',
  CHAIN_ID: '56',
  USDT_CONTRACT: '0x55d398326f99059fF775485246999027B3197955',
  DEPOSIT_XPUB:
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
  ...addressSettings,
}

type Decided = AnswerOf<typeof withdrawalForOperator>

/** An operator with a session and a registered key. */
export interface Approver {
  name: string
  role: OperatorRole
  token: string
  publicKey: string
  privateKey: string
}

/** Signs an operator of a role in and registers a key where the role approves anything. */
export async function seatApprover(
  system: HttpSystem,
  name: string,
  role: OperatorRole,
  memberId: string | null = null,
): Promise<Approver> {
  const secret = await addOperator(system.db.database, { name, role, memberId })
  await system.must(operatorSetUp, { body: { name, secret, password: PASSWORD } })
  const { token } = await signInAgain(system, name)
  const approver = { name, role, token, ...(await newApproverKey()) }
  if (role === 'reviewer' || role === 'treasurer')
    await system.must(registerPayoutKey, {
      as: approver,
      body: { publicKey: approver.publicKey },
    })
  return approver
}

export const signInAgain = (system: HttpSystem, name: string) =>
  system.must(operatorSignIn, { body: { name, password: PASSWORD } })

/**
 * Everything that deciding needs: a chain in the settings, two reviewers and two treasurers with
 * keys.
 */
export async function openDeciding(env: Record<string, string> = chainSettings) {
  const system = await openHttpSystem({ env })
  const seat = (name: string, role: OperatorRole) => seatApprover(system, name, role)
  const approvers = {
    reviewer: await seat('reviewer-1', 'reviewer'),
    otherReviewer: await seat('reviewer-2', 'reviewer'),
    treasurer: await seat('treasurer-1', 'treasurer'),
    otherTreasurer: await seat('treasurer-2', 'treasurer'),
  }
  return { system, approvers, ...decidingOver(system) }
}

/** A member who joined a month ago and has money. */
async function oldMember(system: HttpSystem, name: string): Promise<TestMember> {
  const member = await system.join(name)
  await equip(system, member)
  await system.db.owner.query(
    `update member set created_at = house_now() - interval '30 days' where id = $1`,
    [member.memberId],
  )
  return member
}

/** Steps that tests of deciding repeat. */
export function decidingOver(system: HttpSystem) {
  const ask = (as: TestMember, more: object = {}) =>
    system.must(createWithdrawal, {
      as,
      body: {
        address: privateKeyToAddress(generatePrivateKey()),
        amount: '100',
        remarks: null,
        paymentPassword: PAYMENT_PASSWORD,
        ...more,
      },
    })
  /** The address has cooled. */
  const cool = (id: string) =>
    system.db.owner.query('update withdrawal set approvable_from = house_now() where id = $1', [
      uuidOf(id),
    ])
  const read = (as: Approver, id: string): Promise<Decided> =>
    system.must(readForOperator, { as, params: { id } })
  /** Signs the order as shown, or a changed one. */
  const sign = async (by: Approver, id: string, change: object = {}) => {
    const { order } = await read(by, id)
    if (!order) throw new Error(`${id} has no order`)
    const role = by.role as 'reviewer' | 'treasurer'
    const key = await readApproverKey(by.privateKey)
    const { signature } = await approve({ ...order, ...change }, { role, approver: by.name }, key)
    return signature
  }
  const decide = async (
    endpoint: typeof reviewWithdrawal | typeof releaseWithdrawal,
    by: Approver,
    id: string,
    more: object = {},
  ) => {
    const body = { signature: await sign(by, id), ...more }
    return system.ask(endpoint, { as: by, params: { id }, body })
  }
  const done = async (reply: ReturnType<typeof decide>): Promise<Decided> => {
    const { code, msg, data } = await reply
    if (code !== 1) throw new Error(`refused with ${code}: ${msg}`)
    return data
  }
  return {
    ask,
    cool,
    read,
    sign,
    member: (name = 'Sorrel') => oldMember(system, name),
    review: (by: Approver, id: string, more?: object) => decide(reviewWithdrawal, by, id, more),
    release: (by: Approver, id: string, more?: object) => decide(releaseWithdrawal, by, id, more),
    /** Both approvals of a request to an address that has cooled. */
    approveBoth: async (
      { reviewer, treasurer }: { reviewer: Approver; treasurer: Approver },
      id: string,
      more: object = {},
    ) => {
      await cool(id)
      await done(decide(reviewWithdrawal, reviewer, id, more))
      return done(decide(releaseWithdrawal, treasurer, id, more))
    },
  }
}
