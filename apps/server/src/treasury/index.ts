import type { Period } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Platform, Room } from '../platform/room.ts'
import { found } from './genesis.ts'
import { findReceipts, type ReceiptRow } from './receipt-store.ts'
import { approveReceipt, dropReceipt, type EnteredReceipt, enterReceipt } from './receipts.ts'
import { type Recount, recountElsewhere } from './recount.ts'
import { type RootsOf, treasuryRoutes } from './routes.ts'
import { type SettleOptions, settleDue } from './settlement.ts'
import { findShortfalls, type ShortfallRow } from './shortfall-store.ts'
import {
  decideReport,
  houseIsRed,
  housePaysInFull,
  type ReportedShortfall,
  reportShortfall,
  uncoveredNow,
} from './shortfalls.ts'
import { publishedHashes, publishedRuns } from './store.ts'
import type { Participants, SettlementWorld } from './world.ts'

export { checkTreasury } from './check.ts'
export { found as foundTreasury } from './genesis.ts'
export type { FromRecount, Recount, ToRecount } from './recount.ts'
export type { SettleOptions } from './settlement.ts'
export type { Participants } from './world.ts'

export interface Treasury {
  room: Room
  /** Founds reserve and coin, once; every later call changes nothing. */
  found(tx: Tx): Promise<void>
  /** Settles every due period in order; answers how many. Any number of nodes may call it. */
  settleDue(options?: SettleOptions): Promise<number>
  /** Red stops subscriptions and activations until a run has booked the loss. */
  isRed(reader: Database | Tx): Promise<boolean>
  /** Do the house's own accounts cover all that is missing? Otherwise withdrawals wait. Rule book 2.17. */
  paysInFull(reader: Database | Tx): Promise<boolean>
  /** What they would leave of the shortfall that two people confirmed, micro-USDT. */
  uncovered(reader: Database | Tx): Promise<bigint>
  /** Enters income from outside; answers the receipt's id. Two people must approve it. */
  enterReceipt(tx: Tx, receipt: EnteredReceipt): Promise<string>
  /** One person's agreement to a receipt; the same person counts once. */
  approveReceipt(tx: Tx, approval: { receiptId: string; operatorId: string }): Promise<void>
  /** A receipt that is withdrawn or refused: no run waits for it any more. */
  dropReceipt(tx: Tx, receiptId: string): Promise<void>
  receipts(reader: Database | Tx, ids: readonly string[]): Promise<ReceiptRow[]>
  shortfalls(reader: Database | Tx, ids: readonly string[]): Promise<ShortfallRow[]>
  /** Reports what custody lacks; the house is red from then on. Answers the report's id. */
  reportShortfall(tx: Tx, report: ReportedShortfall): Promise<string>
  /** Another person confirms a report, so that the next run books it, or dismisses it. */
  decideShortfall(
    tx: Tx,
    decision: { shortfallId: string; operatorId: string; confirm: boolean },
  ): Promise<void>
  /** The hashes of a published run in hex; null before that. */
  hashesOf(database: Database, period: Period): Promise<{ input: string; result: string } | null>
  /** The newest period whose settlement is published, or null before the first. */
  lastPublished(database: Database): Promise<{ period: Period; publishedAt: Date } | null>
}

/** Short enough that one transaction of a run takes far less than a statement's limit. */
const CHUNK = 1_000
const SWEEP_MS = 2_000

/** The reserve, its founding, and the daily settlement. `chunk`: orders per transaction. */
export function openTreasury(
  platform: Platform,
  neighbours: Participants & { ledger: Ledger; rootsOf: RootsOf },
  { chunk = CHUNK, recount = recountElsewhere }: { chunk?: number; recount?: Recount } = {},
): Treasury {
  const { database, logger } = platform
  const { ledger } = neighbours
  const world: SettlementWorld = { database, logger, ...neighbours, recount, chunk }
  const settle = async (options?: SettleOptions): Promise<number> => {
    const settled = await settleDue(world, options)
    if (settled > 0) logger.info({ settled }, 'periods were settled')
    return settled
  }
  const turn = async (): Promise<void> => {
    await settle()
  }
  return {
    room: {
      routes: treasuryRoutes(database, neighbours.rootsOf),
      sweeps: [{ name: 'settlement', door: 'worker', everyMs: SWEEP_MS, turn }],
    },
    found: tx => found(ledger, tx),
    settleDue: settle,
    isRed: reader => houseIsRed(ledger, reader),
    paysInFull: reader => housePaysInFull(ledger, reader),
    uncovered: reader => uncoveredNow(ledger, reader),
    enterReceipt,
    approveReceipt,
    dropReceipt,
    receipts: findReceipts,
    shortfalls: findShortfalls,
    reportShortfall,
    decideShortfall: (tx, decision) => decideReport(ledger, tx, decision),
    hashesOf: publishedHashes,
    lastPublished: async reader => (await publishedRuns(reader, null, 1))[0] ?? null,
  }
}
