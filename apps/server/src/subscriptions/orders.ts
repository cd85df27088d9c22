import { type Locale, type PromptModule, subscriptionMachine } from '@banyan/domain'
import { investmentKind } from '@banyan/economy'
import { memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid, underNewNumber } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { decidePlacing, isCancellable } from './decide.ts'
import { allowanceOf, type LimitDeps } from './limits.ts'
import { presentSubscription, subscriptionId, type WireSubscription } from './present.ts'
import * as store from './store.ts'

/** The prompts of eliminations, as their module provides them. */
interface Prompts {
  /** Marks an open own prompt as answered by what cites it. Refuses `notFound`, `promptNotOpen`. */
  citePrompt(
    tx: Tx,
    memberId: string,
    citing: { promptId: string; citedBy: string },
  ): Promise<PromptModule>
  /** Opens a prompt again when the order that cited it has come to nothing. */
  reopenPrompt(tx: Tx, citedBy: string): Promise<void>
}

/** The dependencies for placing and cancelling orders. */
export interface OrderContext extends LimitDeps {
  /**
   * Waits for a run that is freezing balances; refuses `lossBeingShared` while one shares a loss.
   */
  enterBalances(tx: Tx): Promise<void>
  prompts: Prompts
  /** When each of these members answered the questions on risk, for those who did. */
  riskAnswered(reader: Tx, memberIds: readonly string[]): Promise<ReadonlyMap<string, Date>>
}

/**
 * Holds the amount (micro-USDT) for the next guide price. Refusals: see `decidePlacing`; also
 * `riskQuestionsOpen`, `promptNotOpen`, `lossBeingShared`, and `keyReused` for a key that made
 * another order longer ago than keys are remembered.
 */
export async function placeOrder(
  deps: OrderContext,
  tx: Tx,
  order: {
    memberId: string
    amount: bigint
    promptId: string | null
    key: string
    locale: Locale
  },
): Promise<WireSubscription> {
  const { memberId, amount, key } = order
  await deps.enterBalances(tx)
  await store.lockMember(tx, memberId)
  await store.lockRoundShared(tx)
  const allowance = await allowanceOf(deps, tx, memberId)
  const times = decidePlacing(amount, allowance, order.locale)
  if (!(await deps.riskAnswered(tx, [memberId])).has(memberId)) refuse('riskQuestionsOpen')
  if (await store.keyIsUsed(tx, memberId, key)) refuse('keyReused')
  const id = newUuid()
  const citing = { promptId: order.promptId ?? '', citedBy: subscriptionId(id) }
  const cited = order.promptId === null ? null : await deps.prompts.citePrompt(tx, memberId, citing)
  const kind = investmentKind({ cited, issuedBefore: allowance.issuedBefore })
  const holdId = await deps.ledger.hold(tx, {
    account: memberAccount(memberId, 'USDT'),
    amount,
    kind: 'subscription',
    reference: subscriptionId(id),
  })
  const row = await underNewNumber('S', times.placedAt, orderNumber =>
    store.insertSubscription(tx, {
      id,
      memberId,
      amount,
      holdId,
      kind,
      ...times,
      ruleVersion: allowance.p.version,
      state: 'pending',
      idempotencyKey: key,
      orderNumber,
    }),
  )
  await notifyOwners(tx, [row])
  return presentSubscription(row, allowance.now)
}

/**
 * Gives the whole amount back. Refuses `notFound`; `subscriptionSettling` from the order's cut-off
 * until it is settled; `lossBeingShared`; `stale`, with the order as it is, once it has ended.
 */
export async function cancelOrder(
  { ledger, prompts, enterBalances }: OrderContext,
  tx: Tx,
  memberId: string,
  id: string,
): Promise<WireSubscription> {
  await enterBalances(tx)
  const row = await store.lockSubscription(tx, memberId, id)
  if (!row) return refuse('notFound')
  const now = await systemNow(tx)
  if (subscriptionMachine.isFinal(row.state)) refuse('stale', {}, presentSubscription(row, now))
  const step = subscriptionMachine.step(row.state, 'cancel', 'member')
  if (!step || !isCancellable(row, now)) return refuse('subscriptionSettling')
  await ledger.voidHold(tx, row.holdId)
  const ended = await store.cancelSubscription(tx, id, now)
  await prompts.reopenPrompt(tx, subscriptionId(id))
  await notifyOwners(tx, [ended])
  return presentSubscription(ended, now)
}

/**
 * In a wind-down, gives back up to `limit` orders that no run has taken; returns how many there
 * were. Refuses `lossBeingShared` while a run shares a loss. Rule book 2.17.
 */
export async function giveBackPending(
  { ledger, prompts, enterBalances }: OrderContext,
  tx: Tx,
  limit: number,
): Promise<number> {
  await enterBalances(tx)
  const rows = await store.lockPending(tx, limit)
  if (rows.length === 0) return 0
  const now = await systemNow(tx)
  await ledger.endHolds(
    tx,
    rows.map(({ holdId }) => ({ holdId, group: null })),
  )
  for (const { id, state } of rows) {
    if (!subscriptionMachine.step(state, 'cancel', 'settlement'))
      throw new Error(`subscription ${id} is ${state} and cannot be given back`)
    await store.cancelSubscription(tx, id, now)
    await prompts.reopenPrompt(tx, subscriptionId(id))
  }
  await notifyOwners(tx, rows)
  return rows.length
}

/** Notifies the owners that their orders and their wallets have changed. */
export const notifyOwners = (
  tx: Tx,
  rows: readonly { id: string; memberId: string }[],
): Promise<void> =>
  announce(
    tx,
    rows.flatMap(({ id, memberId }) => [
      { memberId, topic: 'subscriptions' as const, subject: subscriptionId(id) },
      { memberId, topic: 'wallets' as const, subject: null },
    ]),
  )
