import {
  countedFrom,
  type DynamicFacts,
  inviterLines,
  type Period,
  type TradeFee,
} from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import type { CollectedFee, CollectedRun } from '../settlement/index.ts'
import * as store from './dynamic-store.ts'

/** The inputs of facts from other modules. */
export interface FactsContext {
  /** The bits of each node's member, as frozen at the cut-off. */
  standingsOfRun(reader: store.Reader, period: Period): Promise<Uint8Array>
  /** The fees of exchanges that were dealt in the runs from a period on and before another. */
  exchangeFees(
    reader: store.Reader,
    window: { from: Period; before: Period },
  ): Promise<store.FeesOfMembers>
}

/** The cut-off: fixes the switch and the nodes of the run. A repeat changes nothing. */
export const closeDynamicRound = (
  tx: Tx,
  round: { period: Period; enabled: boolean; pairBps: number },
): Promise<void> => store.insertDynamicRound(tx, round)

/**
 * The input of step 6 of a run; the same at every call, until the next run is posted.
 * @throws Error when the cut-off of the period has not been closed.
 */
export async function dynamicFactsOfRun(
  context: FactsContext,
  reader: store.Reader,
  { period, collected, parameters }: CollectedRun,
): Promise<DynamicFacts> {
  const round = await store.findDynamicRound(reader, period)
  if (!round) throw new Error(`the dynamic round of ${period} has not been closed`)
  const { enabled, nodes, pairBpsBefore: balancesPairBps } = round
  const tree = await store.readTree(reader, period, nodes)
  const standings = await context.standingsOfRun(reader, period)
  if (standings.length !== nodes)
    throw new Error(`${standings.length} members of ${nodes} nodes were frozen in ${period}`)
  const { trades, exchanges } = countedFrom(period, parameters)
  const countedFees = await store.countedFees(
    reader,
    { period, nodes, trades },
    await context.exchangeFees(reader, { from: exchanges, before: period }),
  )
  return {
    period,
    enabled,
    balancesPairBps,
    nodes: { ...tree, standings, countedFees },
    fees: await feesWithLines(reader, tree, collected),
    kept: await store.keptVolumes(reader, period, nodes),
  }
}

/** The node of each seller, and whether the buyer is outside the seller's inviter line. */
async function feesWithLines(
  reader: store.Reader,
  tree: store.Tree,
  collected: readonly CollectedFee[],
): Promise<TradeFee[]> {
  if (collected.length === 0) return []
  const ids = [...new Set(collected.flatMap(fee => [fee.sellerId, fee.buyerId]))]
  const traders = await store.tradersOf(reader, ids, tree.parents.length)
  const { places, sameLine } = linesOf(tree, traders)
  const placeOf = (memberId: string): number => {
    const place = places.get(memberId)
    if (place === undefined) throw new Error(`nobody invited ${memberId}`)
    return place
  }
  return collected.map(({ tradeId, sellerId, buyerId, coins }) => {
    const seller = placeOf(sellerId)
    return {
      tradeId,
      memberId: sellerId,
      coins,
      node: seller < tree.parents.length ? seller : null,
      outside: !sameLine(seller, placeOf(buyerId)),
    }
  })
}

/** The inviters of all nodes, followed by those of members who wait for a place. */
function linesOf({ inviters }: store.Tree, traders: readonly store.Trader[]) {
  const places = new Map<string, number>()
  for (const { memberId, node } of traders) if (node !== null) places.set(memberId, node)
  const waiting = new Map(
    traders.flatMap(one => (one.node === null ? [[one.memberId, one.inviterId] as const] : [])),
  )
  const added: number[] = []
  for (const start of waiting.keys()) {
    // Upwards to the first one who has a place, then down again: an inviter comes before.
    const way: string[] = []
    for (let id: string | null | undefined = start; id && !places.has(id); id = waiting.get(id)) {
      way.push(id)
    }
    for (const id of way.reverse()) {
      const inviterId = waiting.get(id)
      added.push((inviterId ? places.get(inviterId) : undefined) ?? -1)
      places.set(id, inviters.length + added.length - 1)
    }
  }
  const all = new Int32Array(inviters.length + added.length)
  all.set(inviters)
  all.set(added, inviters.length)
  return { places, sameLine: inviterLines(all) }
}
