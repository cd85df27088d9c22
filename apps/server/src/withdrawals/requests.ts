import type { Parameters } from '@banyan/economy'
import { type Ledger, memberAccount } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newOrderNumber, newUuid } from '../platform/ids.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse } from '../platform/refused.ts'
import { addAddress, knownSince } from './address-store.ts'
import { addressOf, decideRequest, leftToday, type Request, type Verdict } from './decide.ts'
import { withdrawalId } from './present.ts'
import { insertStep } from './record-store.ts'
import { refuseWhileRestoring } from './restore-store.ts'
import { findStatus } from './status-store.ts'
import { notifyMember, stepOf, takeStep } from './steps.ts'
import * as store from './store.ts'
import { lastTerms, ruleCheckTermsOf, termsOf, type WithdrawalTerms } from './terms.ts'
import type { ViewContext } from './view.ts'

/** What the module needs. */
export interface Context extends ViewContext {
  ledger: Ledger
  /** The numbers of the rule book in force. */
  parameters: (database: Database | Tx) => Promise<Parameters>
  /** True when a wind-down has frozen the books: then every member leaves. */
  isWoundDown: (database: Database | Tx) => Promise<boolean>
  /** True for a recharge address, and for a published address of the platform's own money. */
  ownAddress: (database: Database | Tx, address: string) => Promise<boolean>
  /**
   * Waits for a run that is changing all balances. Throws `lossBeingShared` while one shares a
   * loss.
   */
  enterBalances: (tx: Tx) => Promise<void>
  /** True when every member is paid in full now. Rule book 2.17. */
  paysInFull: (database: Database | Tx) => Promise<boolean>
  /** True when an e-mail address is bound: then a request needs a code. */
  emailCodeNeeded: (database: Database, memberId: string) => Promise<boolean>
  /** Uses up the code of this request; does nothing where no address is bound. */
  spendEmailCode: (tx: Tx, memberId: string, code: string | undefined) => Promise<void>
  /** The token that would be paid out; null where no chain is connected. */
  tokenContract: string | null
}

/** Decides a request by the current facts. Changes nothing. */
export async function judge(
  context: Context,
  database: Database | Tx,
  memberId: string,
  request: Request,
): Promise<Verdict & { now: Date }> {
  const address = addressOf(request.address)
  const now = await systemNow(database)
  const terms = await termsNow(context, database)
  const verdict = decideRequest(request, {
    terms,
    ownAddress: await context.ownAddress(database, address),
    tokenContract: context.tokenContract,
    knownSince: await knownSince(database, memberId, address),
    ...(await quotaLeft(context, database, memberId, { now, terms })),
    now,
  })
  return { ...verdict, now }
}

async function termsNow(context: Context, reader: Database | Tx): Promise<WithdrawalTerms> {
  const terms = termsOf(await context.parameters(reader))
  return (await context.isWoundDown(reader)) ? lastTerms(terms) : terms
}

/** The most that a member could request now, micro-USDT, and the facts behind it. */
export async function termsOfMember(context: Context, database: Database, memberId: string) {
  const now = await systemNow(database)
  const parameters = await context.parameters(database)
  const terms = await termsNow(context, database)
  const { usedToday, available } = await quotaLeft(context, database, memberId, { now, terms })
  const { withdrawals } = await context.freezes(database, memberId)
  return {
    terms,
    leftToday: leftToday(usedToday, terms),
    available,
    emailCodeNeeded: await context.emailCodeNeeded(database, memberId),
    frozenUntil: withdrawals?.until ?? null,
    paysInFull: await context.paysInFull(database),
    pause: await context.pauseNow(database),
    ruleCheck: (await isRuleCheckOn(context, database)) ? ruleCheckTermsOf(parameters) : null,
  }
}

/** True when the platform has a rule check and the signer accepts it. */
const isRuleCheckOn = async ({ checksByRule }: Context, database: Database): Promise<boolean> =>
  checksByRule && Boolean((await findStatus(database))?.signer?.automatic)

async function quotaLeft(
  context: Context,
  database: Database | Tx,
  memberId: string,
  { now, terms }: { now: Date; terms: WithdrawalTerms },
) {
  const since = new Date(now.getTime() - terms.limitWindowMs)
  const usedToday = await store.usedSince(database, memberId, since)
  const balance = await context.ledger.balance(database, memberAccount(memberId, 'USDT'))
  return { usedToday, available: balance.posted - balance.held }
}

/** Refuses withdrawals for a while after a password was reset. */
async function refuseFrozen(context: Context, tx: Tx, memberId: string): Promise<void> {
  const { withdrawals } = await context.freezes(tx, memberId)
  if (!withdrawals) return
  const { until, cause } = withdrawals
  refuse(
    'withdrawalsFrozen',
    { until: inPlatformZone(until) },
    { until: until.toISOString(), cause },
  )
}

/**
 * Freezes the amount and puts the request under review. The code of a bound e-mail address was
 * compared by the dispatcher and is used up here. Throws what `decideRequest` throws; also
 * `withdrawalsFrozen`, `lossBeingShared`, `emailCodeSpent`, and `keyReused` for a key of another
 * withdrawal from longer ago than keys are stored.
 */
export async function createWithdrawal(
  context: Context,
  tx: Tx,
  memberId: string,
  request: Request & { remarks: string | null; emailCode?: string | undefined },
  key: string,
): Promise<store.WithdrawalRow> {
  await context.enterBalances(tx)
  // Serializes requests of a member: the rolling limit is a sum over rows, and a sum has no lock.
  await context.ledger.lock(tx, [memberAccount(memberId, 'USDT')])
  await refuseFrozen(context, tx, memberId)
  const { address, amount, fee, approvableFrom, now } = await judge(context, tx, memberId, request)
  await context.spendEmailCode(tx, memberId, request.emailCode)
  const id = newUuid()
  const holdId = await context.ledger.hold(tx, {
    account: memberAccount(memberId, 'USDT'),
    amount,
    kind: 'withdrawal',
    reference: withdrawalId(id),
  })
  const { remarks } = request
  const orderNumber = newOrderNumber('W', now)
  const times = { approvableFrom, requestedAt: now }
  const row = await store.insertWithdrawal(tx, {
    id,
    orderNumber,
    memberId,
    address,
    amount,
    fee,
    remarks,
    holdId,
    state: 'requested',
    idempotencyKey: key,
    ...times,
  })
  if (!row) return refuse('keyReused')
  await insertStep(tx, { withdrawalId: id, state: row.state, at: now })
  await addAddress(tx, { memberId, address, now })
  await notifyMember(tx, row)
  return row
}

/**
 * Gives the whole amount back. Throws `notFound`, `withdrawalSettled` once two have approved it,
 * `withdrawalRestorePending` and `lossBeingShared`.
 */
export async function cancelWithdrawal(
  context: Context,
  tx: Tx,
  memberId: string,
  id: string,
): Promise<store.WithdrawalRow> {
  await context.enterBalances(tx)
  const row = await store.lockWithdrawal(tx, id)
  if (row?.memberId !== memberId) return refuse('notFound')
  const cancelled = { event: 'cancel', actor: 'member', reason: 'cancelled' } as const
  if (!stepOf(row, cancelled)) return refuse('withdrawalSettled')
  await refuseWhileRestoring(tx, context.tokenContract !== null)
  await context.ledger.voidHold(tx, row.holdId)
  return takeStep(tx, row, cancelled)
}
