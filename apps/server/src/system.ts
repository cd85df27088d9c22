import { createHmac } from 'node:crypto'
import {
  about,
  allEndpoints,
  appVersion,
  type Endpoint,
  operatorEndpoints,
  PICTURE_NEEDED_DAYS,
} from '@banyan/domain'
import type { Logger } from 'pino'
import { openBlocks } from './blocks/index.ts'
import { openChat } from './chat/index.ts'
import { type Collection, openCollection } from './collection/index.ts'
import { type ChainHealth, openDeposits, receipts, transfersOfCustody } from './deposits/index.ts'
import { openDistribution } from './distribution/index.ts'
import { openDynamicPay, openEarnings } from './earnings/index.ts'
import { type Evidence, openEvidence, paidOnChain, sharedPictures } from './evidence/index.ts'
import { openExplanations } from './explanations/index.ts'
import { checkedAddress, type Identity, openHashing, openIdentity } from './identity/index.ts'
import { countBreaches } from './invariants.ts'
import { ledgerJobs, openAudit, openLedger } from './ledger/index.ts'
import { openLosses } from './losses/index.ts'
import { openNetwork } from './network/index.ts'
import { openNotices } from './notices/index.ts'
import { openNotifications } from './notifications/index.ts'
import { openOperators } from './operators/index.ts'
import { buyingStops, type Otc, openOtc } from './otc/index.ts'
import { openPersonalData } from './personal-data/index.ts'
import type { Config } from './platform/config.ts'
import { requireKnownCluster } from './platform/database/cluster.ts'
import {
  connectDatabase,
  connectPool,
  type Database,
  type Tx,
} from './platform/database/connect.ts'
import { systemNow } from './platform/database/transaction.ts'
import { heartbeat } from './platform/heartbeat.ts'
import { housekeeping } from './platform/housekeeping.ts'
import type { Auth } from './platform/http/dispatch.ts'
import { type Route, route } from './platform/http/route.ts'
import { requireOwnKeys } from './platform/key-check.ts'
import { systemLogger } from './platform/logger.ts'
import { type Mail, openMail } from './platform/mail/mail.ts'
import type { Job, Module, Platform } from './platform/module.ts'
import { openSealing } from './platform/sealing.ts'
import { readSecrets } from './platform/secrets.ts'
import { checkClock } from './platform/test-hooks.ts'
import { openPricing } from './pricing/index.ts'
import { openProposals } from './proposals/index.ts'
import { openPush } from './push/index.ts'
import { openRedemptions } from './redemptions/index.ts'
import { openRisk } from './risk/index.ts'
import { openRules } from './rules/index.ts'
import { openService } from './service/index.ts'
import { openSessions } from './sessions/index.ts'
import { openSolvency, type Solvency } from './solvency/index.ts'
import { openStatistics } from './statistics/index.ts'
import { openSubscriptions, type Subscriptions } from './subscriptions/index.ts'
import { openTreasury, type SettleOptions, type Treasury } from './treasury/index.ts'
import { openUploads } from './uploads/index.ts'
import { openVerification, type Verification } from './verification/index.ts'
import { openWallets } from './wallets/index.ts'
import { openWindDown, type WindDown } from './wind-down/index.ts'
import { openWithdrawals, type Withdrawals } from './withdrawals/index.ts'

/** The system with every module, before any program serves it. */
export interface System {
  platform: Platform
  modules: readonly Module[]
  routes: readonly Route[]
  jobs: readonly Job[]
  auth: Auth
  /** Settles every period that is due; the command and the test hook call it. */
  settleDue(options?: SettleOptions): Promise<number>
  /** Reads from the chain what custody holds; the test hook calls it, the worker does it in its turn. */
  readCustody(): Promise<void>
  /** Whether recharges are seen at this moment. */
  chainHealth(): Promise<ChainHealth>
  /** Begins what takes a while until it is ready; it goes on by itself. */
  warm(): void
  /** To be called before anything is served: keys and clock are checked, an outage is made up for. */
  ready(): Promise<void>
  close(): Promise<void>
}

const POOL_SIZE = 20

/** Opens the platform and every module, and gives each its deps. Only this file knows all of them. */
export function openSystem(config: Config, logger: Logger = systemLogger(config)): System {
  const pool = connectPool(config.databaseUrl, { max: POOL_SIZE })
  const database = connectDatabase(pool)
  const platform: Platform = {
    config,
    secrets: readSecrets(config.dataDir),
    database,
    pool,
    logger,
  }

  const sealing = openSealing(platform.secrets.fieldKey)
  const ledger = openLedger()
  const audit = openAudit(platform)
  const mail = openMail(platform)
  const verification: Verification = openVerification(platform, {
    mail,
    accountIdOf: (reader, memberId) => identity.accountIdOf(reader, memberId),
    freezeAfterChange: (tx, memberId, at) => identity.freezeAfterEmail(tx, memberId, at),
  })
  const rules = openRules(platform)
  const risk = openRisk(platform)
  const network = openNetwork(platform, {
    nicknames: (reader, memberIds) => identity.nicknames(reader, memberIds),
    effectiveAmong: (reader, memberIds) => distribution.effectiveAmong(reader, memberIds),
    parameters: rules.inForce,
    remind: async (tx, memberId, until) => {
      const accountId = await identity.accountIdOf(tx, memberId)
      await verification.notify(tx, memberId, 'placementDue', { accountId, until })
    },
  })
  const identity: Identity = openIdentity(platform, {
    notify: verification.notify,
    welcome: network.welcome,
  })
  const distribution = openDistribution(platform, {
    reach: config.dynamicCountries,
    parameters: rules.inForce,
  })
  const sessions = openSessions(platform, { identity, verification })
  const operators = openOperators(platform, {
    hashing: openHashing(platform.secrets.pepper),
    countTry: sessions.countTry,
    casesToAppoint: reader => otc.casesToAppoint(reader),
    demo: config.demo && !config.production,
  })
  const auth: Auth = {
    authenticate: sessions.authenticate,
    authenticateOperator: operators.authenticate,
    recordRefused: operators.recordRefused,
    checkPaymentPassword: identity.checkPaymentPassword,
    checkEmailCode: verification.checkStepUp,
    checkFreezes: sessions.checkFreezes,
    refuseStopped: (reader, call) => windDown.refuseStopped(reader, call),
    closingAmong: identity.closingAmong,
    enterCall: (tx, call) => windDown.enterCall(tx, call),
  }
  const pricing = openPricing(platform, { ledger, parameters: rules.inForce })
  const redSince = (reader: Database | Tx): Promise<Date | null> => solvency.redSince(reader)
  const stopFor = async (reader: Database | Tx, memberId: string) => {
    if ((await redSince(reader)) !== null) return 'houseIsRed'
    return (await identity.isCountryClosed(reader, memberId)) ? 'countryClosed' : null
  }
  const isWoundDown = (reader: Database | Tx, call: string): Promise<boolean> =>
    windDown.isStopped(reader, call)
  const earnings = openEarnings(platform, {
    ledger,
    guidePrice: async reader => (await pricing.guide(reader)).price,
    hashesOf: (reader, period) => treasury.hashesOf(reader, period),
    rules,
    stopFor,
    isWoundDown,
    refuseWhilePaused: (tx, memberId) => subscriptions.refuseWhilePaused(tx, memberId),
    pausesAmong: (reader, memberIds) => subscriptions.pausesAmong(reader, memberIds),
    payStopFor: distribution.payStopFor,
    sealing,
  })
  const statistics = openStatistics(platform, earnings)
  const dynamicPay = openDynamicPay(database, {
    ledger,
    rules,
    enabled: config.dynamicCountries.length > 0,
    standingsOfRun: distribution.standingsOfRun,
    recordEffective: distribution.recordEffective,
    openPrompts: earnings.openRoundPrompts,
    isModuleOn: distribution.isModuleOn,
    distributedState: distribution.stateOf,
    payStopFor: distribution.payStopFor,
  })
  const losses = openLosses(platform, {
    ledger,
    uncovered: reader => treasury.uncovered(reader),
    isRestorePending: reader => withdrawals.isRestorePending(reader),
    modules: () => ({ withdrawal: withdrawals.cut, subscription: subscriptions.cut }),
    membersAfter: identity.membersAfter,
  })
  const subscriptions: Subscriptions = openSubscriptions(platform, {
    ledger,
    pricing,
    joinedAmong: identity.joinedAmong,
    prompts: earnings,
    stopFor,
    isWoundDown,
    parameters: rules.inForce,
    enterBalances: losses.enterBalances,
    riskAnswered: risk.answeredAmong,
    pauseBuying: (tx, memberId) => otc.pauseBuying(tx, memberId),
    marketBuys: (reader, memberIds, since) => otc.marketBuys(reader, memberIds, since),
  })
  const uploads = openUploads(platform, () => auth)
  const otc: Otc = openOtc(platform, {
    ledger,
    redSince,
    guidePrice: async reader => (await pricing.guide(reader)).price,
    parameters: rules.inForce,
    nicknames: identity.nicknames,
    receivingAccount: identity.receivingAccount,
    freezes: async (reader, memberId) => ({
      sells: await identity.refusingFreeze(reader, memberId, 'sell'),
    }),
    areNear: network.areNear,
    recordAct: operators.recordAct,
    arbitrators: operators.arbitrators,
    presentArbitrators: operators.presentArbitrators,
    lot: of => createHmac('sha256', platform.secrets.pepper).update(`lot ${of}`).digest('hex'),
    leftToInvest: subscriptions.leftToInvest,
    holdLeftToInvest: subscriptions.holdLeftToInvest,
    buyingStops: async (reader, memberIds) =>
      buyingStops(
        await subscriptions.pausesAmong(reader, memberIds),
        await identity.countryClosedAmong(reader, memberIds),
      ),
    riskAnswered: risk.answeredAmong,
    effectiveAmong: distribution.effectiveAmong,
    inOneInviterLine: network.inOneInviterLine,
    blockedAmong: (reader, memberId, others) => blocks.blockedAmong(reader, memberId, others),
    ownUploads: uploads.own,
    filesAmong: uploads.filesAmong,
    checkedAddress,
    whosePayment: claim => evidence.whosePayment(claim),
    paidOnChain,
    takerScale: config.rateLimitScale,
    sealing,
  })
  const blocks = openBlocks(platform, {
    nicknames: identity.nicknames,
    otherParty: otc.otherParty,
    orderOwner: otc.orderOwner,
  })
  const chat = openChat(platform, {
    sealing,
    tradeParties: otc.tradeParties,
    ownUploads: uploads.own,
    filesAmong: uploads.filesAmong,
    tradeHeard: otc.tradeHeard,
  })
  const redemptions = openRedemptions(platform, {
    ledger,
    pricing,
    market: otc.sales,
    parameters: rules.inForce,
    firstFill: subscriptions.firstFill,
  })
  const treasury: Treasury = openTreasury(platform, {
    ledger,
    rules,
    pricing,
    network,
    distribution,
    dynamicPay,
    earnings,
    subscriptions,
    redemptions,
    otc,
    losses,
    receipts,
    missingOf: (reader: Database | Tx) => solvency.missing(reader),
    rootsOf: (reader, periods) => solvency.rootsOf(reader, periods),
    windDown: {
      investingStops: (reader, cutoff) => windDown.stops.investingStops(reader, cutoff),
      volumeStops: (reader, cutoff) => windDown.stops.volumeStops(reader, cutoff),
      isFrozen: reader => windDown.stops.isFrozen(reader),
    },
  })
  const windDown: WindDown = openWindDown(platform, {
    ledger,
    subscriptions,
    redemptions,
    earnings,
    otc,
    treasury,
    losses,
    parameters: rules.inForce,
    hasConfirming: (reader, until) => deposits.hasConfirming(reader, until),
  })
  const explanations = openExplanations(platform, {
    transfers: transfersOfCustody,
    unknownPayouts: (reader, only) => withdrawals.unknownTransfers(reader, { only }),
    namedBy: (reader, transfer) => withdrawals.namedBy(reader, transfer),
    strayTransfers: (reader, only) => deposits.strayTransfers(reader, only),
    missing: reader => solvency.missing(reader),
    unbookedMissing: treasury.unbookedMissing,
    reportShortfall: treasury.reportShortfall,
    decideShortfall: treasury.decideShortfall,
  })
  const proposals = openProposals(platform, {
    rules,
    treasury,
    losses,
    windDown,
    operators,
    distribution,
    explanations,
    withdrawals: {
      proposeVoid: (tx, asked) => withdrawals.proposeVoid(tx, asked),
      approveVoid: (tx, approval) => withdrawals.approveVoid(tx, approval),
      dropVoid: (tx, id) => withdrawals.dropVoid(tx, id),
      voids: (reader, ids) => withdrawals.voids(reader, ids),
    },
    depositKeys: {
      propose: (tx, asked) => deposits.keyChanges.propose(tx, asked),
      approve: (tx, approval) => deposits.keyChanges.approve(tx, approval),
      drop: (tx, id) => deposits.keyChanges.drop(tx, id),
      changes: (reader, ids) => deposits.keyChanges.changes(reader, ids),
    },
    recordAct: operators.recordAct,
  })
  uploads.alsoVisible(otc.maySeeUpload)
  uploads.neededBy(otc.picturesInUse)
  uploads.alsoVisible(chat.maySeeUpload)
  uploads.alsoVisibleToOperators(
    async ({ operatorId, role }, uploadId) =>
      role === 'arbitrator' && (await otc.mayOperatorSeeUpload(operatorId, uploadId)),
  )
  uploads.alsoVisibleToOperators(
    async ({ operatorId, role }, uploadId) =>
      role === 'arbitrator' && otc.hearsAnyOf(operatorId, await chat.tradesOfPicture(uploadId)),
  )
  const neededFor = async (
    reader: Database | Tx,
    use: 'trade' | 'chat',
    shown: readonly { uploadId: string; tradeId: string }[],
  ) => {
    const ends = await otc.tradeEnds(
      reader,
      shown.map(one => one.tradeId),
    )
    return shown.map(({ uploadId, tradeId }) => {
      const { matchingId, closedAt } = ends.get(tradeId) ?? { matchingId: null, closedAt: null }
      return { uploadId, use, number: matchingId, neededUntil: neededUntil(closedAt) }
    })
  }
  uploads.usedIn(async (reader, ids) =>
    neededFor(reader, 'trade', await otc.tradesOfPictures(reader, ids)),
  )
  uploads.usedIn(async (reader, ids) =>
    neededFor(reader, 'chat', await chat.picturesShown(reader, ids)),
  )
  const deposits = openDeposits(platform, {
    ledger,
    parameters: rules.inForce,
    holdsDepositKey: (reader, xpub) => collection.holdsDepositKey(reader, xpub),
  })
  const { custody, rechargeHoldings, publishedHoldings, finalBlock } = deposits
  const { redSince: lossSince, paysInFull, typedTotal, confirmedTotal } = treasury
  const solvency: Solvency = openSolvency(platform, {
    custody,
    rechargeHoldings,
    publishedHoldings,
    finalBlock,
    countBreaches,
    redSince: lossSince,
    paysInFull,
    typedTotal,
    confirmedTotal,
    sealing,
    recordAct: operators.recordAct,
    lastExplained: explanations.lastApproved,
    payoutsGone: (reader, block) => withdrawals.minedUnbooked(reader, block),
  })
  const withdrawals: Withdrawals = openWithdrawals(platform, {
    ledger,
    parameters: rules.inForce,
    isWoundDown: reader => windDown.isFrozen(reader),
    ownAddress: deposits.isOwnAddress,
    transfersOut: deposits.transfersOut,
    freezes: async (reader, memberId) => ({
      withdrawals: await identity.refusingFreeze(reader, memberId, 'takeOut'),
    }),
    enterBalances: losses.enterBalances,
    paysInFull: treasury.paysInFull,
    emailCodeNeeded: async (reader, memberId) =>
      (await verification.email(reader, memberId)) !== null,
    spendEmailCode: (tx, memberId, code) =>
      verification.spendStepUp(tx, memberId, 'withdraw', code),
    accountIdOf: identity.accountIdOf,
    joinedAmong: identity.joinedAmong,
    casesAgainst: otc.casesAgainst,
    areNear: network.areNear,
    recordAct: operators.recordAct,
    payoutKeyOf: operators.payoutKeyOf,
    isFrozen: identity.isFrozen,
    troublesOf: otc.troublesOf,
    openRecharges: deposits.openRecharges,
    securityChangedAt: async (reader, memberId) => {
      const email = await verification.email(reader, memberId)
      return latest(await identity.passwordsChangedAt(reader, memberId), email?.boundAt ?? null)
    },
    payoutStop: solvency.payoutStop,
    hasStrayed: deposits.hasStrayed,
    payoutKeys: operators.payoutKeys,
    registerPayoutKey: operators.registerPayoutKey,
  })
  const collection: Collection = openCollection(platform, {
    collectable: deposits.collectable,
    transfersOut: deposits.transfersOut,
  })
  const service = openService(platform, {
    sealing,
    ownUploads: uploads.own,
    filesAmong: uploads.filesAmong,
    accountIdOf: identity.accountIdOf,
    nicknames: identity.nicknames,
    openRecharges: deposits.confirming,
    openWithdrawals: withdrawals.openOf,
    openTrades: otc.openTradesOf,
    supportNamed: operators.supportNamed,
    recordAct: operators.recordAct,
  })
  uploads.alsoVisible(service.maySeeUpload)
  uploads.usedIn(service.picturesUsed)
  uploads.alsoVisibleToOperators(service.mayOperatorSeeUpload)
  const evidence: Evidence = openEvidence(platform, {
    bsc: deposits.payments,
    paymentClaims: otc.paymentClaims,
    duePayments: otc.duePayments,
    openPayments: otc.openPayments,
    tradesPaidBy: otc.tradesPaidBy,
    hashVerified: otc.hashVerified,
    paymentUnproven: otc.paymentUnproven,
    otherParty: otc.otherParty,
    tradeHeard: otc.tradeHeard,
    matchingIds: otc.matchingIds,
    namedSoftware: async (reader, tradeId) => {
      const shown = await otc.picturesOfTrades(reader, [tradeId])
      return uploads.namedSoftware(
        reader,
        shown.map(one => one.uploadId),
      )
    },
    sharedPictures: (reader, tradeIds) =>
      sharedPictures(
        reader,
        { market: otc, lookAlikes: uploads.lookAlikes, filesAmong: uploads.filesAmong },
        tradeIds,
      ),
  })
  const notices = openNotices(platform, {
    joinedAmong: identity.joinedAmong,
    pictures: uploads.kept,
    recordAct: operators.recordAct,
    auth: () => auth,
  })
  const push = openPush(platform, {
    sealing,
    liveSessions: sessions.liveAmong,
  })
  const notifications = openNotifications(platform, {
    tradeSteps: otc.tradeSteps,
    orderTurns: otc.orderTurns,
    creditedDeposits: deposits.creditedAmong,
    withdrawalTurns: withdrawals.turnsAmong,
    placedAmong: network.placedAmong,
    lastSettlement: treasury.lastPublished,
    paidIn: earnings.paidIn,
    feedbackAnswers: service.feedbackAnswers,
    closingTurns: (...asked) => personalData.closingTurns(...asked),
    lossNews: losses.news,
    windDownNews: windDown.news,
    keyNews: deposits.keyNews,
    membersAfter: identity.membersAfter,
    post: mail.offered ? mail.post : null,
    email: verification.email,
    push: push.post,
  })
  const personalData = openPersonalData(platform, {
    ledger,
    nicknames: identity.nicknames,
    email: verification.email,
    receivingAccount: identity.receivingAccount,
    openChatText: chat.openText,
    serviceWords: service.ownWords,
    fileNames: uploads.fileNames,
    pushDevices: push.ownDevices,
    proveLoginPassword: sessions.proveLoginPassword,
    auth: () => auth,
    bytesOfPictures: uploads.bytesOf,
    closing: {
      ledger,
      parameters: rules.inForce,
      email: verification.email,
      accountIdOf: identity.accountIdOf,
      notify: verification.notify,
      spendEmailCode: (tx, memberId, code) =>
        verification.spendStepUp(tx, memberId, 'close-account', code),
      member: identity.closing,
      forget: [
        verification.forget,
        blocks.forget,
        notifications.forget,
        push.forget,
        withdrawals.forget,
        service.forget,
        sessions.endWithAccount,
      ],
      emptyWords: [chat.emptyWords, otc.emptyWords, service.emptyWords],
      deletePictures: uploads.deleteUnneeded,
    },
  })
  const wallets = openWallets(platform, {
    ledger,
    prices: { guide: pricing.guide },
    marketPayments: otc.marketPayments,
    limits: { tradingLimit: otc.tradingLimit, subscription: subscriptions.limits },
  })

  const modules = [
    audit,
    identity,
    verification,
    sessions,
    rules,
    risk,
    network,
    distribution,
    pricing,
    subscriptions,
    earnings,
    treasury,
    losses,
    windDown,
    statistics,
    solvency,
    uploads,
    otc,
    operators,
    explanations,
    proposals,
    blocks,
    chat,
    service,
    evidence,
    notices,
    notifications,
    push,
    personalData,
    redemptions,
    deposits,
    withdrawals,
    collection,
    wallets,
    { module: otc.exports(auth) },
  ].map((opened): Module => opened.module)
  const routes = [
    aboutRoute(platform, windDown),
    ...dynamicPay.routes,
    ...modules.flatMap(module => module.routes ?? []),
  ]
  checkComplete(routes.map(one => one.endpoint))
  return {
    platform,
    modules,
    routes,
    jobs: [
      heartbeat(database),
      housekeeping(database),
      ...mail.jobs,
      ...ledgerJobs(platform, ledger),
      ...modules.flatMap(module => module.jobs ?? []),
    ],
    auth,
    // A reading and a root belong to every settlement: here they are not left to jobs, which may skip some.
    settleDue: async options => {
      const settled = await treasury.settleDue(options)
      if (settled > 0) await solvency.follow()
      await windDown.advance(options)
      return settled
    },
    readCustody: solvency.read,
    chainHealth: deposits.health,
    warm: network.warm,
    ready: async () => {
      await requireKnownCluster(pool)
      await requireOwnKeys(pool, platform.secrets, config.dataDir)
      await checkClock(platform)
      await deposits.publish()
      greetMailServer(mail, logger)
      await otc.makeUpForOutage()
    },
    close: async () => {
      mail.close()
      await network.close()
      await uploads.close()
      await pool.end()
    },
  }
}

/** Until when a trade needs the pictures of its evidence and its chat. */
const neededUntil = (closedAt: Date | null): Date | 'open' =>
  closedAt === null ? 'open' : new Date(closedAt.getTime() + PICTURE_NEEDED_DAYS * 86_400_000)

/** The later of two instants, of which each may be none. */
const latest = (one: Date | null, other: Date | null): Date | null =>
  one !== null && (other === null || one > other) ? one : other

/** Logs at once when the mail server does not answer; e-mails wait and are tried again, and no call waits for them. */
function greetMailServer(mail: Mail, logger: Logger): void {
  mail.greet().catch(error => {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    logger.error(
      { why: responseCode ?? code },
      'SMTP_URL leads to no mail server that takes letters: they wait, and are tried again',
    )
  })
}

/** Every endpoint of the contract has one handler, and every handler is in the contract. */
function checkComplete(served: readonly Endpoint[]): void {
  const missing = [...allEndpoints, ...operatorEndpoints]
    .filter(endpoint => !served.includes(endpoint))
    .map(endpoint => endpoint.id)
  if (missing.length > 0)
    throw new Error(`the contract promises calls that no room answers: ${missing.join(', ')}`)
  if (new Set(served).size !== served.length) throw new Error('a call is answered by two rooms')
}

const aboutRoute = ({ config, database }: Platform, windDown: WindDown): Route =>
  route(about, async () => ({
    version: appVersion.name,
    versionCode: appVersion.code,
    serverNow: (await systemNow(database)).toISOString(),
    testChain: config.chain?.testWalletUrl != null,
    testWallet: config.chain?.testWalletUrl ?? null,
    demo: config.demo,
    closedCountries: config.closedCountries,
    windDown: await windDown.notice(database),
    inbox: config.mailInboxUrl,
  }))
