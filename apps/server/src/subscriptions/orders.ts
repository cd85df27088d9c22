import { type Locale, subscriptionMachine } from '@banyan/domain'
import { type Ledger, memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { newOrderNumber, newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { decidePlacing, isCancellable } from './decide.ts'
import { standingOf } from './limits.ts'
import { presentSubscription, subscriptionId, type WireSubscription } from './present.ts'
import * as store from './store.ts'

/**
 * Holds the amount (micro-USDT) for the next guide price. Refusals: see `decidePlacing`; also
 * `keyReused` for a key that made another order longer ago than keys are remembered.
 */
export async function placeOrder(
  ledger: Ledger,
  tx: Tx,
  order: { memberId: string; amount: bigint; key: string; locale: Locale },
): Promise<WireSubscription> {
  const { memberId, amount, key } = order
  await store.lockMember(tx, memberId)
  await store.enterRound(tx)
  const standing = await standingOf(ledger, tx, memberId)
  const times = decidePlacing(amount, standing, order.locale)
  if (await store.keyIsUsed(tx, memberId, key)) refuse('keyReused')
  const id = newUuid()
  const holdId = await ledger.hold(tx, {
    account: memberAccount(memberId, 'USDT'),
    amount,
    kind: 'subscription',
    reference: subscriptionId(id),
  })
  const row = await insertNumbered(tx, {
    ...{ id, memberId, amount, holdId, ...times },
    ...{ state: 'pending', idempotencyKey: key },
  })
  await tell(tx, [row])
  return presentSubscription(row, standing.now)
}

const NUMBERS_TRIED = 20

/** On a busy day two random numbers meet: the second order takes another one. */
async function insertNumbered(
  tx: Tx,
  row: Omit<Parameters<typeof store.insertSubscription>[1], 'orderNumber'> & { placedAt: Date },
): Promise<store.SubscriptionRow> {
  for (let tried = 0; tried < NUMBERS_TRIED; tried++) {
    const orderNumber = newOrderNumber('S', row.placedAt)
    const inserted = await store.insertSubscription(tx, { ...row, orderNumber })
    if (inserted) return inserted
  }
  throw new Error('no free order number was found')
}

/**
 * Gives the whole amount back. Refuses `notFound`; `subscriptionSettling` from the order's cut-off
 * until it is settled; `stale`, with the order as it is, once it has ended.
 */
export async function cancelOrder(
  ledger: Ledger,
  tx: Tx,
  memberId: string,
  id: string,
): Promise<WireSubscription> {
  const row = await store.lockSubscription(tx, memberId, id)
  if (!row) return refuse('notFound')
  const now = await houseNow(tx)
  if (subscriptionMachine.isFinal(row.state)) refuse('stale', {}, presentSubscription(row, now))
  const step = subscriptionMachine.step(row.state, 'cancel', 'member')
  if (!step || !isCancellable(row, now)) return refuse('subscriptionSettling')
  await ledger.voidHold(tx, row.holdId)
  const ended = await store.cancelSubscription(tx, id, now)
  await tell(tx, [ended])
  return presentSubscription(ended, now)
}

/** Tells the owners that their orders and their wallets have changed. */
export const tell = (tx: Tx, rows: readonly { id: string; memberId: string }[]): Promise<void> =>
  announce(
    tx,
    rows.flatMap(({ id, memberId }) => [
      { memberId, topic: 'subscriptions' as const, subject: subscriptionId(id) },
      { memberId, topic: 'wallets' as const, subject: null },
    ]),
  )
