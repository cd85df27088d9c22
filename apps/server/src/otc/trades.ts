import {
  clockEvent,
  decideMove,
  orderMoves,
  type TradeActor,
  type TradeEvent,
  tradeMachine,
} from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { orderNews, tradeNews } from './news.ts'
import {
  lockOrder,
  lockOrderOrSkip,
  type OrderRow,
  quantitiesOf,
  saveOrder,
} from './order-store.ts'
import { giveBack, release } from './postings.ts'
import { otcTerms } from './terms.ts'
import {
  addVouchers,
  factsForMove,
  findTrade,
  lockTrade,
  recordEvent,
  saveTrade,
  type TradeRow,
} from './trade-store.ts'
import type { OtcNeighbours } from './world.ts'

/** The viewer's part in a trade; a stranger has none and learns nothing. */
export function partyOf(trade: TradeRow | undefined, memberId: string): 'buyer' | 'seller' {
  if (trade?.buyerId === memberId) return 'buyer'
  if (trade?.sellerId === memberId) return 'seller'
  return refuse('notFound')
}

/** The buyer says that the payment was sent. */
export async function pay(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  claim: { tradeId: string; uploadIds: readonly string[]; hash: string },
): Promise<TradeRow> {
  const { trade, order, now } = await loadForParty(tx, claim.tradeId, memberId)
  decide(trade, 'pay', partyOf(trade, memberId), now)
  const uploadIds = [...new Set(claim.uploadIds)]
  if ((await world.ownedUploads(tx, memberId, uploadIds)) !== uploadIds.length)
    refuse('voucherUnknown')
  await addVouchers(tx, trade.id, uploadIds, now)
  return step(
    tx,
    world,
    { trade, order, now, event: 'pay', actor: 'buyer' },
    {
      paymentHash: claim.hash,
      paidAt: now,
      releaseDeadline: new Date(now.getTime() + otcTerms.releaseWindowMs),
    },
  )
}

/** The buyer gives up, having confirmed that nothing was sent: the coin goes back at once. */
export async function giveUp(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  tradeId: string,
): Promise<TradeRow> {
  const { trade, order, now } = await loadForParty(tx, tradeId, memberId)
  return step(
    tx,
    world,
    { trade, order, now, event: 'giveUp', actor: partyOf(trade, memberId) },
    { reason: 'gave_up' },
  )
}

/** The seller has the payment and lets the coin go. */
export async function releaseCoin(
  tx: Tx,
  world: OtcNeighbours,
  memberId: string,
  tradeId: string,
): Promise<TradeRow> {
  const { trade, order, now } = await loadForParty(tx, tradeId, memberId)
  return step(
    tx,
    world,
    { trade, order, now, event: 'release', actor: partyOf(trade, memberId) },
    {},
  )
}

/** What the clock does to an overdue trade. Null when someone else was first, or works on it now. */
export async function passDeadline(
  tx: Tx,
  world: OtcNeighbours,
  due: { id: string; orderId: string },
): Promise<TradeRow | null> {
  const order = await lockOrderOrSkip(tx, due.orderId)
  if (!order) return null
  const trade = await lockTrade(tx, due.id)
  const now = await houseNow(tx)
  const event = clockEvent(trade.state)
  if (!event || !('step' in decideMove(factsForMove(trade), event, 'clock', now))) return null
  return step(
    tx,
    world,
    { trade, order, now, event, actor: 'clock' },
    event === 'graceOver' ? { reason: 'unpaid' } : {},
  )
}

interface Occasion {
  trade: TradeRow
  order: OrderRow
  now: Date
  event: TradeEvent
  actor: TradeActor
}

type Change = Parameters<typeof saveTrade>[2]

/** Decide, post, save, announce: the one way in which a trade changes. */
async function step(
  tx: Tx,
  world: OtcNeighbours,
  occasion: Occasion,
  change: Change,
): Promise<TradeRow> {
  const { trade, order, now, event, actor } = occasion
  const { to, escrow } = decide(trade, event, actor, now)
  if (escrow === 'to_buyer') await endWithDeal(tx, world, trade, order)
  if (escrow === 'back') await endWithoutDeal(tx, world, trade, order)
  const version = trade.version + 1
  await recordEvent(tx, { tradeId: trade.id, version, event, actor, at: now })
  const saved = await saveTrade(tx, trade.id, {
    ...change,
    state: to,
    version,
    ...(tradeMachine.isFinal(to) ? { closedAt: now } : {}),
  })
  await announce(tx, [...tradeNews(saved), ...orderNews(order)])
  return saved
}

/** The machine's answer for this event now; refuses what the table does not hold. */
export function decide(trade: TradeRow, event: TradeEvent, actor: TradeActor, now: Date) {
  const move = decideMove(factsForMove(trade), event, actor, now)
  if ('step' in move) return move.step
  // Paying too late deserves its own sentence: the buyer must know not to send money now.
  if (event === 'pay' && actor === 'buyer' && trade.paidAt === null) refuse('paymentWindowOver')
  return refuse('tradeMoveNotAllowed')
}

async function endWithDeal(
  tx: Tx,
  world: OtcNeighbours,
  trade: TradeRow,
  order: OrderRow,
): Promise<void> {
  await world.ledger.post(tx, release(trade.id, trade.buyerId, trade))
  await saveOrder(tx, order.id, {
    ...orderMoves.dealt(quantitiesOf(order), trade.quantity),
    feeHeld: order.feeHeld - trade.fee,
  })
}

async function endWithoutDeal(
  tx: Tx,
  world: OtcNeighbours,
  trade: TradeRow,
  order: OrderRow,
): Promise<void> {
  const lives = order.cancelledAt === null
  if (!lives) await world.ledger.post(tx, giveBack(`trade:${trade.id}`, trade))
  await saveOrder(tx, order.id, {
    ...orderMoves.failed(quantitiesOf(order), trade.quantity, lives),
    feeTaken: order.feeTaken - trade.fee,
    ...(lives ? {} : { feeHeld: order.feeHeld - trade.fee }),
  })
}

async function loadForParty(
  tx: Tx,
  tradeId: string,
  memberId: string,
): Promise<{ trade: TradeRow; order: OrderRow; now: Date }> {
  const seen = await findTrade(tx, tradeId)
  partyOf(seen, memberId)
  const order = seen && (await lockOrder(tx, seen.orderId))
  if (!order) throw new Error(`trade ${tradeId} has no order`)
  return { trade: await lockTrade(tx, tradeId), order, now: await houseNow(tx) }
}
