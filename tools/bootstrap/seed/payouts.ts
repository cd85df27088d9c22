import { setTimeout as sleep } from 'node:timers/promises'
import {
  collectionStatus,
  getWithdrawal,
  payoutStatus,
  refuseWithdrawal,
  releaseWithdrawal,
  reviewWithdrawal,
} from '@banyan/domain'
import { signInApprover } from '../approvers.ts'
import type { OperatorClient } from '../operator-client.ts'
import type { SeedContext } from '../seeding.ts'
import type { DemoMember } from './member.ts'
import { patientFetch } from './patient-fetch.ts'

type Role = 'reviewer' | 'treasurer'

/** USDT of the hot wallet: a payout takes a fifth of it in an hour at most. */
const enoughToPay = 2_000

/** A person's withdrawal. */
export interface Asked {
  member: DemoMember
  id: string
}

/** A reviewer approves, a treasurer releases, the signer pays, and the chain confirms it. */
export async function payWithdrawal(context: SeedContext, { member, id }: Asked): Promise<void> {
  const params = { id }
  const [reviewer, treasurer] = await Promise.all([
    signIn(context, 'reviewer'),
    signIn(context, 'treasurer'),
  ])
  const reviewed = { signature: await reviewer.sign(id), note: null, reason: null }
  await reviewer.act(reviewWithdrawal, { params, body: reviewed })
  await untilCollected(context, reviewer)
  const released = { signature: await treasurer.sign(id), note: null, reason: null }
  await treasurer.act(releaseWithdrawal, { params, body: released })
  await untilPaid(context, { member, id })
}

/** A reviewer approves it; a treasurer has not yet. */
export async function reviewAsked(context: SeedContext, { id }: Asked): Promise<void> {
  const reviewer = await signIn(context, 'reviewer')
  const body = { signature: await reviewer.sign(id), note: null, reason: null }
  await reviewer.act(reviewWithdrawal, { params: { id }, body })
}

/** A reviewer refuses it, with a reason that its member reads. */
export async function refuseAsked(
  context: SeedContext,
  { id }: Asked,
  reason: string,
): Promise<void> {
  const reviewer = await signIn(context, 'reviewer')
  await reviewer.act(refuseWithdrawal, { params: { id }, body: { reason } })
}

/** The hot wallet gets what it pays with as it does later: recharge addresses are collected. */
async function untilCollected({ chain }: SeedContext, reviewer: OperatorClient): Promise<void> {
  const giveUpAt = Date.now() + 180_000
  for (;;) {
    const { signer } = await reviewer.ask(payoutStatus, {})
    if (Number(signer?.usdt ?? 0) >= enoughToPay) return
    if (Date.now() > giveUpAt) {
      const { stop, waiting } = await reviewer.ask(collectionStatus, { query: {} })
      throw new Error(`Nothing was collected in three minutes: ${stop}, ${JSON.stringify(waiting)}`)
    }
    // A step follows once the one before it is final.
    await chain.mine(4)
    await sleep(500)
  }
}

/** The blocks on top of a payout are mined as soon as it is in one. */
async function untilPaid({ chain }: SeedContext, { member, id }: Asked): Promise<void> {
  const giveUpAt = Date.now() + 120_000
  let isMined = false
  for (;;) {
    const { stage, waits } = await member.ask(getWithdrawal, { params: { id } })
    if (stage === 'done') return
    if (Date.now() > giveUpAt)
      throw new Error(`${id} was not paid in two minutes: ${stage}, ${JSON.stringify(waits)}`)
    if (stage === 'sent' && !isMined) {
      isMined = true
      // Fifteen confirmations, and one more.
      await chain.mine(16)
    }
    await sleep(150)
  }
}

/** An operator of a role, who signs with the key of the demonstration. */
async function signIn({ operatorsUrl, operators, approverKey }: SeedContext, role: Role) {
  const operator = operators.find(one => one.role === role)
  if (!operator) throw new Error(`a demonstration has a ${role}`)
  const key = await approverKey(operator.name)
  return signInApprover(operatorsUrl, operator, { key, fetch: patientFetch })
}
