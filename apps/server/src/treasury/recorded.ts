import {
  editionOf,
  inNewestEdition,
  type Parameters,
  type RecordedDay,
  type SettlementInput,
} from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { CollectedFee } from '../settlement/index.ts'
import type { SettlementContext } from './context.ts'
import { factsOfRun } from './facts.ts'
import { publishedRuns, type RunRow } from './store.ts'

/** What a forecast goes on from. */
export interface Recorded {
  /** Everything that the last settlement read. */
  input: SettlementInput
  /** Its published hashes. */
  hashes: { input: Buffer; result: Buffer }
  /** What members did, a day each, the oldest first; in the units of the last one. */
  days: RecordedDay[]
}

/**
 * Reads the input of the last published run, and the acts of members of it and of the runs before.
 * Days before a split or of rules of another form are left out: their amounts mean something else.
 */
export async function recordedDays(
  context: SettlementContext,
  reader: Database | Tx,
  count: number,
): Promise<Recorded | null> {
  const runs = await publishedRuns(reader, null, count)
  const [last] = runs
  if (!last) return null
  const parameters = await context.rules.version(reader, last.parametersVersion)
  if (!isNewest(parameters)) return null
  const input = await factsOfRun(context, reader, last)
  const versions = new Map<number, Parameters>([[last.parametersVersion, parameters]])
  for (const { parametersVersion: version } of runs)
    if (!versions.has(version)) versions.set(version, await context.rules.version(reader, version))
  const days = runs
    .filter(({ epoch }) => epoch === last.epoch)
    .map(run => ({ run, rules: versions.get(run.parametersVersion) ?? parameters }))
    .filter(({ rules }) => isNewest(rules))
    .reverse()
  return {
    input,
    hashes: { input: last.inputHash, result: last.resultHash },
    days: await actsOf(context, reader, { last, parameters, days }),
  }
}

const isNewest = (p: Parameters): boolean => editionOf(p) === editionOf(inNewestEdition(p))

async function actsOf(
  { parts }: SettlementContext,
  reader: Database | Tx,
  recorded: { last: RunRow; parameters: Parameters; days: { run: RunRow; rules: Parameters }[] },
): Promise<RecordedDay[]> {
  const { last, parameters, days } = recorded
  const { period, epoch } = last
  const collected: CollectedFee[][] = []
  for (const { run } of days) collected.push(await parts.otc.feesOfRun(reader, run.period, epoch))
  // Where the sellers are in the last tree: it is read once for the fees of all days.
  const { fees } = await parts.dynamicPay.factsOfRun(reader, {
    period,
    parameters,
    collected: collected.flat(),
  })
  let from = 0
  const acts: RecordedDay[] = []
  for (const [i, { run, rules }] of days.entries()) {
    const to = from + (collected[i]?.length ?? 0)
    const own = fees.slice(from, to)
    from = to
    const { exchanges, undos } = await parts.redemptions.factsOfRun(reader, run.period)
    const orders = await parts.subscriptions.ordersOfRun(reader, run.period)
    acts.push({
      period: run.period,
      otcFeeBps: rules.otcFeeBps,
      fees: own.map(fee => ({ ...fee, coins: `${fee.coins}` })),
      redemptions: {
        exchanges: exchanges.map(({ id, quantity }) => ({ id, quantity: `${quantity}` })),
        undos: undos.map(({ id, quantity, fill }) => ({
          id,
          quantity: `${quantity}`,
          fill: `${fill}`,
        })),
      },
      orders: orders.map(({ id, memberId, amount }) => ({ id, memberId, amount: `${amount}` })),
    })
  }
  return acts
}
