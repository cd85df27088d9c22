import {
  type Parameters,
  type Period,
  releasesIncome,
  reopensRounds,
  type SettlementInput,
} from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import type { SettlementContext } from './context.ts'
import { receiptsOfRun } from './receipt-store.ts'
import { booksOfRun, outcomeBefore, type RunRow, versionBefore } from './store.ts'

/**
 * Everything that a closed run looks at: the same bytes whenever it is asked. The tree and the
 * positions are the longest by far, and are read side by side.
 */
export async function factsOfRun(
  context: SettlementContext,
  reader: Database,
  run: RunRow,
): Promise<SettlementInput> {
  const { period, epoch } = run
  const parameters = await context.rules.version(reader, run.parametersVersion)
  const before = await outcomeBefore(reader, period)
  const sharing = await context.losses.factsOfRun(reader, period)
  const collected = await context.otc.feesOfRun(reader, period, epoch)
  const [network, statics] = await Promise.all([
    context.dynamicPay.factsOfRun(reader, { period, collected, parameters }),
    context.earnings.factsOfRun(reader, period, parameters),
  ])
  const { enabled, balancesPairBps, nodes, fees, kept } = network
  return {
    period,
    cutoffAt: run.cutoffAt.toISOString(),
    parameters,
    books: booksOfRun(run),
    carried: {
      dynamicOff: before?.dynamicOff ?? 0n,
      staffShare: before?.staffShare ?? 0n,
      reserved: before?.reserved ?? 0n,
    },
    fees,
    statics,
    dynamics: {
      enabled,
      balancesPairBps,
      nodes,
      kept,
      ...(await higherCapBefore(context, reader, { period, parameters })),
    },
    redemptions: await context.redemptions.factsOfRun(reader, period),
    orders: await context.subscriptions.ordersOfRun(reader, period),
    placements: await context.network.factsOfRun(reader, period),
    ...(!releasesIncome(parameters) && {
      receipts: await receiptsOfRun(reader, period),
      largestUnapproved: run.largestUnapproved,
    }),
    ...(sharing && { sharing }),
    ...(reopensRounds(parameters) && {
      reinvestments: await context.dynamicPay.reinvestmentsOf(reader, period),
    }),
  }
}

/** The cap of a network round in the run before, where this run's rules have lowered it: rounds between the two end now. */
async function higherCapBefore(
  { rules }: SettlementContext,
  reader: Database,
  { period, parameters }: { period: Period; parameters: Parameters },
): Promise<{ roundCapBefore?: bigint }> {
  const before = await versionBefore(reader, period)
  if (before === undefined || before === parameters.version) return {}
  const { roundCapUsdt } = await rules.version(reader, before)
  return roundCapUsdt > parameters.roundCapUsdt ? { roundCapBefore: roundCapUsdt } : {}
}
