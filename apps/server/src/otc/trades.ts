import {
  clockEvent,
  decideMove,
  type EscrowMove,
  isClosed,
  type Party,
  type SplitAmounts,
  type TradeActor,
  type TradeEvent,
  tradeReasonOf,
  tradeStatusOf,
} from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import type { OtcDeps } from './context.ts'
import { type DisputeRow, disputeForMove, lockOpenDispute } from './dispute-store.ts'
import { endEscrow } from './endings.ts'
import { endHeldAgain, holdAgain } from './late-cases.ts'
import { refuseMove } from './move-refusals.ts'
import { orderNews, tradeNews } from './news.ts'
import { lockOrder, lockOrderOrSkip, type OrderRow } from './order-store.ts'
import {
  factsForMove,
  findTrade,
  lockTrade,
  recordEvents,
  saveTrade,
  type TradeChange,
  type TradeRow,
} from './trade-store.ts'

/**
 * A trade with the rows that decide about it, all locked: first the order, then the trade, then its
 * case.
 */
export interface Loaded {
  trade: TradeRow
  order: OrderRow
  /** The open case, while the trade is in arbitration. */
  dispute: DisputeRow | null
  now: Date
  /** Another open trade claims the transaction that the chain found for this one. */
  claimedElsewhere?: boolean
}

/** An event of a trade, and the columns that are written beside its state. */
export interface Happening {
  event: TradeEvent
  actor: TradeActor
  change?: TradeChange
  /** The actor's text. */
  note?: string
  /** Of a split: the amounts, and the part that goes to the buyer. */
  split?: SplitAmounts & { released: bigint }
}

/** The viewer's part in a trade. Refuses anybody who is not a party, and reveals nothing. */
export function partyOf(trade: TradeRow | undefined, memberId: string): Party {
  if (trade?.buyerId === memberId) return 'buyer'
  if (trade?.sellerId === memberId) return 'seller'
  return refuse('notFound')
}

/** Loads a trade for its party. */
export async function loadForParty(
  tx: Tx,
  tradeId: string,
  memberId: string,
): Promise<Loaded & { party: Party }> {
  const seen = await findTrade(tx, tradeId)
  const party = partyOf(seen, memberId)
  const loaded = await load(tx, seen as TradeRow, lockOrder)
  if (!loaded) throw new Error(`trade ${tradeId} has no order`)
  return { ...loaded, party }
}

/** Loads a trade for the platform. `seen` identifies it, and may be out of date. */
export async function load(
  tx: Tx,
  seen: Pick<TradeRow, 'id' | 'orderId'>,
  lock: (tx: Tx, orderId: string) => Promise<OrderRow | undefined>,
): Promise<Loaded | null> {
  const order = await lock(tx, seen.orderId)
  if (!order) return null
  const trade = await lockTrade(tx, seen.id)
  const dispute = hasOpenCase(trade) ? await lockOpenDispute(tx, seen.id) : null
  return { trade, order, dispute, now: await systemNow(tx) }
}

/** A trade has an open case if and only if it is in arbitration: invariant I12. */
export const hasOpenCase = ({ state }: TradeRow): boolean =>
  tradeStatusOf[state] === 'in_arbitration'

/** The buyer gives up and confirms that nothing was sent: the coin goes back at once. */
export async function giveUp(
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  tradeId: string,
): Promise<TradeRow> {
  const loaded = await loadForParty(tx, tradeId, memberId)
  return step(tx, context, loaded, { event: 'giveUp', actor: loaded.party })
}

/** The event that the clock has to apply to this trade now, if any. */
export function clockIsDue({ trade, now }: Pick<Loaded, 'trade' | 'now'>): TradeEvent | null {
  const event = clockEvent(trade.state)
  const isDue = event && 'step' in decideMove(factsForMove(trade), event, 'clock', now)
  return isDue ? event : null
}

/**
 * Loads an overdue trade for the clock. Null when another process was first, or works on it now.
 */
export async function loadDue(
  tx: Tx,
  due: { id: string; orderId: string },
): Promise<{ loaded: Loaded; event: TradeEvent } | null> {
  const loaded = await load(tx, due, lockOrderOrSkip)
  const event = loaded && clockIsDue(loaded)
  return event ? { loaded, event } : null
}

/** The party whose fault it is that a trade ends by this event; null when there is none. */
function faultOf(event: TradeEvent, { trade, dispute }: Loaded): Party | null {
  if (event === 'giveUp' || event === 'graceOver') return 'buyer'
  // The time to release was over when the case was opened, and two arbitrators decided that the
  // buyer has paid.
  const { releaseDeadline } = trade
  const wasOver = dispute && releaseDeadline && dispute.openedAt >= releaseDeadline
  return event === 'rulingRelease' && wasOver ? 'seller' : null
}

/** Decides, posts, saves and announces: every change of a trade goes through here. */
export async function step(
  tx: Tx,
  context: OtcDeps,
  loaded: Loaded,
  happening: Happening,
): Promise<TradeRow> {
  const { trade, order, now } = loaded
  const { event, actor, change = {}, note } = happening
  const { to, escrow } = decide(loaded, event, actor)
  const moved = await (trade.lapsedAt ? moveHeldAgain : moveEscrow)(
    ...([tx, context, loaded, happening, escrow] as const),
  )
  const version = trade.version + 1
  const record = { tradeId: trade.id, version, event, actor, at: now, note: note ?? null }
  await recordEvents(tx, [record])
  const ended = isClosed(to) ? { closedAt: now, reason: tradeReasonOf[event] ?? null } : {}
  const saved = await saveTrade(tx, trade.id, {
    ...change,
    ...ended,
    ...moved,
    state: to,
    version,
  })
  await announce(tx, [...tradeNews(saved), ...orderNews(order)])
  return saved
}

/** Moves the escrow of a trade; returns what the trade keeps of it. */
async function moveEscrow(
  tx: Tx,
  context: OtcDeps,
  loaded: Loaded,
  { event, split }: Happening,
  escrow: EscrowMove,
): Promise<TradeChange> {
  const { trade } = loaded
  const fault = { faultOf: faultOf(event, loaded) }
  if (escrow === 'held_again') return holdAgain(tx, context, loaded)
  if (escrow === 'to_buyer')
    await endEscrow(tx, context, loaded, { toBuyer: trade.quantity, fee: trade.fee, ...fault })
  if (escrow === 'back') await endEscrow(tx, context, loaded, { toBuyer: 0n, fee: 0n, ...fault })
  if (escrow === 'to_seller')
    await endEscrow(tx, context, loaded, { toBuyer: 0n, fee: 0n, sellersRest: true })
  if (escrow !== 'split') return {}
  if (!split) throw new Error(`the split of trade ${trade.id} has no amounts`)
  const { released, fee, refundQuantity, refundAmount } = split
  await endEscrow(tx, context, loaded, { toBuyer: released, fee, sellersRest: true })
  return { refundQuantity, refundAmount, fee }
}

/**
 * As `moveEscrow`, for what is held again of a closed trade. A withdrawn appeal closes the trade as
 * it was.
 */
async function moveHeldAgain(
  tx: Tx,
  context: OtcDeps,
  loaded: Loaded,
  { event, split }: Happening,
  escrow: EscrowMove,
): Promise<TradeChange> {
  const { trade } = loaded
  if (escrow === 'held') return {}
  const toBuyer = escrow === 'to_buyer' ? trade.quantity : (split?.released ?? 0n)
  const { fee, refundQuantity, refundAmount } = await endHeldAgain(tx, context, loaded, toBuyer)
  if (event === 'withdrawAppeal')
    return {
      closedAt: trade.lapsedAt,
      reason: trade.lapsedReason,
      lapsedAt: null,
      lapsedReason: null,
      heldAgain: null,
    }
  if (toBuyer === 0n) return { fee: 0n }
  return refundQuantity === 0n ? { fee } : { fee, refundQuantity, refundAmount }
}

function moveOf(loaded: Loaded, event: TradeEvent, actor: TradeActor) {
  const { trade, order, dispute, now, claimedElsewhere = false } = loaded
  const verified = { autoRelease: order.autoRelease, claimedElsewhere }
  return decideMove(factsForMove(trade, disputeForMove(dispute), verified), event, actor, now)
}

/** Whether the machine has this event now. */
export const mayHappen = (loaded: Loaded, event: TradeEvent, actor: TradeActor): boolean =>
  'step' in moveOf(loaded, event, actor)

/** The machine's result of this event now; refuses an event that the table does not have. */
export function decide(loaded: Loaded, event: TradeEvent, actor: TradeActor) {
  const move = moveOf(loaded, event, actor)
  return 'step' in move ? move.step : refuseMove(loaded.trade, event, actor, move)
}
