import { lossList, ownLosses } from '@banyan/domain'
import { keptOf, type SharingFacts } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import { isDueInClosed, type LeftOver, shareInClosed } from './closed.ts'
import { isAgreed, presentOwn, presentSharing } from './present.ts'
import {
  closeRound,
  enterBalances,
  factsOfRun,
  type HoldingModules,
  postShares,
  type SharedRun,
} from './run.ts'
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

/** Something that every member, or everybody who bore a part, is to be told. */
interface LossNews {
  /** Names it for ever. */
  key: string
  kind: 'announced' | 'shared'
  at: Date
  period: string | null
  /** Whom to tell and what they bore, micro-USDT; after a member, in the order of ids. */
  members(
    tx: Tx,
    after: string | null,
    limit: number,
  ): Promise<{ memberId: string; amount: bigint }[]>
}

export interface Losses {
  module: Module
  /** Proposes a sharing; answers its id. Refuses `lossCovered`, `sharingStands`. */
  propose(tx: Tx, sharing: ProposedSharing): Promise<string>
  /** The second person's agreement. Refuses `secondPersonNeeded`, `lossCovered`. */
  approve(tx: Tx, approval: { sharingId: string; operatorId: string }): Promise<void>
  drop(tx: Tx, sharingId: string): Promise<void>
  sharings(reader: Database | Tx, ids: readonly string[]): Promise<SharingRow[]>
  /** Called by whoever freezes or frees a member's USDT. Refuses `lossBeingShared`. */
  enterBalances(tx: Tx): Promise<void>
  /** A settlement's cut-off: uses up the open approval; freezes all balances where something is left over. Waits while payouts of before a restore are looked for. */
  closeRound(tx: Tx, run: { period: string; cutoff: Date; leftOver: bigint }): Promise<void>
  /** What a run may share; undefined in every other run. */
  factsOfRun(reader: Database, period: string): Promise<SharingFacts | undefined>
  /** Takes from everybody what a run has decided; stopped anywhere it goes on when called again. */
  postShares(run: SharedRun): Promise<void>
  /** Is a sharing due, or under way, in a platform that was wound down and has no settlements? */
  isDueInClosed(reader: Database): Promise<boolean>
  /** Carries it out; stopped anywhere it continues when called again. `leftOver`: what OPS could not bear. */
  shareInClosed(leftOver: LeftOver): Promise<void>
  /** What members are to be told of the newest sharing. */
  news(reader: Database): Promise<LossNews[]>
}

/** Members with holds of one transaction of a closed platform. */
const CHUNK = 1_000

/** What the room is handed. */
export interface LossDeps {
  ledger: Ledger
  /** What the house's own accounts would leave of the shortfall that is confirmed, micro-USDT. */
  uncovered: Uncovered
  /** Are payouts of before a restore of the database still looked for? */
  isRestorePending(reader: Database | Tx): Promise<boolean>
  /** The rooms whose orders hold members' USDT. */
  modules: () => HoldingModules
  /** All members, after a member, in the order of ids. */
  membersAfter(reader: Tx, after: string | null, limit: number): Promise<string[]>
}

/** The last resort: what nobody else can bear, the dynamic pool and all balances bear at one rate. Rule book 2.17. */
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
  const told: LossNews[] = []
  if (approvedAt)
    told.push({
      key: `loss:${id}:announced`,
      kind: 'announced',
      at: approvedAt,
      period: null,
      members: async (tx, after, limit) =>
        (await membersAfter(tx, after, limit)).map(memberId => ({ memberId, amount: 0n })),
    })
  if (period && postedAt && isAgreed(row))
    told.push({
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
  return told
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
