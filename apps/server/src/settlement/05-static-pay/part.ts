import type {
  BySource,
  Parameters,
  Period,
  PoolFlows,
  PositionColumns,
  StaticFacts,
  StaticOutcome,
} from '@banyan/economy'
import type { Database, Tx } from '../../platform/database/connect.ts'
import type { CutOff } from '../cut-off.ts'
import type { RunHashes } from '../run.ts'

/** The positions that share the static pool, and the tree that proves their pay. */
export interface StaticPayPart extends PublishedStaticPay {
  /**
   * The cut-off: requests made before it belong to its run from here on. With `invests: false`
   * positions that were asked for wait for the next run (rule book 2.17).
   */
  closeRound(tx: Tx, cutOff: Pick<CutOff, 'period' | 'cutoff' | 'invests'>): Promise<void>
  /** The positions of a run and those that open in it, the same at every call. */
  factsOfRun(reader: Database | Tx, period: Period, p: Parameters): Promise<StaticFacts>
  /** Step 5, to its end; stopped anywhere, it continues when called again. */
  postPay(run: StaticPayRun): Promise<void>
  /** Builds the tree over all positions of a run, once. */
  growPayTree(
    run: ProvenRun,
    pay: { positions: PositionColumns; outcome: StaticOutcome },
  ): Promise<void>
  /**
   * Publishes the root of that tree in the transaction that publishes the run. Returns the
   * differences between the tree and the run: with any, nothing is published.
   */
  publishPay(tx: Tx, run: ProvenRun, facts: PublishedPayFacts): Promise<string[]>
}

/** What is shown of static pay beside published settlements. */
interface PublishedStaticPay {
  /** The roots of static pay that some settlements have published, in hex. */
  payRootsOf(reader: Database | Tx, periods: readonly Period[]): Promise<Map<Period, string>>
  /**
   * What settlements offered and paid from the static pool, by source; without those that did not
   * record it.
   */
  paySourcesOf(reader: Database | Tx, periods: readonly Period[]): Promise<Map<Period, PaySources>>
}

/** What a settlement offered and paid from the static pool, by source. */
export interface PaySources {
  released: BySource
  paid: BySource
}

/** The effects of step 5 of a run. */
export interface StaticPayRun {
  period: Period
  ruleVersion: number
  /** POOL.static before it, micro-USDT. */
  pool: bigint
  /** The transfers of the run in and out of the pool before. */
  flows: PoolFlows
  positions: PositionColumns
  outcome: StaticOutcome
}

/** A run whose payments are to be proven. */
export interface ProvenRun {
  period: Period
  hashes: RunHashes
}

/** The published data of a run with its tree. Micro-units. */
export interface PublishedPayFacts {
  outcome: StaticOutcome
  /** All coins at the cut-off. */
  coins: bigint
}
