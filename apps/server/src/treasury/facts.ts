import { releasesIncome, reopensRounds, type SettlementInput } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { receiptsOfRun } from './receipt-store.ts'
import { booksOfRun, outcomeBefore, type RunRow } from './store.ts'
import type { SettlementWorld } from './world.ts'

/**
 * Everything that a closed run looks at: the same bytes whenever it is asked. The tree and the
 * positions are the longest by far, and are read side by side.
 */
export async function factsOfRun(
  world: SettlementWorld,
  reader: Database,
  run: RunRow,
): Promise<SettlementInput> {
  const { period, epoch } = run
  const parameters = await world.rules.version(reader, run.parametersVersion)
  const before = await outcomeBefore(reader, period)
  const sharing = await world.losses.factsOfRun(reader, period)
  const collected = await world.otc.feesOfRun(reader, period, epoch)
  const [network, statics] = await Promise.all([
    world.dynamicPay.factsOfRun(reader, { period, collected, parameters }),
    world.earnings.factsOfRun(reader, period, parameters),
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
    dynamics: { enabled, balancesPairBps, nodes, kept },
    redemptions: await world.redemptions.factsOfRun(reader, period),
    orders: await world.subscriptions.ordersOfRun(reader, period),
    placements: await world.network.factsOfRun(reader, period),
    ...(!releasesIncome(parameters) && {
      receipts: await receiptsOfRun(reader, period),
      largestUnapproved: run.largestUnapproved,
    }),
    ...(sharing && { sharing }),
    ...(reopensRounds(parameters) && {
      reinvestments: await world.dynamicPay.reinvestmentsOf(reader, period),
    }),
  }
}
