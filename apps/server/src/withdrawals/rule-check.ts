import {
  formatAmount,
  type RuleCheckFacts,
  type RuleCheckTerms,
  reasonsForPeople,
} from '@banyan/domain'
import type { Parameters } from '@banyan/economy'
import { type ApproverKey, approve, ruleCheckName } from '@banyan/payouts'
import type { Logger } from 'pino'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { Refused } from '../platform/refused.ts'
import { orderOf, type PayoutChain } from './orders.ts'
import { withdrawalId } from './present.ts'
import { historyOf } from './queue-store.ts'
import { insertDecision } from './record-store.ts'
import * as checks from './rule-check-store.ts'
import { findStatus } from './status-store.ts'
import { notifyMember, stepOf, takeStep } from './steps.ts'
import { lockWithdrawal, usedSince, type WithdrawalRow } from './store.ts'
import { ruleCheckTermsOf, termsOf } from './terms.ts'

type Reader = Database | Tx

/** What the rule check needs. */
export interface RuleCheckContext {
  database: Database
  logger: Logger
  chain: PayoutChain
  /** The key that its approvals are signed with. */
  key: () => Promise<ApproverKey>
  parameters: (reader: Reader) => Promise<Parameters>
  enterBalances: (tx: Tx) => Promise<void>
  paysInFull: (reader: Reader) => Promise<boolean>
  freezes: (reader: Reader, memberId: string) => Promise<{ withdrawals: unknown }>
  joinedAmong: (reader: Reader, memberIds: readonly string[]) => Promise<Map<string, Date>>
  /** True when an operator has frozen the whole account. */
  isFrozen: (reader: Reader, memberId: string) => Promise<boolean>
  /** When a password or the e-mail address of a member last changed; null if never. */
  securityChangedAt: (reader: Reader, memberId: string) => Promise<Date | null>
  /** Open cases with the member as a party, and the member's faults since an instant. */
  troublesOf: (
    reader: Reader,
    memberId: string,
    since: Date,
  ) => Promise<{ openCases: number; faults: number }>
  /** Recharges of a member that are not final. */
  openRecharges: (reader: Reader, memberId: string) => Promise<number>
  recordAct: (
    tx: Tx,
    doer: 'house',
    act: {
      action: string
      object: string
      reason: string
      after: unknown
      members: readonly string[]
    },
  ) => Promise<void>
}

const AT_ONCE = 100
/** When older than this, the worker's last finding about the signer is not used. */
const STALE_MS = 60_000

/**
 * Creates the run that checks every new request, each once. It approves those that the rule book's
 * numbers allow, signed with its own key, and leaves the rest to people with every reason. It
 * refuses none. Without a readable key everything is left to people.
 */
export const openRuleCheck = (context: RuleCheckContext) => async (): Promise<void> => {
  const requests = await checks.uncheckedRequests(context.database, AT_ONCE)
  if (requests.length === 0) return
  const key = await keyOf(context)
  for (const id of requests)
    await inTransaction(context.database, tx => checkOne(context, tx, id, key)).catch(error => {
      // A shared loss is being carried out: the next run comes after it.
      if (!(error instanceof Refused && error.refusal === 'lossBeingShared')) throw error
    })
}

async function keyOf({ key, logger }: RuleCheckContext): Promise<ApproverKey | null> {
  try {
    return await key()
  } catch (error) {
    logger.error({ err: error }, 'the key of the rule check was not read: people decide')
    return null
  }
}

async function checkOne(
  context: RuleCheckContext,
  tx: Tx,
  id: string,
  key: ApproverKey | null,
): Promise<void> {
  // The totals are sums over rows, and a sum over rows cannot be locked: one check at a time.
  await holdLock(tx, 'ruleCheck')
  await context.enterBalances(tx)
  const row = await lockWithdrawal(tx, id)
  const approved = { event: 'approve', actor: 'ruleCheck' } as const
  if (!row || !stepOf(row, approved)) return
  if ((await checks.ruleChecksOf(tx, [id])).length > 0) return
  const parameters = await context.parameters(tx)
  const terms = ruleCheckTermsOf(parameters)
  const seen = await factsOf(context, tx, row, parameters)
  const facts = key === null ? { ...seen, signerMost: null } : seen
  const reasons = reasonsForPeople(facts, terms)
  const { version } = parameters
  await checks.insertRuleCheck(tx, {
    withdrawalId: id,
    at: facts.now,
    version,
    reasons,
    facts: keptFacts(facts, terms),
  })
  if (reasons.length > 0 || terms === null || key === null) return notifyMember(tx, row)
  const signed = await approve(
    orderOf(row, context.chain),
    { role: 'automatic', approver: ruleCheckName },
    key,
  )
  await takeStep(tx, row, approved)
  await insertDecision(tx, {
    id: newUuid(),
    withdrawalId: id,
    decision: 'automatic',
    at: facts.now,
    arrives: row.amount - row.fee,
    signature: signed.signature,
  })
  await context.recordAct(tx, 'house', {
    action: 'approve withdrawal by rule check',
    object: withdrawalId(id),
    reason: inWords(facts, terms, version),
    members: [row.memberId],
    after: { version, facts, signature: signed.signature },
  })
}

async function factsOf(
  context: RuleCheckContext,
  tx: Tx,
  row: WithdrawalRow,
  parameters: Parameters,
): Promise<RuleCheckFacts> {
  const { memberId, amount } = row
  const now = await systemNow(tx)
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const windowStart = ago(termsOf(parameters).limitWindowMs)
  const approved = await checks.approvedByRule(tx, windowStart)
  const history = await historyOf(tx, row)
  const troubles = await context.troublesOf(tx, memberId, ago(parameters.otcFaultWindowMs))
  const { withdrawals: freeze } = await context.freezes(tx, memberId)
  return {
    requestedAt: row.requestedAt,
    amount,
    arrives: amount - row.fee,
    memberTotal: await usedSince(tx, memberId, windowStart),
    platformTotal: approved.total,
    hourCount: approved.inHour,
    joinedAt: (await context.joinedAmong(tx, [memberId])).get(memberId) ?? now,
    addressPaidAt: await checks.firstPaidAt(tx, row, context.chain.addresses.hot),
    changedAt: await context.securityChangedAt(tx, memberId),
    isFrozen: freeze !== null || (await context.isFrozen(tx, memberId)),
    ...troubles,
    openRecharges: await context.openRecharges(tx, memberId),
    requestsToday: history.requestsToday,
    othersAtAddress: history.othersAtAddress,
    ...(await payoutFacts(context, tx, now)),
    now,
  }
}

/**
 * The amount that the signer pays by this check, zero once it has refused what the check approved;
 * and whether anything pauses payouts.
 */
async function payoutFacts(context: RuleCheckContext, tx: Tx, now: Date) {
  const status = await findStatus(tx)
  const isStale = status === null || now.getTime() - status.checkedAt.getTime() > STALE_MS
  const isPaused = isStale || status.pause !== null || !(await context.paysInFull(tx))
  const automatic = (await checks.signerDisagrees(tx)) ? null : status?.signer?.automatic
  if (!automatic) return { isPaused, signerMost: null }
  const unsigned = await checks.approvedUnsigned(tx)
  const left = least(BigInt(automatic.leftThisHour), BigInt(automatic.leftToday)) - unsigned
  return { isPaused, signerMost: least(BigInt(automatic.payout), left > 0n ? left : 0n) }
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

const dateText = (date: Date | null): string | null => date?.toISOString() ?? null

/** Every fact of the check, and the numbers that it was compared with. */
const keptFacts = (facts: RuleCheckFacts, terms: RuleCheckTerms | null): checks.KeptFacts => ({
  ...facts,
  requestedAt: facts.requestedAt.toISOString(),
  amount: formatAmount(facts.amount),
  arrives: formatAmount(facts.arrives),
  memberTotal: formatAmount(facts.memberTotal),
  platformTotal: formatAmount(facts.platformTotal),
  signerMost: facts.signerMost === null ? null : formatAmount(facts.signerMost),
  joinedAt: facts.joinedAt.toISOString(),
  addressPaidAt: dateText(facts.addressPaidAt),
  changedAt: dateText(facts.changedAt),
  now: facts.now.toISOString(),
  ...(terms && {
    most: formatAmount(terms.most),
    memberMost: formatAmount(terms.memberMost),
    platformMost: formatAmount(terms.platformMost),
    hourMost: terms.hourMost,
  }),
})

/** For the log of acts: the numbers that it was approved by. */
function inWords(facts: RuleCheckFacts, terms: RuleCheckTerms, version: number): string {
  const daysSince = (date: Date) => Math.floor((facts.now.getTime() - date.getTime()) / 86_400_000)
  const { amount, memberTotal, platformTotal, hourCount, joinedAt, addressPaidAt } = facts
  const of = (one: bigint, most: bigint) => `${formatAmount(one)} of ${formatAmount(most)}`
  return [
    `rule book ${version}`,
    `amount ${of(amount, terms.most)} USDT`,
    `member ${of(memberTotal, terms.memberMost)}`,
    `platform ${of(platformTotal + amount, terms.platformMost)}`,
    `${hourCount + 1} of ${terms.hourMost} this hour`,
    `account ${daysSince(joinedAt)} days`,
    `address ${daysSince(addressPaidAt ?? facts.now)} days`,
  ].join('; ')
}
