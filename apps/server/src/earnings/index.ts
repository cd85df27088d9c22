import type { PromptModule } from '@banyan/domain'
import type { Period } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { PositionPart, StaticPayPart } from '../settlement/index.ts'
import type { EarningDeps } from './deps.ts'
import { paidIn } from './paid.ts'
import { growPayTree, publishPay } from './pay-proof/publish.ts'
import { payProofRoutes } from './pay-proof/routes.ts'
import { payRootsOf } from './pay-proof/store.ts'
import { hasUnderWay } from './position-store.ts'
import { reopenCited } from './prompt-store.ts'
import { cite, type Elimination, openPromptsOf } from './prompts.ts'
import { earningRoutes } from './routes.ts'
import { closeRound, factsOfRun, postPay, postTurns } from './run.ts'
import { paidBySource, paySourcesOf, type WindowSources } from './source-store.ts'
import { giveBackAsked, unlockAll } from './wind-down.ts'

export { checkEarnings, checkLateEarnings } from './check.ts'
export {
  type DynamicDeps,
  type DynamicPay,
  openDynamicPay,
} from './dynamic.ts'
export { checkDynamic, checkLateDynamic } from './dynamic-check.ts'
export { dynamicRoutes } from './dynamic-routes.ts'

export { runPayThread } from './pay-proof/thread.ts'

export interface Earnings extends StaticPayPart, PositionPart {
  module: Module
  /** Opens the prompts of eliminations, once each. */
  openPrompts(tx: Tx, eliminations: readonly Elimination[], openedAt: Date): Promise<void>
  /** Opens the prompts of members who reached the cap of their round, once each. Rule book 2.7. */
  openRoundPrompts(
    tx: Tx,
    eliminated: readonly { memberId: string; source: string }[],
    openedAt: Date,
  ): Promise<void>
  /**
   * Marks an open own prompt as answered by what cites it; returns the module of its elimination.
   * Refuses `notFound`, `promptNotOpen`.
   */
  citePrompt(
    tx: Tx,
    memberId: string,
    citing: { promptId: string; citedBy: string },
  ): Promise<PromptModule>
  /**
   * Members whom a period paid, both pools together, micro-USDT; after a member, in the order of
   * ids.
   */
  paidIn(
    reader: Database | Tx,
    period: Period,
    after: string | null,
    limit: number,
  ): Promise<{ memberId: string; amount: bigint }[]>
  /**
   * What the settlements of some days up to a period have paid from it; of all days when `days` is
   * null.
   */
  paidBySource(reader: Database | Tx, last: Period, days: number | null): Promise<WindowSources>
  /**
   * In a wind-down, gives back up to `limit` positions that no run has taken; returns how many
   * there were.
   */
  giveBackAsked(tx: Tx, limit: number): Promise<number>
  /** In a wind-down, unlocks up to `limit` positions; returns how many there were. */
  unlockAll(tx: Tx, period: Period, limit: number): Promise<number>
  /** Whether any position is asked for, or being opened or unlocked by a run. */
  hasUnderWay(reader: Database | Tx): Promise<boolean>
  /** Opens a prompt again when what cited it has come to nothing. */
  reopenPrompt(tx: Tx, citedBy: string): Promise<void>
}

/** Members' pay from the pools, and the coins that they lock for it. */
export function openEarnings(platform: Platform, context: EarningDeps): Earnings {
  const { config, database } = platform
  const { rules, sealing } = context
  const proof = {
    database,
    databaseUrl: config.databaseUrl,
    sealing,
    domain: config.publicOrigins[0] ?? '',
  }
  return {
    module: {
      routes: [
        ...earningRoutes(database, context),
        ...payProofRoutes({ database, sealing, rules }),
      ],
    },
    closeRound: (tx, cutOff) => closeRound(tx, context.ledger, cutOff),
    factsOfRun,
    postPay: run => postPay(database, context.ledger, run),
    postTurns: (tx, run, limit) => postTurns(context.ledger, tx, run, limit),
    openPrompts: openPromptsOf,
    openRoundPrompts: async (tx, eliminated, openedAt) => {
      const epoch = await context.ledger.epoch(tx)
      const round = { module: 'dynamic', reason: 'round', quantity: null, epoch } as const
      await openPromptsOf(
        tx,
        eliminated.map(one => ({ ...one, ...round })),
        openedAt,
      )
    },
    citePrompt: cite,
    giveBackAsked: (tx, limit) => giveBackAsked(context.ledger, tx, limit),
    unlockAll: (tx, period, limit) => unlockAll(context.ledger, tx, period, limit),
    hasUnderWay,
    reopenPrompt: reopenCited,
    paidIn,
    paySourcesOf,
    paidBySource,
    publishPay,
    payRootsOf,
    growPayTree: (run, pay) => growPayTree(proof, run, pay),
  }
}

export type { EarningDeps } from './deps.ts'
