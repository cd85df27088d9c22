import { setTimeout as sleep } from 'node:timers/promises'
import {
  caseEvidence,
  formatPayment,
  getEvidence,
  type Network,
  type TradeEvidence,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { operatorRoute, type Route, route } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import { followOutbox } from '../platform/outbox/follow.ts'
import { refuse } from '../platform/refused.ts'
import { type BscReader, openChains } from './chains.ts'
import { ask, checkDue } from './checks.ts'
import { fitsOf, paysOnlyOthers } from './fits.ts'
import { fewOfEach } from './shared-pictures.ts'
import {
  beginChecks,
  bindingsOf,
  type FindingRow,
  findingsOf,
  insertReuses,
  type Reuse,
  reusesOf,
  sameHashes,
} from './store.ts'
import { type WatchContext, watchPayments } from './watch.ts'

export { checkEvidence } from './invariants.ts'

export { sharedPictures } from './shared-pictures.ts'
export { paidOnChain } from './store.ts'

/** What the module needs of others. */
export interface EvidenceDeps extends Omit<WatchContext, 'database' | 'logger' | 'chains'> {
  /** The platform's own chain; null when none is connected. */
  bsc: BscReader | null
  /** The hashes that were shown for these trades. */
  paymentClaims(
    reader: Database | Tx,
    tradeIds: readonly string[],
  ): Promise<{ tradeId: string; hash: string }[]>
  /** The other party of a trade; null when the member is not a party of it. */
  otherParty(reader: Database | Tx, tradeId: string, memberId: string): Promise<string | null>
  /** The trade of a case that an operator hears; refuses `caseNotYours` to every other operator. */
  tradeOfCase(reader: Database | Tx, operatorId: string, caseId: string): Promise<string>
  /** The matching IDs of trades, by trade id. */
  matchingIds(reader: Database | Tx, tradeIds: readonly string[]): Promise<Map<string, string>>
  /** The pictures that were shown in these trades, and the programs that their hidden data name. */
  namedSoftware(
    reader: Database | Tx,
    tradeId: string,
  ): Promise<{ uploadId: string; software: string }[]>
  /** Pictures of these trades that were also shown in other trades. */
  sharedPictures(reader: Tx, tradeIds: readonly string[]): Promise<Reuse[]>
}

export interface Evidence {
  module: Module
  /**
   * Whether the chain holds this hash as exactly this trade's payment, or only as other trades'.
   * `unknown` when no node answers in time: it is looked up again after it was shown.
   */
  paymentOwner(claim: {
    tradeId: string
    network: Network
    hash: string
  }): Promise<'own' | 'another' | 'unknown'>
}

const FOLLOWER = 'evidence'
/** Lookups are due by the clock; new hashes come as news. */
const EVERY_MS = 2_000
const WATCH_MS = 2_000
/** How long a call waits for the chain when a member shows a hash. */
const ANSWER_TIMEOUT_MS = 2_500

/**
 * Checks payments without human action: the chain's record of them, and evidence that was shown
 * twice.
 */
export function openEvidence(platform: Platform, deps: EvidenceDeps): Evidence {
  const { database, config, logger } = platform
  const chains = openChains(deps.bsc, config)
  const context: WatchContext = { database, logger, chains, ...deps }
  return {
    module: {
      routes: evidenceRoutes(database, deps),
      jobs: [
        {
          name: 'hash checks',
          runsIn: 'worker',
          everyMs: EVERY_MS,
          wokenBy: ['otc.trade'],
          run: async () => {
            while ((await follow(database, deps)) > 0);
            await checkDue(context)
          },
        },
        {
          name: 'payment watch',
          runsIn: 'worker',
          everyMs: WATCH_MS,
          run: () => watchPayments(context, 'BSC'),
        },
      ],
    },
    async paymentOwner({ tradeId, network, hash }) {
      const chain = chains[network]
      const answer =
        chain && (await Promise.race([ask(context, chain, hash), sleep(ANSWER_TIMEOUT_MS, null)]))
      if (!chain || !answer) return 'unknown'
      const fits = await fitsOf(context, database, { network, chain }, answer.seen)
      const [payment] = await context.duePayments(database, [tradeId])
      if (!payment) return 'unknown'
      if ([...fits.values()].flat().includes(tradeId)) return 'own'
      const recipient = chain.accountOf(payment.payTo)
      return paysOnlyOthers(fits, answer.seen, { tradeId, recipient }) ? 'another' : 'unknown'
    },
  }
}

/**
 * Follows the outbox's rows about trades: checks new hashes, compares all evidence, and notifies
 * the market again of payments that were verified before the trade reached the state where that
 * matters.
 */
const follow = (database: Database, deps: EvidenceDeps): Promise<number> =>
  followOutbox(database, FOLLOWER, async (tx, rows) => {
    const tradeIds = [
      ...new Set(
        rows.flatMap(row =>
          row.topic === 'otc.trade' && row.subject ? [uuidOf(row.subject)] : [],
        ),
      ),
    ]
    const claims = await deps.paymentClaims(tx, tradeIds)
    await beginChecks(tx, claims)
    const shared = [...(await sameHashes(tx, claims)), ...(await deps.sharedPictures(tx, tradeIds))]
    await insertReuses(tx, fewOfEach(shared))
    const hashes = claims.map(one => one.hash)
    for (const { tradeId, hash } of await bindingsOf(tx, { tradeIds, hashes }))
      await deps.hashVerified(tx, tradeId, hash)
  })

const evidenceRoutes = (database: Database, deps: EvidenceDeps): Route[] => [
  route(getEvidence, async ({ params, caller }) => {
    const tradeId = uuidOf(params.id)
    const other = await deps.otherParty(database, tradeId, caller.memberId)
    return other === null ? refuse('notFound') : evidenceOf(database, tradeId)
  }),

  operatorRoute(caseEvidence, async ({ params, caller }) => {
    const tradeId = await deps.tradeOfCase(database, caller.operatorId, uuidOf(params.id))
    const reuses = await reusesOf(database, tradeId)
    const names = await deps.matchingIds(
      database,
      reuses.map(one => one.otherTradeId),
    )
    return {
      ...(await evidenceOf(database, tradeId)),
      sharedWith: reuses.map(({ otherTradeId, kind }) => ({
        kind,
        matchingId: names.get(otherTradeId) ?? '',
      })),
      madeWith: (await deps.namedSoftware(database, tradeId)).map(({ uploadId, software }) => ({
        picture: wireIdOf('img', uploadId),
        software,
      })),
    }
  }),
]

async function evidenceOf(reader: Database | Tx, tradeId: string): Promise<TradeEvidence> {
  const { checks, findings } = await findingsOf(reader, tradeId)
  const reuses = await reusesOf(reader, tradeId)
  return {
    hashes: checks.map(check => {
      const history = findings.filter(one => one.hash === check.hash).map(present)
      const last = history.at(-1) ?? null
      // Confirmations are counted on between findings: shows the current count.
      const now = last && { ...last, confirmations: check.confirmations }
      return { hash: check.hash, now, history }
    }),
    reused: [...new Set(reuses.map(one => one.kind))],
  }
}

const present = (row: FindingRow) => ({
  finding: row.finding,
  confirmations: row.confirmations,
  needed: row.needed,
  blockAt: row.blockAt?.toISOString() ?? null,
  received: row.received === null ? null : formatPayment(row.received),
  payer: row.payer,
  at: row.at.toISOString(),
})
