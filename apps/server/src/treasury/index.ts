import type { Period } from '@banyan/economy'
import type { Receipts } from '../deposits/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import {
  type MissingOf,
  noWindDown,
  type SettlementContext,
  type SettlementDeps,
  type WindDownStops,
} from './context.ts'
import {
  bookLossOfClosed,
  freezeLast,
  type LastBooks,
  type LastSettlement,
  type LossOfClosed,
  lastSettlement,
  lossOfClosed,
} from './last.ts'
import { receiptRoutes } from './receipt-routes.ts'
import { typedTotal } from './receipt-store.ts'
import {
  approveReceipt,
  classifyReceipt,
  dropReceipt,
  type Proposed,
  proposedReceipts,
  type SaidOfReceipt,
} from './receipts.ts'
import { type Recount, recountInChild } from './recount.ts'
import { type RootsOf, treasuryRoutes } from './routes.ts'
import { type SettleOptions, settleDue } from './settlement.ts'
import { confirmedTotal, findShortfalls, type ShortfallRow } from './shortfall-store.ts'
import {
  decideReport,
  platformPaysInFull,
  type ReportedShortfall,
  redSince,
  reportShortfall,
  unbookedMissing,
  uncoveredNow,
} from './shortfalls.ts'
import { publishedHashes, publishedRuns } from './store.ts'

export { checkTreasury } from './check.ts'
export {
  type MissingOf,
  noWindDown,
  type SettlementDeps,
  type ShownMissing,
  type WindDownStops,
} from './context.ts'
export { checkCustody } from './custody-check.ts'

export type { Proposed as ProposedReceipt } from './receipts.ts'
export type { FromRecount, Recount, ToRecount } from './recount.ts'
export type { SettleOptions } from './settlement.ts'

export interface Treasury {
  module: Module
  /** Settles every due period in order; answers how many. Any number of nodes may call it. */
  settleDue(options?: SettleOptions): Promise<number>
  /** Since when a loss waits for its run, or a settlement is halted; null while neither is so. */
  redSince(reader: Database | Tx): Promise<Date | null>
  /** Is it so? Then nobody subscribes, activates, or deals on the market. */
  isRed(reader: Database | Tx): Promise<boolean>
  /** Do the house's own accounts cover all that is missing? Otherwise withdrawals wait. Rule book 2.17. */
  paysInFull(reader: Database | Tx): Promise<boolean>
  /** What they would leave of the shortfall that two people confirmed, micro-USDT. */
  uncovered(reader: Database | Tx): Promise<bigint>
  /** Says what a receipt on the chain is; answers the id of what is proposed. Another person must approve it. */
  classifyReceipt(tx: Tx, said: SaidOfReceipt): Promise<string>
  /** The second person's agreement: the receipt is booked. */
  approveReceipt(tx: Tx, approval: { id: string; operatorId: string }): Promise<void>
  /** What was proposed of a receipt is withdrawn or refused. */
  dropReceipt(tx: Tx, id: string): Promise<void>
  proposedReceipts(reader: Database | Tx, ids: readonly string[]): Promise<Proposed[]>
  /** What the books hold on somebody's word, from before receipts came from the chain; micro-USDT. */
  typedTotal(reader: Database | Tx): Promise<bigint>
  /** What the chain lacks beside all that was confirmed, micro-USDT. */
  unbookedMissing(reader: Database | Tx): Promise<bigint>
  shortfalls(reader: Database | Tx, ids: readonly string[]): Promise<ShortfallRow[]>
  /** All shortfalls that were ever confirmed, micro-USDT. */
  confirmedTotal(reader: Database | Tx): Promise<bigint>
  /** Reports what custody lacks; nothing changes until another person confirms it. Answers the report's id. */
  reportShortfall(tx: Tx, report: ReportedShortfall): Promise<string>
  /** Another person confirms a report as far as the chain shows it, so that the next run books it, or dismisses it. */
  decideShortfall(
    tx: Tx,
    decision: { shortfallId: string; operatorId: string; confirm: boolean },
  ): Promise<void>
  /** The hashes of a published run in hex; null before that. */
  hashesOf(database: Database, period: Period): Promise<{ input: string; result: string } | null>
  /** How far settlements have come, for a wind-down that waits for the last one. */
  lastSettlement(reader: Database | Tx, drainedAt: Date | null): Promise<LastSettlement>
  /** The books as a wind-down freezes them; no cut-off and no cover comes between. */
  freezeLast(tx: Tx): Promise<LastBooks>
  /** Books a confirmed loss of a closed platform against OPS as far as it goes. */
  bookLossOfClosed(tx: Tx): Promise<LossOfClosed>
  /** The same without a lock: what would be booked now. */
  lossOfClosed(reader: Database | Tx): Promise<LossOfClosed>
  /** The newest period whose settlement is published, or null before the first. */
  lastPublished(database: Database): Promise<{ period: Period; publishedAt: Date } | null>
}

/** Short enough that one transaction of a run takes far less than a statement's limit. */
const CHUNK = 1_000
const EVERY_MS = 2_000

/** The reserve, its founding, and the daily settlement. `chunk`: orders per transaction. */
export function openTreasury(
  platform: Platform,
  deps: SettlementDeps & {
    ledger: Ledger
    rootsOf: RootsOf
    /** Receipts as the chain shows them. */
    receipts: Receipts
    /** What the chain lacks. */
    missingOf: MissingOf
    /** What a wind-down changes; left out where there is none. */
    windDown?: WindDownStops
  },
  { chunk = CHUNK, recount = recountInChild }: { chunk?: number; recount?: Recount } = {},
): Treasury {
  const { database, logger } = platform
  const { ledger, receipts } = deps
  const windDown = deps.windDown ?? noWindDown
  const context: SettlementContext = { database, logger, ...deps, windDown, recount, chunk }
  const receiptContext = { ledger, receipts, isFrozen: windDown.isFrozen }
  const settle = async (options?: SettleOptions): Promise<number> => {
    const settled = await settleDue(context, options)
    if (settled > 0) logger.info({ settled }, 'periods were settled')
    return settled
  }
  const turn = async (): Promise<void> => {
    await settle()
  }
  return {
    module: {
      routes: [
        ...treasuryRoutes(database, {
          rootsOf: deps.rootsOf,
          earnings: deps.earnings,
        }),
        ...receiptRoutes(database, receipts),
      ],
      jobs: [{ name: 'settlement', runsIn: 'worker', everyMs: EVERY_MS, turn }],
    },
    settleDue: settle,
    redSince: reader => redSince(ledger, reader),
    isRed: async reader => (await redSince(ledger, reader)) !== null,
    paysInFull: reader => platformPaysInFull(context, reader),
    uncovered: reader => uncoveredNow(ledger, reader),
    classifyReceipt: (tx, said) => classifyReceipt(receiptContext, tx, said),
    approveReceipt: (tx, approval) => approveReceipt(receiptContext, tx, approval),
    dropReceipt,
    proposedReceipts: (reader, ids) => proposedReceipts({ receipts }, reader, ids),
    typedTotal,
    unbookedMissing: reader => unbookedMissing(context, reader),
    shortfalls: findShortfalls,
    confirmedTotal,
    reportShortfall,
    decideShortfall: (tx, decision) => decideReport(context, tx, decision),
    lastSettlement: (reader, drainedAt) =>
      lastSettlement({ ...context, hasChain: platform.config.chain !== null }, reader, drainedAt),
    freezeLast: tx => freezeLast(ledger, tx),
    bookLossOfClosed: tx => bookLossOfClosed(ledger, tx),
    lossOfClosed: reader => lossOfClosed(ledger, reader),
    hashesOf: publishedHashes,
    lastPublished: async reader => (await publishedRuns(reader, null, 1))[0] ?? null,
  }
}
