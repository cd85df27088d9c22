import type { SettlementInput, SettlementResult, StepName } from '@banyan/economy'
import type { Ledger, TransferOrder } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { CutOff } from './cut-off.ts'
import type { SettlementParts } from './parts.ts'
import type { ClosedRun, Run } from './run.ts'

/** The dependencies of the steps. */
export interface StepContext {
  database: Database
  ledger: Ledger
  parts: SettlementParts
  /** Rows posted in one transaction. */
  chunk: number
}

/** An act that posts decisions of a step. It can be stopped anywhere and continues when repeated. */
export interface Posting {
  name: string
  post(context: StepContext, run: Run): Promise<void>
}

/** The kinds of transfers whose sum a run determines. */
export type SummedKind = 'static_earning' | 'dynamic_earning' | 'income_release' | 'loss_share'

/** The figures of a step for display: amounts in micro-units, and counts. */
export interface StepFigures {
  amounts?: Readonly<Record<string, bigint>>
  counts?: Readonly<Record<string, number>>
}

/**
 * A step of a settlement. What it decides is in the same folder of the economy package,
 * `settlement/<number>-<name>`; its second computation is in `recount/<number>-<name>.ts` there.
 */
export interface SettlementStep {
  /** Its number in rule book 2.16. */
  readonly number: number
  readonly name: StepName | 'publication'
  /** At the cut-off: freezes what the run will read, in the transaction of the cut-off. */
  close?(parts: SettlementParts, tx: Tx, cutOff: CutOff): Promise<void>
  /** Reads its part of the run's input; the same at every call. */
  facts?(
    parts: SettlementParts,
    reader: Database,
    run: ClosedRun,
  ): Promise<Partial<SettlementInput>>
  /** Posts its decisions. */
  readonly post?: readonly Posting[]
  /** The sums that its transfers must have. */
  sums?(result: SettlementResult): Partial<Record<SummedKind, bigint>>
  /** In the transaction that publishes the run: returns what differs; with any, nothing is published. */
  check?(parts: SettlementParts, tx: Tx, run: Run): Promise<string[]>
  /** In the same transaction, after all checks: what becomes visible together with the price. */
  publish?(context: StepContext, tx: Tx, run: Run): Promise<void>
  /** Its part of the run's page. */
  figures?(result: SettlementResult): StepFigures
}

/** Posts one group of transfers: a repeat changes nothing. */
export function postOnce(moves: (run: Run) => TransferOrder[]): Posting['post'] {
  return async ({ database, ledger }, run) => {
    const group = moves(run)
    if (group.length > 0) await inTransaction(database, tx => ledger.post(tx, group))
  }
}

/** Posts what a module does in chunks of rows, until none is left. */
export function postInChunks<Outcome>(
  outcomeOf: (run: Run) => Outcome,
  post: (parts: SettlementParts, tx: Tx, outcome: Outcome, limit: number) => Promise<number>,
): Posting['post'] {
  return async ({ database, parts, chunk }, run) => {
    const outcome = outcomeOf(run)
    while ((await inTransaction(database, tx => post(parts, tx, outcome, chunk))) > 0);
  }
}

/** Rows by their id. */
export const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map(row => [row.id, row]))

/** The sum of an amount over rows. */
export const total = <T>(rows: readonly T[], of: (row: T) => bigint): bigint =>
  rows.reduce((sum, row) => sum + of(row), 0n)
