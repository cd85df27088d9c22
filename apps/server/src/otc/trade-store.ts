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
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import { updateEach } from '../platform/database/update-each.ts'
import type { OtcTrade } from './generated.ts'
import { otcRules } from './terms.ts'

/** Where to pay is sealed: see `where-to-pay.ts`. */
export type TradeRow = Omit<
  Selectable<OtcTrade>,
  | 'state'
  | 'network'
  | 'reason'
  | 'lapsedReason'
  | 'payTo'
  | 'contact'
  | 'cancelProposedBy'
  | 'orderSide'
> & {
  orderSide: OrderSide
  cancelProposedBy: Party | null
  state: TradeState
  network: Network
  reason: TradeReason | null
  /** The reason of its closing, before it was appealed. */
  lapsedReason: TradeReason | null
}

const notVerified = { autoRelease: false, claimedElsewhere: false } as const

/** The facts that the machine needs of a trade, and of its open case while it is in arbitration. */
export const factsForMove = (
  trade: TradeRow,
  dispute: TradeFactsForMove['dispute'] = null,
  verified: Pick<TradeFactsForMove, 'autoRelease' | 'claimedElsewhere'> = notVerified,
): TradeFactsForMove => ({
  state: trade.state,
  ...verified,
  deadlines: {
    payment: trade.paymentDeadline,
    grace: trade.graceDeadline,
    appealFrom: trade.appealFrom,
    release: trade.releaseDeadline,
    escalation: trade.escalationDeadline,
    lateAppeal: lateAppealUntil(trade),
  },
  lateAppeals: { buyer: trade.buyerAppealedLate, seller: trade.sellerAppealedLate },
  cancel: trade.cancelProposedBy && {
    proposedBy: trade.cancelProposedBy,
    agreed: trade.cancelAgreed,
  },
  dispute,
})

/**
 * Until when a trade that was closed without a deal can be appealed; null for every other trade.
 */
export const lateAppealUntil = ({ state, closedAt }: TradeRow): Date | null =>
  state === 'payment_timeout' && closedAt
    ? new Date(closedAt.getTime() + otcRules.lateAppealMs)
    : null

/** States in which a trade's coin is in escrow. */
export const openStates = heldStates

/**
 * The columns that later steps of a trade write. They are empty, or have their first value, when it
 * is made.
 */
type Later =
  | 'reason'
  | 'paymentHash'
  | 'paidAt'
  | 'graceDeadline'
  | 'releaseDeadline'
  | 'appealFrom'
  | 'escalationDeadline'
  | 'cancelProposedBy'
  | 'cancelAgreed'
  | 'refundQuantity'
  | 'refundAmount'
  | 'closedAt'
  | 'lapsedAt'
  | 'lapsedReason'
  | 'heldAgain'
  | 'buyerAppealedLate'
  | 'sellerAppealedLate'
  | 'version'

/** The columns that a new trade is made of. Those of later steps are empty then. */
export type NewTrade = Omit<
  TradeRow,
  Exclude<Later, 'graceDeadline'> | 'splitMultiple' | 'counts' | 'feePeriod'
>

/** Writes new trades; returns them in the same order. */
export async function insertTrades(tx: Tx, rows: readonly NewTrade[]): Promise<TradeRow[]> {
  const saved = (await tx
    .insertInto('otcTrade')
    .values(rows)
    .returningAll()
    .execute()) as TradeRow[]
  const byId = new Map(saved.map(row => [row.id, row]))
  return rows.map(({ id }) => byId.get(id) as TradeRow)
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

/** As `findTrade`, for many; missing trades are left out. */
export async function findTrades(
  database: Database | Tx,
  ids: readonly string[],
): Promise<Map<string, TradeRow>> {
  const rows = (await database
    .selectFrom('otcTrade')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()) as TradeRow[]
  return new Map(rows.map(row => [row.id, row]))
}

/** Locks many trades, whose orders are locked already. */
export async function lockTrades(tx: Tx, ids: readonly string[]): Promise<Map<string, TradeRow>> {
  const rows = (await tx
    .selectFrom('otcTrade')
    .selectAll()
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute()) as TradeRow[]
  return new Map(rows.map(row => [row.id, row]))
}

export async function lockTrade(tx: Tx, id: string): Promise<TradeRow> {
  return (await tx
    .selectFrom('otcTrade')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as TradeRow
}

/** The columns of a trade that a step may change. */
export type TradeChange = Partial<Pick<TradeRow, Later | 'state' | 'fee'>>

export async function saveTrade(tx: Tx, id: string, change: TradeChange): Promise<TradeRow> {
  return (await tx
    .updateTable('otcTrade')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as TradeRow
}

/** As `saveTrade`, for many that change by the same event. */
export const saveTrades = (
  tx: Tx,
  changes: readonly { id: string; change: TradeChange }[],
): Promise<TradeRow[]> => updateEach<TradeRow>(tx, 'otcTrade', changes)

/** A line of a trade's time line. */
export interface RecordedEvent {
  tradeId: string
  version: number
  event: TradeEvent | 'take'
  actor: TradeActor
  at: Date
  note?: string | null
}

export async function recordEvents(tx: Tx, rows: readonly RecordedEvent[]): Promise<void> {
  await tx.insertInto('otcTradeEvent').values(rows).execute()
}

/** What a buyer shows for the payment of a trade. */
export interface ShownClaim {
  tradeId: string
  hash: string
  uploadIds: readonly string[]
  at: Date
}

/** Adds buyers' claims, at most one for each trade, beside all earlier ones. */
export async function addClaims(tx: Tx, shown: readonly ShownClaim[]): Promise<void> {
  if (shown.length === 0) return
  const { rows } = await sql<{ tradeId: string; number: number }>`
    insert into otc_claim (trade_id, number, hash, at)
    select given.trade_id,
      coalesce((select max(number) from otc_claim where otc_claim.trade_id = given.trade_id), 0) + 1, given.hash, given.at
    from unnest(${shown.map(one => one.tradeId)}::uuid[], ${shown.map(one => one.hash)}::text[],
      ${shown.map(one => one.at.toISOString())}::timestamptz[]) as given (trade_id, hash, at)
    returning trade_id, number`.execute(tx)
  const numbers = new Map(rows.map(row => [row.tradeId, row.number]))
  const vouchers = shown.flatMap(({ tradeId, uploadIds, at }) => {
    const claim = numbers.get(tradeId)
    if (claim === undefined) throw new Error(`a claim of trade ${tradeId} was not written`)
    return uploadIds.map((uploadId, position) => ({
      tradeId,
      claim,
      uploadId,
      position,
      addedAt: at,
    }))
  })
  if (vouchers.length > 0) await tx.insertInto('otcVoucher').values(vouchers).execute()
}

/** Every hash that the buyer of a trade has shown, in claims and in statements. */
const shownHashes = sql`
  select trade_id, hash from otc_claim
  union
  select dispute.trade_id, statement.hash from otc_statement statement
    join otc_dispute dispute on dispute.id = statement.dispute_id
    where statement.hash is not null and statement.side = 'buyer'`

/** The hashes that the buyers of these trades have shown, each once. */
export async function hashesShown(
  reader: Database | Tx,
  tradeIds: readonly string[],
): Promise<{ tradeId: string; hash: string }[]> {
  if (tradeIds.length === 0) return []
  const { rows } = await sql<{ tradeId: string; hash: string }>`
    select trade_id, hash from (${shownHashes}) shown
    where trade_id = any(${[...tradeIds]}::uuid[])`.execute(reader)
  return rows
}

/**
 * Whether the buyer of another open trade of the same network has shown this hash. An appeal of a
 * closed trade with the hash does not delay a release.
 */
export async function isClaimedElsewhere(
  tx: Tx,
  { id, network }: Pick<TradeRow, 'id' | 'network'>,
  hash: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from (${shownHashes}) shown join otc_trade on otc_trade.id = shown.trade_id
      where shown.hash = ${hash} and shown.trade_id <> ${id}::uuid and network = ${network}
        and lapsed_at is null and state in (${sql.join([...openStates])})) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** The vouchers of the newest claim. */
export async function shownVouchers(tx: Tx, tradeId: string): Promise<string[]> {
  const { rows } = await sql<{ uploadId: string }>`
    select upload_id from otc_voucher where trade_id = ${tradeId}::uuid
      and claim = (select max(number) from otc_claim where trade_id = ${tradeId}::uuid)
    order by position`.execute(tx)
  return rows.map(row => row.uploadId)
}

/**
 * The data that a page of trades shows beside its rows. `now` is the platform's time at the
 * reading.
 */
export interface TradeDetails {
  now: Date
  /** Their time lines, each in its order. */
  events: { tradeId: string; event: string; actor: string; at: Date }[]
  claims: { tradeId: string; number: number; hash: string; at: Date }[]
  vouchers: { tradeId: string; claim: number; uploadId: string }[]
  /** The trades that have had a case. */
  inDispute: string[]
}

/** The time lines of some trades and the claims for their payments, in a single statement. */
export async function tradeDetails(
  database: Database | Tx,
  ids: readonly string[],
): Promise<TradeDetails> {
  const [details] = await selectDetails(database, { ids })
  if (!details) throw new Error('the details of trades gave no row')
  const dated = <T extends { at: Date }>(rows: T[]) =>
    rows.map(row => ({ ...row, at: new Date(row.at) }))
  return { ...details, events: dated(details.events), claims: dated(details.claims) }
}

const selectDetails = prepared(
  'trade_details',
  ({ ids }: Placeholders<{ ids: readonly string[] }>) => sql<TradeDetails>`
    select house_now() as now,
      (select coalesce(json_agg(json_build_object('tradeId', trade_id, 'event', event, 'actor', actor, 'at', at)
        order by version), '[]') from otc_trade_event where trade_id = any(${ids}::uuid[])) as events,
      (select coalesce(json_agg(json_build_object('tradeId', trade_id, 'number', number, 'hash', hash, 'at', at)
        order by number), '[]') from otc_claim where trade_id = any(${ids}::uuid[])) as claims,
      (select coalesce(json_agg(json_build_object('tradeId', trade_id, 'claim', claim, 'uploadId', upload_id)
        order by position), '[]') from otc_voucher where trade_id = any(${ids}::uuid[])) as vouchers,
      (select coalesce(array_agg(distinct trade_id), '{}') from otc_dispute
        where trade_id = any(${ids}::uuid[])) as in_dispute`,
)

/**
 * Whether this picture is present or replaced evidence in a trade that the member is a party of.
 */
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
