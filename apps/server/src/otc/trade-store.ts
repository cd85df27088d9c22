import type {
  Network,
  TradeActor,
  TradeEvent,
  TradeFactsForMove,
  TradeReason,
  TradeState,
} from '@banyan/domain'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { OtcTrade } from '../platform/database/generated.ts'

/** Where to pay is sealed: see `where-to-pay.ts`. */
export type TradeRow = Omit<
  Selectable<OtcTrade>,
  'state' | 'network' | 'reason' | 'payTo' | 'contact'
> & {
  state: TradeState
  network: Network
  reason: TradeReason | null
}

/** What the machine must know of a trade. */
export const factsForMove = (trade: TradeRow): TradeFactsForMove => ({
  state: trade.state,
  deadlines: {
    payment: trade.paymentDeadline,
    grace: trade.graceDeadline,
    appealFrom: null,
    release: trade.releaseDeadline,
    escalation: null,
  },
  cancel: null,
  dispute: null,
})

/** States in which a trade's coin is in escrow. */
export const openStates = [
  'unpaid',
  'payment_grace',
  'paid',
  'release_timeout',
] as const satisfies readonly TradeState[]

export async function insertTrade(
  tx: Tx,
  row: Omit<
    TradeRow,
    | 'paymentHash'
    | 'paidAt'
    | 'releaseDeadline'
    | 'closedAt'
    | 'version'
    | 'epoch'
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

export async function saveTrade(
  tx: Tx,
  id: string,
  change: Partial<
    Pick<
      TradeRow,
      'state' | 'reason' | 'paymentHash' | 'paidAt' | 'releaseDeadline' | 'closedAt' | 'version'
    >
  >,
): Promise<TradeRow> {
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
  },
): Promise<void> {
  await tx.insertInto('otcTradeEvent').values(row).execute()
}

export async function addVouchers(
  tx: Tx,
  tradeId: string,
  uploadIds: readonly string[],
  at: Date,
): Promise<void> {
  await tx
    .insertInto('otcVoucher')
    .values(uploadIds.map((uploadId, position) => ({ tradeId, uploadId, position, addedAt: at })))
    .execute()
}

/** A trade's time line and vouchers, for a page of trades at once. */
export async function tradeDetails(database: Database | Tx, ids: readonly string[]) {
  if (ids.length === 0) return { events: [], vouchers: [] }
  const [events, vouchers] = [
    await database
      .selectFrom('otcTradeEvent')
      .selectAll()
      .where('tradeId', 'in', ids)
      .orderBy('version')
      .execute(),
    await database
      .selectFrom('otcVoucher')
      .selectAll()
      .where('tradeId', 'in', ids)
      .orderBy('position')
      .execute(),
  ]
  return { events, vouchers }
}

/** Is this picture a voucher of a trade that the member is a party of? */
export async function isVoucherOfParty(
  database: Database,
  memberId: string,
  uploadId: string,
): Promise<boolean> {
  const row = await database
    .selectFrom('otcVoucher')
    .innerJoin('otcTrade', 'otcTrade.id', 'otcVoucher.tradeId')
    .select('otcTrade.id')
    .where('otcVoucher.uploadId', '=', uploadId)
    .where(eb => eb.or([eb('buyerId', '=', memberId), eb('sellerId', '=', memberId)]))
    .executeTakeFirst()
  return row !== undefined
}
