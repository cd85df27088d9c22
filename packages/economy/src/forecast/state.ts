import { GrowingIds } from '../id-column.ts'
import type { InputNodes, InputPositions, RecountInput } from '../recount/input.ts'
import { roundOf } from '../rounds.ts'
import type { SettlementResult } from '../settlement/result.ts'

/** The positions after a run: paid, without those that ended, with those that opened. */
export function positionsAfter(
  { positions, asked }: RecountInput['statics'],
  { statics, turns }: Pick<SettlementResult, 'statics' | 'turns'>,
): InputPositions {
  const unlocked = new Set(turns.unlocked.map(({ positionId }) => positionId))
  const paid = positions.paid.map((before, i) => before + (statics.amounts[i] ?? 0n))
  const stays = (i: number): boolean =>
    statics.endings[i] === 0 && (unlocked.size === 0 || !unlocked.has(positions.ids.at(i)))
  const places = Array.from(paid.keys()).filter(stays)
  const { ids, memberIds, quantities, openingValues, unlockAsked } = positions
  if (places.length === paid.length && turns.opened.length === 0)
    return { ids, memberIds, quantities, openingValues, paid, unlockAsked }
  const opened = turns.opened.map(({ positionId, openingValue }) => {
    const row = asked.find(({ id }) => id === positionId)
    if (!row) throw new Error(`position ${positionId} opens and was not asked for`)
    return { ...row, openingValue }
  })
  const columns = { ids: new GrowingIds(), memberIds: new GrowingIds() }
  for (const i of places) {
    columns.ids.push(ids.at(i))
    columns.memberIds.push(memberIds.at(i))
  }
  for (const { id, memberId } of opened) {
    columns.ids.push(id)
    columns.memberIds.push(memberId)
  }
  const amounts = (of: BigInt64Array, added: readonly bigint[]) =>
    BigInt64Array.from([...places.map(i => of[i] ?? 0n), ...added])
  return {
    ids: columns.ids.ids,
    memberIds: columns.memberIds.ids,
    quantities: amounts(
      quantities,
      opened.map(({ quantity }) => BigInt(quantity)),
    ),
    openingValues: amounts(
      openingValues,
      opened.map(({ openingValue }) => openingValue),
    ),
    paid: amounts(
      paid,
      opened.map(() => 0n),
    ),
    unlockAsked: Int32Array.from([...places.map(i => unlockAsked[i] ?? 0), ...opened.map(() => 0)]),
  }
}

/** The tree after a run. All rounds restart with the first period of a quarter. Rule book 2.7. */
export function nodesAfter(
  nodes: InputNodes,
  { changes }: SettlementResult['dynamics'],
  periods: { before: string; after: string },
): InputNodes {
  const [balancesLeft, balancesRight] = [nodes.balancesLeft.slice(), nodes.balancesRight.slice()]
  const paidInRound = nodes.paidInRound.slice()
  for (const { node, left, right, paidInRound: paid } of changes) {
    balancesLeft[node] = left
    balancesRight[node] = right
    paidInRound[node] = paid
  }
  if (roundOf(periods.before) !== roundOf(periods.after)) paidInRound.fill(0n)
  return { ...nodes, balancesLeft, balancesRight, paidInRound }
}

type Kept = RecountInput['dynamics']['kept'][number]

/** The volume that no run has credited yet. */
export const keptAfter = (
  kept: readonly Kept[],
  { released, volumes }: SettlementResult['dynamics'],
): Kept[] => [
  ...kept.filter(({ tradeId }) => !released.includes(tradeId)),
  ...volumes
    .filter(({ fate }) => fate === 'kept')
    .map(({ tradeId, memberId, node, value }) => ({ tradeId, memberId, node, volume: `${value}` })),
]

/** Orders that got nothing and wait for the next run. */
export function waitingAfter(
  orders: RecountInput['orders'],
  fills: SettlementResult['fills'],
): RecountInput['orders'] {
  const filled = new Set(fills.filter(one => one.filled > 0n).map(({ id }) => id))
  return orders.filter(({ id }) => !filled.has(id))
}
