import { type Parameters, releasesIncome, type SettlementInput } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { type ClosedRun, factsOfSteps } from '../settlement/index.ts'
import type { SettlementContext } from './context.ts'
import { receiptsOfRun } from './receipt-store.ts'
import { booksOfRun, outcomeBefore, type RunRow, versionBefore } from './store.ts'

/** The whole input of a closed run: the same bytes at every call. */
export async function factsOfRun(
  context: SettlementContext,
  reader: Database,
  run: RunRow,
): Promise<SettlementInput> {
  const { period, epoch } = run
  const parameters = await context.rules.version(reader, run.parametersVersion)
  const parametersBefore = await otherParametersBefore(context, reader, { period, parameters })
  const before = await outcomeBefore(reader, period)
  const closed: ClosedRun = { period, epoch, parameters, parametersBefore }
  const facts = await factsOfSteps(context.parts, reader, closed)
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
    ...facts,
    ...(!releasesIncome(parameters) && {
      receipts: await receiptsOfRun(reader, period),
      largestUnapproved: run.largestUnapproved,
    }),
  }
}

/** The numbers of the run before, where they are of another version. */
async function otherParametersBefore(
  { rules }: SettlementContext,
  reader: Database,
  { period, parameters }: Pick<ClosedRun, 'period' | 'parameters'>,
): Promise<Parameters | null> {
  const before = await versionBefore(reader, period)
  if (before === undefined || before === parameters.version) return null
  return rules.version(reader, before)
}
