import {
  acceptCancel as acceptCancelCall,
  claimLate as claimLateCall,
  confirmCancel as confirmCancelCall,
  dropCancel as dropCancelCall,
  getTrade,
  giveUpTrade,
  payTrade,
  proposeCancel as proposeCancelCall,
  releaseTrade,
  replaceEvidence as replaceEvidenceCall,
  type TradeView,
  tradeList,
  tradeStates,
  tradeStatusOf,
  uuidOf,
} from '@banyan/domain'
import { Batches, type Outcome, outcomeOf } from '../platform/batches.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { joinedRoute, moneyRoute, type Route, route } from '../platform/http/route.ts'
import { acceptCancel, confirmCancel, dropCancel, proposeCancel } from './cancellations.ts'
import { queuesOf } from './case-queue.ts'
import { checkHash } from './check-hash.ts'
import type { OtcDeps } from './context.ts'
import { disputesOf, uploadsShown } from './dispute-store.ts'
import type { PartyAsk } from './moves-together.ts'
import { feeRatesOf } from './order-store.ts'
import { claimLate, payTogether, replaceEvidence } from './payments.ts'
import { presentTrade } from './present-trade.ts'
import { releaseTogether } from './releases.ts'
import { shownReputations } from './reputation.ts'
import { tradesPage } from './trade-lists.ts'
import { findTrades, openStates, type TradeRow, tradeDetails } from './trade-store.ts'
import { giveUp, partyOf } from './trades.ts'
import { openWhereToPay } from './where-to-pay.ts'

/** The market's calls about trades. Nothing is decided here. */
export function tradeRoutes(database: Database, context: OtcDeps): Route[] {
  // Pages that are opened at once are read together.
  const pages = new Batches<TradeVisit, TradeView>((_, visits) =>
    tradePages(database, context, visits),
  )
  return [
    route(getTrade, ({ params, caller }) =>
      pages.ask('trades', { tradeId: uuidOf(params.id), viewerId: caller.memberId }),
    ),

    route(tradeList, async ({ query, caller, locale }) => {
      const page = {
        cursor: readCursor(query.cursor, ['instant', 'uuid'], locale),
        limit: query.limit,
      }
      const { rows, next } = await tradesPage(
        database,
        caller.memberId,
        { side: query.side, states: statesOf(query) },
        page,
      )
      return {
        items: await tradeViews(database, context, rows, () => caller.memberId),
        nextCursor: next && writeCursor(next),
      }
    }),

    joinedRoute(
      payTrade,
      async (tx, calls, waits) => {
        const asks = calls.map(({ call: { params, body, caller } }) => ({
          tradeId: uuidOf(params.id),
          memberId: caller.memberId,
          uploadIds: body.vouchers.map(uuidOf),
          hash: body.hash,
        }))
        return viewsOf(tx, context, asks, await payTogether(tx, context, asks, waits))
      },
      checkHash(database, context),
    ),

    ...(
      [
        [claimLateCall, claimLate],
        [replaceEvidenceCall, replaceEvidence],
      ] as const
    ).map(([endpoint, act]) =>
      moneyRoute(
        endpoint,
        async (tx, { params, body, caller }) => {
          const claim = {
            tradeId: uuidOf(params.id),
            uploadIds: body.vouchers.map(uuidOf),
            hash: body.hash,
          }
          return tradeView(
            tx,
            context,
            await act(tx, context, caller.memberId, claim),
            caller.memberId,
          )
        },
        checkHash(database, context),
      ),
    ),

    ...(
      [
        [proposeCancelCall, proposeCancel],
        [dropCancelCall, dropCancel],
        [acceptCancelCall, acceptCancel],
      ] as const
    ).map(([endpoint, act]) =>
      moneyRoute(endpoint, async (tx, { params, caller: { memberId } }) =>
        tradeView(tx, context, await act(tx, context, memberId, uuidOf(params.id)), memberId),
      ),
    ),

    moneyRoute(confirmCancelCall, async (tx, { params, body, caller: { memberId } }) =>
      tradeView(
        tx,
        context,
        await confirmCancel(body.because)(tx, context, memberId, uuidOf(params.id)),
        memberId,
      ),
    ),

    moneyRoute(giveUpTrade, async (tx, { params, caller }) =>
      tradeView(
        tx,
        context,
        await giveUp(tx, context, caller.memberId, uuidOf(params.id)),
        caller.memberId,
      ),
    ),

    joinedRoute(releaseTrade, async (tx, calls, waits) => {
      const asks = calls.map(({ call: { params, caller } }) => ({
        tradeId: uuidOf(params.id),
        memberId: caller.memberId,
      }))
      return viewsOf(tx, context, asks, await releaseTogether(tx, context, asks, waits))
    }),
  ]
}

/** A member who opens the page of a trade. */
interface TradeVisit {
  tradeId: string
  viewerId: string
}

async function tradePages(
  database: Database,
  context: OtcDeps,
  visits: readonly TradeVisit[],
): Promise<Outcome<TradeView>[]> {
  const trades = await findTrades(
    database,
    visits.map(one => one.tradeId),
  )
  const seen = visits.map(({ tradeId, viewerId }) =>
    outcomeOf(() => {
      const trade = trades.get(tradeId)
      partyOf(trade, viewerId)
      return { trade: trade as TradeRow, viewerId }
    }),
  )
  const theirs = seen.flatMap(one => ('value' in one ? [one.value] : []))
  const views = await tradeViews(
    database,
    context,
    theirs.map(one => one.trade),
    (_, place) => theirs[place]?.viewerId ?? '',
  )
  return seen.map(one =>
    'value' in one ? { value: views[theirs.indexOf(one.value)] as TradeView } : one,
  )
}

/** What has become of trades, as those see them who asked for it. */
async function viewsOf(
  tx: Tx,
  context: OtcDeps,
  asks: readonly PartyAsk[],
  outcomes: readonly Outcome<TradeRow>[],
): Promise<Outcome<TradeView>[]> {
  const done = outcomes.flatMap((one, i) =>
    'value' in one ? [{ trade: one.value, viewerId: asks[i]?.memberId ?? '' }] : [],
  )
  const views = await tradeViews(
    tx,
    context,
    done.map(one => one.trade),
    (_, place) => done[place]?.viewerId ?? '',
  )
  let next = 0
  return outcomes.map(one => ('value' in one ? { value: views[next++] as TradeView } : one))
}

/** One trade as this party sees it. */
export async function tradeView(
  reader: Database | Tx,
  context: OtcDeps,
  trade: TradeRow,
  viewerId: string,
): Promise<TradeView> {
  return (await tradeViews(reader, context, [trade], () => viewerId))[0] as TradeView
}

function statesOf(query: {
  status?: string | undefined
  open?: string | undefined
}): TradeRow['state'][] | undefined {
  if (query.status === undefined && query.open === undefined) return undefined
  const isOpen = (state: TradeRow['state']) => (openStates as readonly string[]).includes(state)
  return tradeStates.filter(
    state =>
      (query.status === undefined || tradeStatusOf[state] === query.status) &&
      (query.open === undefined || isOpen(state) === (query.open === 'true')),
  )
}

const OPEN_SHOWN = 10

/** A member's newest trades that are under way, as their page shows them. */
export async function openTradesOf(
  reader: Database | Tx,
  context: OtcDeps,
  memberId: string,
): Promise<TradeView[]> {
  const states = statesOf({ open: 'true' })
  const page = { cursor: null, limit: OPEN_SHOWN }
  const { rows } = await tradesPage(reader, memberId, { states }, page)
  return tradeViews(reader, context, rows, () => memberId)
}

/** Trades as a party sees each, with time lines, vouchers and names in a fixed number of queries, cases besides. */
export async function tradeViews(
  database: Database | Tx,
  context: OtcDeps,
  trades: readonly TradeRow[],
  viewerOf: (trade: TradeRow, place: number) => string,
): Promise<TradeView[]> {
  if (trades.length === 0) return []
  const memberIds = [...new Set(trades.flatMap(trade => [trade.sellerId, trade.buyerId]))]
  const names = await context.nicknames(database, memberIds)
  const known = await shownReputations(context, database, memberIds)
  const { now, events, claims, vouchers, inDispute } = await tradeDetails(
    database,
    trades.map(trade => trade.id),
  )
  const disputes = await disputesOf(database, inDispute)
  const queues = await queuesOf(database, context, { trades, disputes, now })
  // Only a ruling shows amounts that hang on the rate.
  const rates = await feeRatesOf(database, [
    ...new Set(trades.filter(one => inDispute.includes(one.id)).map(trade => trade.orderId)),
  ])
  const files = await context.filesAmong(database, uploadsShown(disputes))
  return trades.map((trade, place) =>
    presentTrade({
      trade,
      whereToPay: openWhereToPay(context.sealing, trade),
      viewerId: viewerOf(trade, place),
      now,
      events: events.filter(one => one.tradeId === trade.id),
      claims: claims.filter(one => one.tradeId === trade.id),
      vouchers: vouchers.filter(one => one.tradeId === trade.id),
      files,
      dispute: disputes.find(one => one.dispute.tradeId === trade.id) ?? null,
      queue: queues.get(trade.id) ?? null,
      feeBps: rates.get(trade.orderId) ?? 0,
      nickname: id => names.get(id) ?? '',
      finishedTrades: id => known.get(id)?.finishedTrades ?? 0,
    }),
  )
}
