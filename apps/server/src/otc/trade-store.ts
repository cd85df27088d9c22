import {
  heldStates,
  type Network,
  type OrderSide,
  type Party,
  type TradeActor,
  type TradeEvent,
  type TradeFactsForMove,
  type TradeReason,
  type TradeState,
} from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { OtcTrade } from '../platform/database/generated.ts'

/** Where to pay is sealed: see `where-to-pay.ts`. */
export type TradeRow = Omit<
  Selectable<OtcTrade>,
  'state' | 'network' | 'reason' | 'payTo' | 'contact' | 'cancelProposedBy' | 'orderSide'
> & {
  orderSide: OrderSide
  cancelProposedBy: Party | null
  state: TradeState
  network: Network
  reason: TradeReason | null
}

/** What the machine must know of a trade, and of its open case where it is in arbitration. */
export const factsForMove = (
  trade: TradeRow,
  dispute: TradeFactsForMove['dispute'] = null,
  autoRelease = false,
): TradeFactsForMove => ({
  ...{ state: trade.state, autoRelease },
  deadlines: {
    payment: trade.paymentDeadline,
    grace: trade.graceDeadline,
    appealFrom: trade.appealFrom,
    release: trade.releaseDeadline,
    escalation: trade.escalationDeadline,
  },
  cancel: trade.cancelProposedBy && {
    proposedBy: trade.cancelProposedBy,
    agreed: trade.cancelAgreed,
  },
  dispute,
})

/** States in which a trade's coin is in escrow. */
export const openStates = heldStates

export async function insertTrade(
  tx: Tx,
  row: Omit<
    TradeRow,
    | 'paymentHash'
    | 'paidAt'
    | 'releaseDeadline'
    | 'appealFrom'
    | 'escalationDeadline'
    | 'cancelProposedBy'
    | 'cancelAgreed'
    | 'refundQuantity'
    | 'refundAmount'
    | 'closedAt'
    | 'version'
    | 'splitMultiple'
    | 'counts'
    | 'reason'
    | 'feePeriod'
  >,
): Promise<TradeRow> {
  return (await tx
    .insertInto('otcTrade')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow()) as TradeRow
}

export async function findTrade(
  database: Database | Tx,
  id: string,
): Promise<TradeRow | undefined> {
  return (await database
    .selectFrom('otcTrade')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as TradeRow | undefined
}

export async function lockTrade(tx: Tx, id: string): Promise<TradeRow> {
  return (await tx
    .selectFrom('otcTrade')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as TradeRow
}

/** What a step may change in a trade. */
export type TradeChange = Partial<
  Pick<
    TradeRow,
    | 'state'
    | 'reason'
    | 'paymentHash'
    | 'paidAt'
    | 'releaseDeadline'
    | 'appealFrom'
    | 'escalationDeadline'
    | 'cancelProposedBy'
    | 'cancelAgreed'
    | 'refundQuantity'
    | 'refundAmount'
    | 'fee'
    | 'closedAt'
    | 'version'
  >
>

export async function saveTrade(tx: Tx, id: string, change: TradeChange): Promise<TradeRow> {
  return (await tx
    .updateTable('otcTrade')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as TradeRow
}

export async function recordEvent(
  tx: Tx,
  row: {
    tradeId: string
    version: number
    event: TradeEvent | 'take'
    actor: TradeActor
    at: Date
    note?: string | null
  },
): Promise<void> {
  await tx.insertInto('otcTradeEvent').values(row).execute()
}

/** Keeps what the buyer shows now beside everything shown before. */
export async function addClaim(
  tx: Tx,
  trade: TradeRow,
  shown: { hash: string; uploadIds: readonly string[]; at: Date },
): Promise<void> {
  const { last } = await tx
    .selectFrom('otcClaim')
    .select(eb => eb.fn.coalesce(eb.fn.max('number'), sql<number>`0`).as('last'))
    .where('tradeId', '=', trade.id)
    .executeTakeFirstOrThrow()
  const claim = last + 1
  await tx
    .insertInto('otcClaim')
    .values({ tradeId: trade.id, number: claim, hash: shown.hash, at: shown.at })
    .execute()
  if (shown.uploadIds.length === 0) return
  await tx
    .insertInto('otcVoucher')
    .values(
      shown.uploadIds.map((uploadId, position) => ({
        ...{ tradeId: trade.id, claim, uploadId, position, addedAt: shown.at },
      })),
    )
    .execute()
}

/** The vouchers of the newest claim. */
export async function shownVouchers(tx: Tx, tradeId: string): Promise<string[]> {
  const { rows } = await sql<{ uploadId: string }>`
    select upload_id from otc_voucher where trade_id = ${tradeId}::uuid
      and claim = (select max(number) from otc_claim where trade_id = ${tradeId}::uuid)
    order by position`.execute(tx)
  return rows.map(row => row.uploadId)
}

/** A trade's time line and what was shown for its payment, for a page of trades at once. */
export async function tradeDetails(database: Database | Tx, ids: readonly string[]) {
  if (ids.length === 0) return { events: [], claims: [], vouchers: [] }
  const [events, claims, vouchers] = [
    await database
      .selectFrom('otcTradeEvent')
      .selectAll()
      .where('tradeId', 'in', ids)
      .orderBy('version')
      .execute(),
    await database
      .selectFrom('otcClaim')
      .selectAll()
      .where('tradeId', 'in', ids)
      .orderBy('number')
      .execute(),
    await database
      .selectFrom('otcVoucher')
      .selectAll()
      .where('tradeId', 'in', ids)
      .orderBy('position')
      .execute(),
  ]
  return { events, claims, vouchers }
}

/** Is this picture evidence, of now or of before, in a trade that the member is a party of? */
export async function isEvidenceOfParty(
  database: Database,
  memberId: string,
  uploadId: string,
): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    select exists (
      select from otc_trade where ${memberId}::uuid in (buyer_id, seller_id) and id in (
        select trade_id from otc_voucher where upload_id = ${uploadId}::uuid
        union all
        select d.trade_id from otc_statement_picture p
          join otc_statement s on s.id = p.statement_id
          join otc_dispute d on d.id = s.dispute_id
        where p.upload_id = ${uploadId}::uuid)) as seen`.execute(database)
  return rows[0]?.seen ?? false
}
