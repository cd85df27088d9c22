import { lossList, ownLosses } from '@banyan/domain'
import { keptOf } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { LossPart } from '../settlement/index.ts'
import { isDueInClosed, type LeftOver, shareInClosed } from './closed.ts'
import { isAgreed, presentOwn, presentSharing } from './present.ts'
import { closeRound, enterBalances, factsOfRun, type HoldingModules, postShares } from './run.ts'
import {
  approveSharing,
  dropSharing,
  type ProposedSharing,
  proposeSharing,
  type Uncovered,
} from './sharings.ts'
import {
  approvedSharings,
  balancesOf,
  balancesPage,
  findSharings,
  holdsOf,
  type SharingRow,
} from './store.ts'

export { checkLosses } from './check.ts'

/** A message for every member, or for everybody who bore a part. */
interface LossNews {
  /** Identifies it for ever. */
  key: string
  kind: 'announced' | 'shared'
  at: Date
  period: string | null
  /** The members to notify and what each bore, micro-USDT; after a member, in the order of ids. */
  members(
    tx: Tx,
    after: string | null,
    limit: number,
  ): Promise<{ memberId: string; amount: bigint }[]>
}

export interface Losses extends LossPart {
  module: Module
  /** Proposes a sharing; returns its id. Refuses `lossCovered`, `sharingStands`. */
  propose(tx: Tx, sharing: ProposedSharing): Promise<string>
  /** The second person's approval. Refuses `secondPersonNeeded`, `lossCovered`. */
  approve(tx: Tx, approval: { sharingId: string; operatorId: string }): Promise<void>
  drop(tx: Tx, sharingId: string): Promise<void>
  sharings(reader: Database | Tx, ids: readonly string[]): Promise<SharingRow[]>
  /** Must be called before a member's USDT is held or freed. Refuses `lossBeingShared`. */
  enterBalances(tx: Tx): Promise<void>
  /**
   * Whether a sharing is due, or under way, in a platform that was wound down and has no
   * settlements.
   */
  isDueInClosed(reader: Database): Promise<boolean>
  /**
   * Carries it out; stopped anywhere, it continues when called again. `leftOver`: what OPS could
   * not bear.
   */
  shareInClosed(leftOver: LeftOver): Promise<void>
  /** The messages to members about the newest sharing. */
  news(reader: Database): Promise<LossNews[]>
}

/** Members with holds in one transaction of a closed platform. */
const CHUNK = 1_000

/** The dependencies of the module. */
export interface LossDeps {
  ledger: Ledger
  /** The part of the confirmed shortfall that the house accounts would leave, micro-USDT. */
  uncovered: Uncovered
  /** Whether payouts from before a restore of the database are still looked for. */
  isRestorePending(reader: Database | Tx): Promise<boolean>
  /** The modules whose orders hold members' USDT. */
  modules: HoldingModules
  /** All members, after a member, in the order of ids. */
  membersAfter(reader: Tx, after: string | null, limit: number): Promise<string[]>
}

/**
 * The last resort: the dynamic pool and all balances bear, at one rate, what nothing else can bear.
 * Rule book 2.17.
 */
export function openLosses({ database }: Platform, deps: LossDeps): Losses {
  const { uncovered, ledger, modules, isRestorePending } = deps
  const context = { database, ledger, modules, isRestorePending }
  return {
    module: { routes: lossRoutes(database) },
    propose: (tx, sharing) => proposeSharing(tx, uncovered, sharing),
    approve: (tx, approval) => approveSharing(tx, uncovered, approval),
    drop: dropSharing,
    sharings: findSharings,
    enterBalances,
    closeRound: (tx, run) => closeRound(context, tx, run),
    factsOfRun,
    postShares: run => postShares(context, run),
    isDueInClosed,
    shareInClosed: leftOver => shareInClosed(context, leftOver, CHUNK),
    news: async reader => {
      const [newest] = await approvedSharings(reader)
      return newest ? newsOf(newest, deps) : []
    },
  }
}

function newsOf(row: SharingRow, { membersAfter }: LossDeps): LossNews[] {
  const { id, period, approvedAt, postedAt } = row
  const news: LossNews[] = []
  if (approvedAt)
    news.push({
      key: `loss:${id}:announced`,
      kind: 'announced',
      at: approvedAt,
      period: null,
      members: async (tx, after, limit) =>
        (await membersAfter(tx, after, limit)).map(memberId => ({ memberId, amount: 0n })),
    })
  if (period && postedAt && isAgreed(row))
    news.push({
      key: `loss:${id}:shared`,
      kind: 'shared',
      at: postedAt,
      period,
      members: async (tx, after, limit) =>
        (await balancesPage(tx, period, { after, limit })).map(({ memberId, balance }) => ({
          memberId,
          amount: balance - keptOf(balance, row),
        })),
    })
  return news
}

const lossRoutes = (database: Database): Route[] => [
  route(lossList, async () => ({
    items: (await approvedSharings(database)).map(presentSharing),
  })),
  route(ownLosses, async ({ caller }) => {
    const byPeriod = new Map((await approvedSharings(database)).map(row => [row.period, row]))
    const holds = await holdsOf(database, caller.memberId)
    const balances = await balancesOf(database, [caller.memberId])
    return {
      items: balances.flatMap(balance => {
        const row = byPeriod.get(balance.period)
        return row && isAgreed(row) && row.postedAt ? [presentOwn(row, balance, holds)] : []
      }),
    }
  }),
]
