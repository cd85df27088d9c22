import type { DuePayment, Network, TradeView } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Auth } from '../platform/http/auth.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { FeePart, FloatingPricePart, SplitPart } from '../settlement/index.ts'
import { casesAgainst, isEvidenceOfCase } from './case-lists.ts'
import { casesToAppoint } from './case-queue.ts'
import { caseRoutes } from './case-routes.ts'
import { emptyContacts } from './closing.ts'
import type { OtcDeps } from './context.ts'
import { makeUpForOutage, otcJobs } from './deadlines.ts'
import { disputeRoutes } from './dispute-routes.ts'
import { exportPlugin } from './exports.ts'
import { closeFees, feesOfRun } from './fees.ts'
import { floatPrices } from './floating.ts'
import { endOrders, type OpenMarket, openMarketNow } from './last-trades.ts'
import { marketRoutes } from './market-routes.ts'
import { type OrderChange, orderChanges } from './order-changes.ts'
import { orderRoutes } from './order-routes.ts'
import { pauseBuying } from './own-orders.ts'
import { hashVerified, paymentUnproven } from './payments.ts'
import { troublesOf } from './penalties.ts'
import { limitsAmong } from './publish.ts'
import { rescaleBook } from './rescale.ts'
import { marketBuys, marketPayments, type Sale, salesOf } from './sales.ts'
import { measureNow } from './terms.ts'
import {
  hearsAnyOf,
  matchingIds,
  orderOwner,
  otherParty,
  partiesOfCases,
  picturesInUse,
  picturesOfTrades,
  type StepOfTrade,
  type TradeParties,
  tradeEnds,
  tradeOfCase,
  tradeParties,
  tradeSteps,
  tradesOfPictures,
} from './trade-facts.ts'
import {
  duePayments,
  openPayments,
  paymentClaims,
  type SeenPayment,
  tradesPaidBy,
} from './trade-payments.ts'
import { openTradesOf, tradeRoutes } from './trade-routes.ts'
import { isEvidenceOfParty, type TradeRow } from './trade-store.ts'

export { checkLateOtc, checkOtc } from './check.ts'
export { buyingStops, type OtcDeps } from './context.ts'
export { neededForTrades } from './picture-needs.ts'
export { keyTrades, sealClearTrades } from './where-to-pay.ts'

export interface Otc extends FeePart, SplitPart, FloatingPricePart {
  module: Module
  /** How much a member may still sell in this window, micro-USDT. */
  tradingLimits(database: Database | Tx, memberIds: readonly string[]): Promise<Map<string, bigint>>
  /**
   * True when the picture is present or replaced evidence in a trade that the member is a party of.
   */
  maySeeUpload(memberId: string, uploadId: string): Promise<boolean>
  /** True when the picture is evidence in an open case that the operator hears. */
  mayOperatorSeeUpload(operatorId: string, uploadId: string): Promise<boolean>
  /**
   * Records that the chain holds the payment: a trade that timed out goes on, and a trade whose
   * seller asked for it is released. Null when that changes nothing.
   */
  hashVerified(tx: Tx, tradeId: string, hash: string): Promise<TradeRow | null>
  /**
   * Records that these hashes are no payment and the time to pay is over: a trade that showed
   * nothing else enters grace. Null when that changes nothing.
   */
  paymentUnproven(tx: Tx, tradeId: string, hashes: readonly string[]): Promise<TradeRow | null>
  /** A member's sales, order by order, the last sold first, from a cursor on. */
  sales(
    database: Database,
    memberId: string,
    page: { after: string[] | null; limit: number },
  ): Promise<Sale[]>
  /** What a member sent to sellers and received from buyers, outside the platform. Micro-USDT. */
  marketPayments(database: Database, memberId: string): Promise<{ paid: bigint; got: bigint }>
  /**
   * Payment amounts of these members' market buys: open ones, and those that ended with the coin
   * after an instant.
   */
  marketBuys(
    reader: Database | Tx,
    memberIds: readonly string[],
    since: Date,
  ): Promise<Map<string, bigint>>
  /** Takes a member's buy orders off the market, in the transaction of their pause from investing. */
  pauseBuying(tx: Tx, memberId: string): Promise<void>
  /** The parties of a trade; undefined when there is no such trade. */
  tradeParties(reader: Database | Tx, tradeId: string): Promise<TradeParties | undefined>
  /** The other party of a trade; null when the member is not a party of it. */
  otherParty(reader: Database | Tx, tradeId: string, memberId: string): Promise<string | null>
  /** The steps of these trades since a time, in the order in which they were made. */
  tradeSteps(
    reader: Database | Tx,
    tradeIds: readonly string[],
    since: Date,
  ): Promise<StepOfTrade[]>
  /** The orders among these that expired, were dealt whole or were held since a time. */
  orderChanges(
    reader: Database | Tx,
    orderIds: readonly string[],
    since: Date,
  ): Promise<OrderChange[]>
  /** Every hash that buyers have shown for these trades, each once. */
  paymentClaims: typeof paymentClaims
  /** The expected payments of these trades; and those of all open trades of a network. */
  duePayments(reader: Database | Tx, tradeIds: readonly string[]): Promise<DuePayment[]>
  openPayments(reader: Database | Tx, network: Network): Promise<DuePayment[]>
  /** For each transfer the trades that it pays: see `trade-payments.ts`. */
  tradesPaidBy(
    reader: Database | Tx,
    network: Network,
    seen: readonly SeenPayment[],
  ): Promise<string[][]>
  /** Pictures that were shown in these trades; and the trades in which pictures were shown. */
  picturesOfTrades: typeof picturesOfTrades
  picturesInUse: typeof picturesInUse
  tradeEnds: typeof tradeEnds
  tradesOfPictures: typeof tradesOfPictures
  /**
   * The trade of a case that an operator hears. Refuses `notFound`, and `caseNotYours` to every
   * other operator.
   */
  tradeOfCase(reader: Database | Tx, operatorId: string, caseId: string): Promise<string>
  /** Whether an operator hears an open case of one of these trades. */
  hearsAnyOf(operatorId: string, tradeIds: readonly string[]): Promise<boolean>
  /** The parties of every open case that an operator hears, each once. */
  partiesOfCases: typeof partiesOfCases
  /** The matching IDs of trades, by trade id. */
  matchingIds(reader: Database | Tx, tradeIds: readonly string[]): Promise<Map<string, string>>
  /** The owner of this order; null when there is no such order. */
  orderOwner(reader: Database | Tx, orderId: string): Promise<string | null>
  /** Counts open cases that somebody else has opened against a member, by member. */
  casesAgainst: typeof casesAgainst
  /** Open cases with a member as a party, and the member's faults since an instant. */
  troublesOf: typeof troublesOf
  /** A member's open trades, as their page shows them. */
  openTradesOf(reader: Database | Tx, memberId: string): Promise<TradeView[]>
  /** Counts the cases that wait until an administrator appoints an arbitrator. */
  casesToAppoint(reader: Database | Tx): Promise<number>
  /** In a wind-down, ends what is left of orders; returns how many ended. */
  endOrders(): Promise<number>
  /**
   * Empties some texts of a closed member that nothing needs any more. Texts that are still needed
   * are left for later.
   */
  emptyWords(tx: Tx, memberId: string): Promise<{ emptied: number; left: boolean }>
  /** Reads which kinds of orders, trades and appeals are still open. */
  openMarketNow(reader: Database | Tx): Promise<OpenMarket>
  /** Adds an outage to every open deadline. Must be called before any server process starts. */
  makeUpForOutage(): Promise<number>
}

/** The market: orders, trades, their deadlines. */
export function openOtc(
  platform: Platform,
  { auth, ...context }: OtcDeps & { auth: Pick<Auth, 'authenticate'> },
): Otc {
  const { database, logger } = platform
  return {
    module: {
      routes: [
        ...marketRoutes(database, context),
        ...orderRoutes(database, context),
        ...tradeRoutes(database, context),
        ...disputeRoutes(database, context),
        ...caseRoutes(database, context),
      ],
      plugin: exportPlugin(
        { database, rateLimitScale: platform.config.rateLimitScale },
        context,
        auth,
      ),
      jobs: otcJobs(database, context),
    },
    async tradingLimits(reader, memberIds) {
      const [measure, now] = await Promise.all([measureNow(context, reader), systemNow(reader)])
      return limitsAmong(reader, memberIds, measure, now)
    },
    maySeeUpload: (memberId, uploadId) => isEvidenceOfParty(database, memberId, uploadId),
    mayOperatorSeeUpload: (operatorId, uploadId) =>
      isEvidenceOfCase(database, operatorId, uploadId),
    hashVerified: (tx, tradeId, hash) => hashVerified(tx, context, tradeId, hash),
    paymentUnproven: (tx, tradeId, hashes) => paymentUnproven(tx, context, tradeId, hashes),
    sales: (reader, memberId, page) => salesOf(reader, context.nicknames, memberId, page),
    marketPayments,
    marketBuys,
    pauseBuying,
    closeFees,
    feesOfRun,
    rescaleBook,
    floatPrices,
    tradeParties,
    tradeSteps,
    orderChanges,
    otherParty,
    paymentClaims,
    duePayments: (reader, tradeIds) => duePayments(reader, context.sealing, tradeIds),
    openPayments: (reader, network) => openPayments(reader, context.sealing, network),
    tradesPaidBy: (reader, network, seen) => tradesPaidBy(reader, context.sealing, network, seen),
    picturesOfTrades,
    picturesInUse,
    tradeEnds,
    tradesOfPictures,
    orderOwner,
    tradeOfCase,
    hearsAnyOf: (operatorId, tradeIds) => hearsAnyOf(database, operatorId, tradeIds),
    partiesOfCases,
    matchingIds,
    casesAgainst,
    troublesOf,
    casesToAppoint: async reader => casesToAppoint(reader, context, await systemNow(reader)),
    endOrders: () => endOrders(database, context),
    openTradesOf: (reader, memberId) => openTradesOf(reader, context, memberId),
    openMarketNow,
    emptyWords: emptyContacts,
    makeUpForOutage: () => makeUpForOutage(database, logger),
  }
}
