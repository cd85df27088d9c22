import { duePeriod, type Period, staticPaid } from '@banyan/economy'
import { turnRun } from '../earnings/index.ts'
import type { TransferOrder } from '../ledger/index.ts'
import { allOf } from '../platform/all-of.ts'
import { alone } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { dealsOf } from '../redemptions/index.ts'
import type { SettlementContext } from './context.ts'
import { feeMoves, flowsOf, openingMoves, reserveToRisk } from './postings.ts'
import { openRun, type Run, RunStopped } from './run.ts'
import { Stages } from './stages.ts'
import { calendarOf, hasAlarm, markPublished, raiseAlarm, settleAlarms } from './store.ts'
import { whatDiffers } from './verify.ts'

/** A step that posts the run's decisions: its number in rule book 2.16 and its function. */
interface PostingStep {
  number: number
  name: string
  post: (context: SettlementContext, run: Run) => Promise<void>
}

/**
 * The steps in their order; the steps of a nested list run side by side: the two pools pay
 * independently. Each can be stopped anywhere and continues there.
 */
const postingSteps: readonly (PostingStep | readonly PostingStep[])[] = [
  { number: 2, name: 'losses and income', post: postOnce(openingMoves) },
  { number: 2, name: 'shared loss', post: shareLoss },
  { number: 4, name: 'fee coins', post: postOnce(feeMoves) },
  [
    { number: 5, name: 'static pay', post: payPositions },
    { number: 5, name: 'tree of static pay', post: growPayTree },
    { number: 6, name: 'dynamic pay', post: payNetwork },
    { number: 6, name: 'volume', post: recordVolumes },
  ],
  {
    number: 7,
    name: 'redemptions',
    post: inChunks(
      ({ period, input, result: { exitPrice, redemptions } }) => ({
        period,
        ruleVersion: input.parameters.version,
        exitPrice,
        deals: dealsOf(redemptions),
      }),
      (context, tx, outcome) => context.redemptions.postDeals(tx, outcome, context.chunk),
    ),
  },
  {
    number: 7,
    name: 'reserve without coins',
    post: postOnce(run =>
      reserveToRisk(run, run.result.ownerless.afterRedemptions, 'withoutCoinsAfterRedemptions'),
    ),
  },
  {
    number: 8,
    name: 'subscriptions',
    post: inChunks(
      ({ period, input, result: { entryPrice: price, fills } }) => ({
        period,
        ruleVersion: input.parameters.version,
        price,
        fills: byId(fills),
      }),
      (context, tx, outcome) => context.subscriptions.postFills(tx, outcome, context.chunk),
    ),
  },
  { number: 8, name: 'rounds reopened', post: postReopenings },
  {
    number: 9,
    name: 'positions',
    post: inChunks(
      run => turnRun(run.period, run.result.turns),
      (context, tx, turns) => context.earnings.postTurns(tx, turns, context.chunk),
    ),
  },
  {
    number: 10,
    name: 'placements',
    post: inChunks(
      ({ period, input: { parameters }, result: { placements: placed } }) => ({
        period,
        placed,
        placementDays: parameters.placementDays,
      }),
      (context, tx, outcome) => context.network.postPlacements(tx, outcome, context.chunk),
    ),
  },
  { number: 12, name: 'split and publish', post: publish },
]

const byId = <T extends { id: string }>(rows: readonly T[]): Map<string, T> =>
  new Map(rows.map(row => [row.id, row]))

/** A step that is one group of transfers: a repeat changes nothing. */
function postOnce(moves: (run: Run) => TransferOrder[]): PostingStep['post'] {
  return async (context, run) => {
    const group = moves(run)
    if (group.length > 0)
      await inTransaction(context.database, tx => context.ledger.post(tx, group))
  }
}

/** A step that a module does in chunks of rows, until none is left. */
function inChunks<Outcome>(
  outcomeOf: (run: Run) => Outcome,
  post: (context: SettlementContext, tx: Tx, outcome: Outcome) => Promise<number>,
): PostingStep['post'] {
  return async (context, run) => {
    const outcome = outcomeOf(run)
    while ((await inTransaction(context.database, tx => post(context, tx, outcome))) > 0);
  }
}

/** The last resort for a loss; nearly every run has none. */
async function shareLoss({ losses, chunk }: SettlementContext, run: Run): Promise<void> {
  const { period, input, result } = run
  if (!input.sharing) return
  await losses.postShares({ period, facts: input.sharing, sharing: result.sharing ?? null, chunk })
}

async function payPositions({ earnings }: SettlementContext, run: Run): Promise<void> {
  const { period, input, result } = run
  const outcome = result.statics
  await earnings.postPay({
    period,
    ruleVersion: input.parameters.version,
    outcome,
    pool: outcome.left + staticPaid(outcome),
    positions: input.statics.positions,
    flows: flowsOf(result),
  })
}

/** Beside the payments: the data from which their root is published. */
async function growPayTree({ earnings }: SettlementContext, run: Run): Promise<void> {
  const { input, result } = run
  await earnings.growPayTree(run, { positions: input.statics.positions, outcome: result.statics })
}

async function payNetwork({ dynamicPay }: SettlementContext, run: Run): Promise<void> {
  const { period, input, result } = run
  const { nodes, kept, balancesPairBps } = input.dynamics
  await dynamicPay.postPay({
    period,
    ruleVersion: input.parameters.version,
    facts: { nodes, kept, balancesPairBps },
    pairBps: input.parameters.pairBps,
    // Nothing after step 6 changes the pool.
    pool: result.books.poolDynamic + result.dynamics.paid,
    outcome: result.dynamics,
  })
}

/** Does nothing when the run's rules reopen no rounds. */
async function postReopenings({ dynamicPay }: SettlementContext, run: Run): Promise<void> {
  const { fills, reopened } = run.result
  if (!reopened) return
  await dynamicPay.postReopenings({ period: run.period, fills: byId(fills), reopened })
}

/** Members whose volume is recorded in one transaction. */
const VOLUMES = 10_000

/**
 * The volume that the run brought into the tree, summed by member: shown with the totals of the
 * regions.
 */
async function recordVolumes({ database, network }: SettlementContext, run: Run): Promise<void> {
  const { period, input, result } = run
  const released = new Set(result.dynamics.released)
  const sums = new Map<string, bigint>()
  const add = (memberId: string, fee: bigint) => {
    if (fee > 0n) sums.set(memberId, (sums.get(memberId) ?? 0n) + fee)
  }
  for (const one of input.dynamics.kept)
    if (released.has(one.tradeId)) add(one.memberId, one.volume)
  for (const one of result.dynamics.volumes)
    if (one.fate === 'credited') add(one.memberId, one.value)
  const credited = [...sums].map(([memberId, fee]) => ({ memberId, fee }))
  for (let from = 0; from < credited.length; from += VOLUMES) {
    const some = credited.slice(from, from + VOLUMES)
    await inTransaction(database, tx => network.recordVolumes(tx, period, some))
  }
}

/** The options of a settlement call. */
export interface SettleOptions {
  /** Called by a person: a run with an alarm is tried again. */
  retry?: boolean
  /**
   * When another node is settling: waits for it (at most a statement's limit), so that nothing is
   * due when this ends.
   */
  waits?: boolean
}

/**
 * Settles every due period, one after the other, the oldest first; returns how many. Returns zero
 * when nothing is due, another node is settling, or the next period has an alarm.
 */
export async function settleDue(
  context: SettlementContext,
  { retry = false, waits = false }: SettleOptions = {},
): Promise<number> {
  if ((await dueNow(context)) === null) return 0
  const inOrder = async () => {
    let count = 0
    for (let due = await dueNow(context); due !== null; due = await dueNow(context)) {
      if (!retry && (await hasAlarm(context.database, due))) break
      await settlePeriod(context, due)
      count++
    }
    return count
  }
  const settled = await alone(context.database, 'settlement', inOrder, { waits })
  return settled ?? 0
}

/** Null as well once a wind-down has frozen the books: the last settlement is done then. */
const dueNow = async ({ database, windDown }: SettlementContext): Promise<Period | null> =>
  (await windDown.isFrozen(database)) ? null : duePeriod(await calendarOf(database))

async function settlePeriod(context: SettlementContext, period: Period): Promise<void> {
  try {
    const stages = new Stages()
    const run = await openRun(context, period, stages)
    for (const step of postingSteps)
      await allOf(
        [step].flat().map(({ name, post }) => stages.time(name, () => post(context, run))),
      )
    context.logger.info({ period, stages: stages.ms }, 'a period was settled')
  } catch (error) {
    if (error instanceof RunStopped) {
      context.logger.fatal({ period }, error.message)
      await raiseAlarm(context.database, period, error.message)
    }
    throw error
  }
}

/** Step 11: converts the open book to the new units, then everybody's coins at one instant. */
async function split({ ledger, otc }: SettlementContext, tx: Tx, multiple: number): Promise<void> {
  await otc.rescaleBook(tx, { multiple, epoch: (await ledger.epoch(tx)) + 1 })
  await ledger.split(tx, multiple)
}

/**
 * Steps 11 and 12 in one transaction: the books are compared with the outcome, the coin splits, the
 * price is published, and orders with a floating price follow it. All becomes visible together.
 */
async function publish(context: SettlementContext, run: Run): Promise<void> {
  const { period, result } = run
  await inTransaction(context.database, async tx => {
    const now = await systemNow(tx)
    if (!(await markPublished(tx, period, now))) return
    const { outstanding: coins } = run.input.books
    const differences = [
      ...(await whatDiffers(context, tx, run)),
      ...(await context.earnings.publishPay(tx, run, { outcome: result.statics, coins })),
    ]
    if (differences.length > 0) {
      throw new RunStopped(
        `The run of ${period} is stopped before it is published: ${differences.join('; ')}.`,
      )
    }
    if (result.split) await split(context, tx, result.split.multiple)
    await settleAlarms(tx, period, now)
    const { reserve, outstanding } = result.books
    await context.otc.floatPrices(tx, result.published.price)
    await context.pricing.publish(tx, { period, reserve, outstanding, ...result.published })
  })
}
