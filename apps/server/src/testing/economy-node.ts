import { pino } from 'pino'
import { receipts, transfersOfCustody } from '../deposits/index.ts'
import { type ModuleReach, openDistribution } from '../distribution/index.ts'
import { openDynamicPay, openEarnings } from '../earnings/index.ts'
import { openIdentity } from '../identity/index.ts'
import { type Ledger, openLedger } from '../ledger/index.ts'
import { openLosses } from '../losses/index.ts'
import { openNetwork } from '../network/index.ts'
import { buyingStops, type Otc, openOtc } from '../otc/index.ts'
import { readConfig } from '../platform/config.ts'
import { connectDatabase, type Database, type Tx } from '../platform/database/connect.ts'
import { ringOf } from '../platform/key-ring.ts'
import type { Platform } from '../platform/module.ts'
import { openSealing } from '../platform/sealing.ts'
import { openPricing } from '../pricing/index.ts'
import { openRedemptions } from '../redemptions/index.ts'
import { openRules } from '../rules/index.ts'
import { openSubscriptions, type Subscriptions } from '../subscriptions/index.ts'
import {
  type ApartSettlement,
  type MissingOf,
  noWindDown,
  openTreasury,
  type Recount,
  type Treasury,
  type WindDownStops,
} from '../treasury/index.ts'

import { everybodyAnswered } from './risk.ts'
import { anyTakes } from './takers.ts'

/** How a node differs from the product's: a ledger that fails, another chunk, another second computation. */
export interface NodeOptions {
  ledger?: Ledger
  chunk?: number
  recount?: Recount
  /** The process of its own in which its job settles; there is none where this is left out. */
  apart?: ApartSettlement
  /** Where network pay is on; nowhere when it is left out. */
  reach?: ModuleReach
  /** What the chain lacks; it was never read where this is left out. */
  missingOf?: MissingOf
  /** Have the books been frozen by a wind-down? There is none where this is left out. */
  isFrozen?: WindDownStops['isFrozen']
}

/** A platform for modules on a test's database: secrets of zeros, a silent log, closed to Antarctica. */
export function platformOn(databaseUrl: string, pool: Platform['pool']): Platform {
  const zeros = () => Buffer.alloc(32)
  return {
    config: readConfig({ DATABASE_URL: databaseUrl, TEST_HOOKS: '1', CLOSED_COUNTRIES: 'AQ' }),
    secrets: {
      pepper: ringOf(zeros()),
      fingerprintKey: ringOf(zeros()),
      fieldKey: ringOf(zeros()),
      pushKey: ringOf(zeros()),
      auditKey: ringOf(zeros()),
    },
    database: connectDatabase(pool),
    pool,
    logger: pino({ level: 'silent' }),
  }
}

/** What a wind-down refuses is tested over the whole system. */
const noStops = async (): Promise<boolean> => false

/** The economy's modules as one node has them, composed as in the system. */
export function openEconomyNode(platform: Platform, options: NodeOptions = {}) {
  const ledger = options.ledger ?? openLedger()
  const rules = openRules(platform)
  const pricing = openPricing(platform, { ledger, parameters: rules.inForce })
  const guidePrice = async (reader: Database | Tx) => (await pricing.guide(reader)).price
  const { joinedAmong, isCountryClosed, countryClosedAmong, membersAfter } = openIdentity(
    platform,
    {
      notify: async () => {},
      welcome: async () => {},
    },
  )
  const stopFor = async (reader: Database | Tx, memberId: string) => {
    if (await treasury.isRed(reader)) return 'houseIsRed'
    return (await isCountryClosed(reader, memberId)) ? 'countryClosed' : null
  }
  const earnings = openEarnings(platform, {
    ledger,
    guidePrice,
    rules,
    stopFor,
    isWoundDown: noStops,
    refuseWhilePaused: (tx, memberId) => subscriptions.refuseWhilePaused(tx, memberId),
    pausesAmong: (reader, memberIds) => subscriptions.pausesAmong(reader, memberIds),
    hashesOf: (reader, period) => treasury.hashesOf(reader, period),
    payStopFor: (reader, memberId) => distribution.payStopFor(reader, memberId),
    issuedAmong: (reader, memberIds) => subscriptions.issuedAmong(reader, memberIds),
    sealing: openSealing(platform.secrets.fieldKey),
  })
  const network = openNetwork(platform, {
    nicknames: async () => new Map(),
    effectiveAmong: async () => new Set(),
    parameters: rules.inForce,
    remind: async () => {},
  })
  const distribution = openDistribution(platform, {
    reach: options.reach ?? [],
    networkPayOf: async () => new Map(),
    parameters: rules.inForce,
  })
  const dynamicPay = openDynamicPay(platform.database, {
    ledger,
    rules,
    enabled: (options.reach ?? []).length > 0,
    standingsOfRun: distribution.standingsOfRun,
    recordEffective: distribution.recordEffective,
    openPrompts: earnings.openRoundPrompts,
    isModuleOn: distribution.isModuleOn,
    distributedState: distribution.stateOf,
    payStopFor: distribution.payStopFor,
    issuedAmong: (reader, memberIds) => subscriptions.issuedAmong(reader, memberIds),
    exchangeFees: (reader, window) => redemptions.feesOfMembers(reader, window),
  })
  const losses = openLosses(platform, {
    isRestorePending: async () => false,
    ledger,
    uncovered: reader => treasury.uncovered(reader),
    modules: {
      withdrawal: async () => {},
      subscription: (tx, cuts) => subscriptions.cut(tx, cuts),
    },
    membersAfter,
  })
  const subscriptions: Subscriptions = openSubscriptions(platform, {
    ledger,
    pricing,
    joinedAmong,
    prompts: earnings,
    parameters: rules.inForce,
    stopFor,
    isWoundDown: noStops,
    enterBalances: losses.enterBalances,
    riskAnswered: everybodyAnswered,
    pauseBuying: (tx, memberId) => otc.pauseBuying(tx, memberId),
    marketBuys: (reader, memberIds, since) => otc.marketBuys(reader, memberIds, since),
  })
  // The market's own neighbours are the market's to test: here it only says what was paid in fees.
  const otc: Otc = openOtc(platform, {
    auth: { authenticate: async () => Promise.reject(new Error('nobody calls this node')) },
    redSince: reader => treasury.redSince(reader),
    ledger,
    guidePrice,
    parameters: rules.inForce,
    nicknames: async () => new Map(),
    receivingAccounts: async () => new Map(),
    freezes: async () => ({ sells: null }),
    ownPictures: async (_tx, named) => named.map(one => [...one.pictures]),
    ownUploads: async () => null,
    filesAmong: async () => new Map(),
    blockedAmong: async () => new Map(),
    leftToInvest: subscriptions.leftToInvest,
    holdLeftToInvest: subscriptions.holdLeftToInvest,
    buyingStops: async (reader, memberIds) =>
      buyingStops(
        await subscriptions.pausesAmong(reader, memberIds),
        await countryClosedAmong(reader, memberIds),
      ),
    riskAnswered: everybodyAnswered,
    areNear: async () => false,
    arbitrators: async () => [],
    presentArbitrators: async () => 3,
    lot: of => of,
    recordAct: async () => {},
    effectiveAmong: distribution.effectiveAmong,
    inOneInviterLine: network.inOneInviterLine,
    checkedAddress: (_network, address) => address,
    paymentOwner: async () => 'unknown',
    paidOnChain: async () => new Set(),
    takerScale: anyTakes,
    sealing: openSealing(platform.secrets.fieldKey),
  })
  const redemptions = openRedemptions(platform, {
    ledger,
    pricing,
    market: otc.sales,
    parameters: rules.inForce,
    firstFill: subscriptions.firstFill,
  })
  const { chunk, recount, apart } = options
  const treasury: Treasury = openTreasury(
    platform,
    {
      ledger,
      rules,
      parts: {
        pricing,
        network,
        distribution,
        dynamicPay,
        earnings,
        subscriptions,
        redemptions,
        otc,
        losses,
      },
      receipts,
      transfers: transfersOfCustody,
      missingOf: options.missingOf ?? (async () => null),
      windDown: { ...noWindDown, ...(options.isFrozen && { isFrozen: options.isFrozen }) },
      // What is published of solvency is solvency's to test.
      rootsOf: async () => new Map(),
    },
    { ...(chunk && { chunk }), ...(recount && { recount }), ...(apart && { apart }) },
  )
  return {
    rules,
    pricing,
    network,
    distribution,
    earnings,
    subscriptions,
    otc,
    redemptions,
    losses,
    treasury,
  }
}
