import { isClosed, type Party, type TradeEvent, tradeReasonOf } from '@banyan/domain'
import type { TransferOrder } from '../ledger/index.ts'
import { Busy, type Outcome, outcomeOf } from '../platform/batches.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import type { OtcDeps } from './context.ts'
import { lockOpenDispute } from './dispute-store.ts'
import { releasedWhole } from './endings.ts'
import { orderNews, tradeNews } from './news.ts'
import { lockOrders, type OrderRow, saveOrders } from './order-store.ts'
import {
  findTrades,
  lockTrades,
  recordEvents,
  saveTrades,
  type TradeChange,
  type TradeRow,
} from './trade-store.ts'
import { decide, hasOpenCase, type Loaded, partyOf, step } from './trades.ts'

/** A request of a party about one of their trades. */
export interface PartyAsk {
  tradeId: string
  memberId: string
}

/** A request, with its trade loaded for it. */
export interface Met<Ask> {
  ask: Ask
  loaded: Loaded
  party: Party
}

/** A trade whose steps need no row but its own and its order's. */
const isPlain = (trade: TradeRow): boolean => trade.lapsedAt === null && !hasOpenCase(trade)

/**
 * Loads trades for their parties and decides whether the event may happen to each. Orders are locked
 * first, then trades, each in the order of their ids.
 *
 * A trade is busy when another transaction has locked its order, when an earlier request is about it,
 * or when it has a case or is held again. With `waits` all requests are about one order: its lock is
 * awaited, and the first request is done whatever its trade has; if that has a case, all others are busy.
 */
export async function meetTrades<Ask extends PartyAsk>(
  tx: Tx,
  asks: readonly Ask[],
  event: TradeEvent,
  waits: boolean,
): Promise<Outcome<Met<Ask>>[]> {
  const seen = await findTrades(
    tx,
    asks.map(ask => ask.tradeId),
  )
  const theirs = asks.map(ask => outcomeOf(() => partyOf(seen.get(ask.tradeId), ask.memberId)))
  const wanted = asks.flatMap((ask, i) => ('value' in (theirs[i] ?? {}) ? [ask.tradeId] : []))
  const orderOf = (tradeId: string): string => seen.get(tradeId)?.orderId ?? ''
  const orders = await lockOrders(tx, [...new Set(wanted.map(orderOf))], waits)
  const locked = wanted.filter(id => orders.has(orderOf(id)))
  const trades = await lockTrades(tx, [...new Set(locked)])
  const now = await systemNow(tx)
  const first = waits ? trades.get(wanted[0] ?? '') : undefined
  const isAlone = first !== undefined && !isPlain(first)
  const dispute = first && hasOpenCase(first) ? await lockOpenDispute(tx, first.id) : null
  const taken = new Set<string>()
  return asks.map((ask, i) => {
    const party = theirs[i] as Outcome<Party>
    if (!('value' in party)) return party
    const order = orders.get(orderOf(ask.tradeId))
    const trade = trades.get(ask.tradeId)
    const isBusy =
      !order || !trade || taken.has(trade.id) || (isAlone ? taken.size > 0 : !isPlain(trade))
    if (isBusy) return { error: new Busy(orderOf(ask.tradeId)) }
    taken.add(trade.id)
    const loaded: Loaded = { trade, order, now, dispute: isAlone ? dispute : null }
    return outcomeOf(() => {
      decide(loaded, event, party.value)
      return { ask, loaded, party: party.value }
    })
  })
}

/**
 * Decides, posts, saves and announces one event of many trades, all at once; see `step`. `changeOf` has
 * the columns that are written beside the state, the same for each.
 */
export async function stepTogether<Ask extends PartyAsk>(
  tx: Tx,
  context: OtcDeps,
  event: TradeEvent,
  met: readonly Met<Ask>[],
  changeOf: (one: Met<Ask>) => TradeChange = () => ({}),
): Promise<TradeRow[]> {
  const [first] = met
  if (!first) return []
  if (!isPlain(first.loaded.trade)) {
    const happening = { event, actor: first.party, change: changeOf(first) }
    return [await step(tx, context, first.loaded, happening)]
  }
  const { transfers, orders, steps } = moves(event, met)
  if (transfers.length > 0) await context.ledger.post(tx, transfers)
  if (transfers.length > 0) await saveOrders(tx, [...orders.values()])
  await recordEvents(
    tx,
    met.map(({ loaded: { trade, now }, party }) => ({
      tradeId: trade.id,
      version: trade.version + 1,
      event,
      actor: party,
      at: now,
    })),
  )
  const saved = await saveTrades(
    tx,
    met.map((one, i) => {
      const { trade, now } = one.loaded
      const state = steps[i]?.to ?? trade.state
      const ended = isClosed(state) ? { closedAt: now, reason: tradeReasonOf[event] ?? null } : {}
      const change = { ...changeOf(one), ...ended, state, version: trade.version + 1 }
      return { id: trade.id, change }
    }),
  )
  await announce(tx, [...saved.flatMap(tradeNews), ...[...orders.values()].flatMap(orderNews)])
  return saved
}

/** What an event moves of many trades, decided one after the other: each on what those before it leave of its order. */
function moves(event: TradeEvent, met: readonly Met<PartyAsk>[]) {
  const orders = new Map<string, OrderRow>()
  const transfers: TransferOrder[] = []
  const steps = met.map(({ loaded, party }) => {
    const { trade, now } = loaded
    const order = orders.get(trade.orderId) ?? loaded.order
    const step = decide({ ...loaded, order }, event, party)
    if (step.escrow === 'to_buyer') {
      const ended = releasedWhole(trade, order, now)
      transfers.push(...ended.transfers)
      orders.set(order.id, ended.order)
    } else if (step.escrow === 'held') orders.set(order.id, order)
    else throw new Error(`${event} of trade ${trade.id} moves its coin elsewhere`)
    return step
  })
  return { orders, transfers, steps }
}

/** The only outcome: a value, or its error thrown. */
export function single<T>([outcome]: readonly Outcome<T>[]): T {
  if (outcome && 'value' in outcome) return outcome.value
  throw outcome?.error
}
