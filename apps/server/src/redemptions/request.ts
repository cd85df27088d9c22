import { formatAmount, type RedemptionKind, redemptionMachine } from '@banyan/domain'
import { isTakenBackFree, type Parameters, undoableUntil } from '@banyan/economy'
import { type AccountName, memberAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid, underNewNumber } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import type { RedemptionDeps } from './deps.ts'
import { lettersOf, redemptionId } from './names.ts'
import { presenter, type WireRedemption } from './present.ts'
import * as store from './store.ts'

const HOUR_MS = 3_600_000

/**
 * The request of a member for USDT: for a number of coins (micro-LEAF, current units), or for the
 * first fill.
 */
export type Wanted = { kind: 'exchange'; quantity: bigint } | { kind: 'undo' }

/** The input of the decision on a request, read with its member's coins locked. */
interface Asking {
  memberId: string
  account: AccountName
  p: Parameters
  now: Date
}

/** The coins to hold; for an undo also the fill and its subscription. */
type Held = Pick<store.RedemptionRow, 'quantity' | 'fill' | 'subscriptionId'>

/**
 * Holds coins until the next run takes them back. Refuses `exchangeTooSmall`, `undoNotOffered`,
 * `insufficientBalance`, and `keyReused` for a key that made another request longer ago than keys
 * are remembered.
 */
export async function requestRedemption(
  deps: RedemptionDeps,
  tx: Tx,
  { memberId, key, wanted }: { memberId: string; key: string; wanted: Wanted },
): Promise<WireRedemption> {
  const { ledger, parameters } = deps
  await store.lockQueueShared(tx)
  const account = memberAccount(memberId, 'LEAF')
  // Locked before it is read: neither "the whole rest" nor an undo can be asked for twice at once.
  await ledger.lock(tx, [account])
  const asking = { memberId, account, p: await parameters(tx), now: await systemNow(tx) }
  const held = await heldFor(deps, tx, asking, wanted)
  const { kind } = wanted
  if (await store.keyIsUsed(tx, { memberId, kind, key })) refuse('keyReused')
  const id = newUuid()
  const epoch = await ledger.epoch(tx)
  const reference = redemptionId({ id, kind })
  const holdId = await ledger.hold(tx, { account, amount: held.quantity, epoch, kind, reference })
  const row = await underNewNumber(lettersOf[kind].number, asking.now, orderNumber =>
    store.insertRedemption(tx, {
      ...held,
      id,
      kind,
      memberId,
      epoch,
      holdId,
      orderNumber,
      state: 'queued',
      askedAt: asking.now,
      idempotencyKey: key,
      ruleVersion: asking.p.version,
    }),
  )
  await notifyOwners(tx, [row])
  return (await presenter(deps, tx))(row)
}

/** The coins to hold, or a refusal. */
function heldFor(deps: RedemptionDeps, tx: Tx, asking: Asking, wanted: Wanted): Promise<Held> {
  return wanted.kind === 'undo'
    ? heldForUndo(deps, tx, asking)
    : heldForExchange(deps, tx, asking, wanted.quantity)
}

/** Rule book 2.12: at least one coin, or the whole rest. The ledger refuses more than there is. */
async function heldForExchange(
  { ledger }: RedemptionDeps,
  tx: Tx,
  { account, p: { exchangeMinimumLeaf: minimum } }: Asking,
  quantity: bigint,
): Promise<Held> {
  const { posted, held } = await ledger.balance(tx, account)
  if (quantity < minimum && quantity !== posted - held)
    refuse('exchangeTooSmall', { min: formatAmount(minimum) })
  return { quantity, fill: null, subscriptionId: null }
}

/**
 * Rule book 2.3 (2): all coins of the first fill, requested within its hours after the issue, and
 * once.
 */
async function heldForUndo(
  { firstFill }: RedemptionDeps,
  tx: Tx,
  { memberId, p, now }: Asking,
): Promise<Held> {
  const first = await firstFill(tx, memberId)
  const isOpen = first && now < undoableUntil(first.issuedAt, p)
  if (!isOpen || (await store.undoOf(tx, memberId)))
    return refuse('undoNotOffered', { hours: p.undoWindowMs / HOUR_MS })
  const { quantity, fill, subscriptionId } = first
  return { quantity, fill, subscriptionId }
}

/**
 * Frees all the coins. Refuses `notFound`; `redemptionSettling` from the request's cut-off until it is
 * settled; `stale`, with the request as it is, once it has ended.
 */
export async function cancelRedemption(
  deps: RedemptionDeps,
  tx: Tx,
  memberId: string,
  id: string,
): Promise<WireRedemption> {
  const row = await store.lockRedemption(tx, memberId, id)
  if (!row) return refuse('notFound')
  const now = await systemNow(tx)
  const present = await presenter(deps, tx)
  if (redemptionMachine.isFinal(row.state)) refuse('stale', {}, present(row))
  if (!isTakenBackFree(row, now)) refuse('redemptionSettling')
  await deps.ledger.voidHold(tx, row.holdId)
  const ended = await store.cancelRedemption(tx, row, now)
  await notifyOwners(tx, [ended])
  return present(ended)
}

/**
 * In a wind-down, gives back up to `limit` requests that no run has taken: all coins are paid
 * without a fee then. Returns how many there were. Rule book 2.17.
 */
export async function giveBackQueued(
  { ledger }: Pick<RedemptionDeps, 'ledger'>,
  tx: Tx,
  limit: number,
): Promise<number> {
  const rows = await store.lockQueued(tx, limit)
  if (rows.length === 0) return 0
  const now = await systemNow(tx)
  await ledger.endHolds(
    tx,
    rows.map(({ holdId }) => ({ holdId, group: null })),
  )
  for (const row of rows) {
    if (!redemptionMachine.step(row.state, 'cancel', 'settlement'))
      throw new Error(`redemption ${row.id} is ${row.state} and cannot be given back`)
    await store.cancelRedemption(tx, row, now)
  }
  await notifyOwners(tx, rows)
  return rows.length
}

/** Notifies the owners that their redemptions and their wallets have changed. */
export const notifyOwners = (
  tx: Tx,
  rows: readonly { id: string; kind: RedemptionKind; memberId: string }[],
): Promise<void> =>
  announce(
    tx,
    rows.flatMap(row => [
      { memberId: row.memberId, topic: 'redemptions' as const, subject: redemptionId(row) },
      { memberId: row.memberId, topic: 'wallets' as const, subject: null },
    ]),
  )
