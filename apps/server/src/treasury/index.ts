import type { Parameters, Period } from '@banyan/economy'
import type { Receipts, TransfersOfCustody } from '../deposits/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import { accountRoutes } from './account-routes.ts'
import { type ApartSettlement, settlingApart } from './apart.ts'
import {
  type MissingOf,
  noWindDown,
  type SettlementContext,
  type SettlementDeps,
  type WindDownStops,
} from './context.ts'
import { costRoutes } from './cost-routes.ts'
import { findCosts } from './cost-store.ts'
import {
  approveCost,
  dropCost,
  type GivenCost,
  proposeCost,
  type ShownCost,
  shownCosts,
} from './costs.ts'
import { figuresOf } from './figures.ts'
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
  type ReceiptProposal,
} from './receipts.ts'
import { type Recorded, recordedDays } from './recorded.ts'
import { type Recount, recountInChild } from './recount.ts'
import { type RootsOf, treasuryRoutes } from './routes.ts'
import { runRoutes } from './run-routes.ts'
import { canSettle, type SettleOptions, settleDue } from './settle.ts'
import { settlementGauges } from './settlement-gauges.ts'
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

export type { ApartSettlement } from './apart.ts'
export { checkTreasury } from './check.ts'
export {
  type MissingOf,
  noWindDown,
  type SettlementDeps,
  type ShownMissing,
  type WindDownStops,
} from './context.ts'
export { checkCustody } from './custody-check.ts'
export { canonicalBytes } from './hashes.ts'
export type { Proposed as ProposedReceipt } from './receipts.ts'
export type { Recorded } from './recorded.ts'
export type { FromRecount, Recount, ToRecount } from './recount.ts'
export type { RootsOf } from './routes.ts'
export type { SettleOptions } from './settle.ts'

export interface Treasury {
  module: Module
  /** Settles every due period in order; returns how many. Any number of nodes may call it. */
  settleDue(options?: SettleOptions): Promise<number>
  /**
   * The instant since which a loss waits for its run, or a settlement is halted; null while neither
   * is so.
   */
  redSince(reader: Database | Tx): Promise<Date | null>
  /**
   * Whether a loss waits or a settlement is halted: then nobody subscribes, activates, or deals on
   * the market.
   */
  isRed(reader: Database | Tx): Promise<boolean>
  /**
   * Whether the house accounts cover all that is missing. Otherwise withdrawals wait. Rule book
   * 2.17.
   */
  paysInFull(reader: Database | Tx): Promise<boolean>
  /** The part of the confirmed shortfall that the house accounts would leave, micro-USDT. */
  uncovered(reader: Database | Tx): Promise<bigint>
  /**
   * Classifies a receipt on the chain; returns the id of the proposal. Another person must approve
   * it.
   */
  classifyReceipt(tx: Tx, proposal: ReceiptProposal): Promise<string>
  /** The second person's approval: books the receipt. */
  approveReceipt(tx: Tx, approval: { id: string; operatorId: string }): Promise<void>
  /** Ends a classification that was withdrawn or refused. */
  dropReceipt(tx: Tx, id: string): Promise<void>
  proposedReceipts(reader: Database | Tx, ids: readonly string[]): Promise<Proposed[]>
  /**
   * The money that the books hold on unproven statements, from before receipts came from the chain;
   * micro-USDT.
   */
  typedTotal(reader: Database | Tx): Promise<bigint>
  /** Proposes to book a payment as a cost; nothing moves. Returns the proposal's id. */
  proposeCost(tx: Tx, cost: GivenCost): Promise<string>
  /** Another person's approval: OPS bears the cost. */
  approveCost(tx: Tx, approval: { id: string; operatorId: string }): Promise<void>
  dropCost(tx: Tx, id: string): Promise<void>
  /** Costs as they were proposed under these ids, each with its payment on the chain. */
  costs(reader: Database | Tx, ids: readonly string[]): Promise<ShownCost[]>
  /** What the chain lacks beyond all confirmed shortfalls, micro-USDT. */
  unbookedMissing(reader: Database | Tx): Promise<bigint>
  shortfalls(reader: Database | Tx, ids: readonly string[]): Promise<ShortfallRow[]>
  /** The sum of all shortfalls ever confirmed, micro-USDT. */
  confirmedTotal(reader: Database | Tx): Promise<bigint>
  /**
   * Reports a shortfall of custody; nothing changes until another person confirms it. Returns the
   * report's id.
   */
  reportShortfall(tx: Tx, report: ReportedShortfall): Promise<string>
  /**
   * The second person's decision: confirms a report as far as the chain shows it, so that the next
   * run books it, or dismisses it.
   */
  decideShortfall(
    tx: Tx,
    decision: { shortfallId: string; operatorId: string; confirm: boolean },
  ): Promise<void>
  /** The hashes of a published run in hex; null before that. */
  hashesOf(database: Database, period: Period): Promise<{ input: string; result: string } | null>
  /** What some published settlements came to, by period. */
  figuresOf: typeof figuresOf
  /** The progress of settlements, for a wind-down that waits for the last one. */
  lastSettlement(reader: Database | Tx, drainedAt: Date | null): Promise<LastSettlement>
  /** The books as a wind-down freezes them; no cut-off and no cover can commit in between. */
  freezeLast(tx: Tx): Promise<LastBooks>
  /** Books a confirmed loss of a closed platform against OPS as far as OPS covers it. */
  bookLossOfClosed(tx: Tx): Promise<LossOfClosed>
  /** The same without a lock: the amounts that would be booked now. */
  lossOfClosed(reader: Database | Tx): Promise<LossOfClosed>
  /**
   * The whole input of the last settlement, and what members did on it and on the days before it,
   * `days` at most; null before the first of the newest edition.
   */
  recorded(reader: Database | Tx, days: number): Promise<Recorded | null>
  /** The numbers under which the last settlement ran; null before the first. */
  lastVersion(reader: Database | Tx): Promise<Parameters | null>
  /** The newest period whose settlement is published, or null before the first. */
  lastPublished(database: Database): Promise<{ period: Period; publishedAt: Date } | null>
}

/** Small enough that one transaction of a run takes far less than a statement's limit. */
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
    /** Transfers out of custody as the chain shows them. */
    transfers: TransfersOfCustody
    /** The newest reading of what the chain lacks. */
    missingOf: MissingOf
    /** The effects of a wind-down; absent when there is none. */
    windDown?: WindDownStops
  },
  {
    chunk = CHUNK,
    recount = recountInChild,
    apart = platform.isServer ? settlingApart() : null,
  }: { chunk?: number; recount?: Recount; apart?: ApartSettlement | null } = {},
): Treasury {
  const { database, logger } = platform
  const { ledger, receipts } = deps
  const windDown = deps.windDown ?? noWindDown
  const { rules, parts, missingOf } = deps
  const services = { database, logger, ledger, rules, missingOf }
  const context: SettlementContext = { ...services, parts, windDown, recount, chunk }
  const costContext = {
    ledger,
    transfers: deps.transfers,
    isFrozen: windDown.isFrozen,
    unbookedMissing: (reader: Database | Tx) => unbookedMissing(context, reader),
  }
  const receiptContext = { ledger, receipts, isFrozen: windDown.isFrozen }
  const settle = async (options?: SettleOptions): Promise<number> => {
    const settled = await settleDue(context, options)
    if (settled > 0) logger.info({ settled }, 'periods were settled')
    return settled
  }
  const run = async (): Promise<void> => {
    if (apart === null) await settle()
    else if (await canSettle(context)) await apart.settle()
  }
  return {
    module: {
      routes: [
        ...treasuryRoutes(database, {
          rootsOf: deps.rootsOf,
          parts,
        }),
        ...receiptRoutes(database, receipts),
        ...costRoutes(database, costContext),
        ...accountRoutes(database, context),
        ...runRoutes(database, { rootsOf: deps.rootsOf, parts }, windDown.isFrozen),
      ],
      jobs: [{ name: 'settlement', runsIn: 'worker', everyMs: EVERY_MS, run }],
      gauges: settlementGauges(database),
      close: async () => apart?.end(),
    },
    settleDue: settle,
    redSince: reader => redSince(ledger, reader),
    isRed: async reader => (await redSince(ledger, reader)) !== null,
    paysInFull: reader => platformPaysInFull(context, reader),
    uncovered: reader => uncoveredNow(ledger, reader),
    classifyReceipt: (tx, proposal) => classifyReceipt(receiptContext, tx, proposal),
    approveReceipt: (tx, approval) => approveReceipt(receiptContext, tx, approval),
    dropReceipt,
    proposeCost: (tx, cost) => proposeCost(costContext, tx, cost),
    approveCost: (tx, approval) => approveCost(costContext, tx, approval),
    dropCost,
    costs: async (reader, ids) => shownCosts(deps.transfers, reader, await findCosts(reader, ids)),
    proposedReceipts: (reader, ids) => proposedReceipts({ receipts }, reader, ids),
    typedTotal,
    unbookedMissing: reader => unbookedMissing(context, reader),
    shortfalls: findShortfalls,
    confirmedTotal,
    reportShortfall,
    decideShortfall: (tx, decision) => decideReport(context, tx, decision),
    figuresOf,
    lastVersion: async reader => {
      const [last] = await publishedRuns(reader, null, 1)
      return last ? rules.version(reader, last.parametersVersion) : null
    },
    recorded: (reader, days) => recordedDays(context, reader, days),
    lastSettlement: (reader, drainedAt) =>
      lastSettlement({ ...context, hasChain: platform.config.chain !== null }, reader, drainedAt),
    freezeLast: tx => freezeLast(ledger, tx),
    bookLossOfClosed: tx => bookLossOfClosed(ledger, tx),
    lossOfClosed: reader => lossOfClosed(ledger, reader),
    hashesOf: publishedHashes,
    lastPublished: async reader => (await publishedRuns(reader, null, 1))[0] ?? null,
  }
}
