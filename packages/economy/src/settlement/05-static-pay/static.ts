import { floorDiv, type Leaf, type Usdt } from '@banyan/domain'
import { least } from '../../amounts.ts'
import { hasCycles, isTermOver } from '../../earlier/cycles.ts'
import { growingNumbers } from '../../growing-column.ts'
import { firstPlaces, inOrderOfIds } from '../../id-column.ts'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { endings, type PositionColumns, type StaticOutcome } from './static-columns.ts'

/** The most that a position is ever paid: floor6(1.5 × opening value), micro-USDT. Rule book 2.6. */
export const staticCap = (openingValue: Usdt, p: Parameters = parametersV1): Usdt =>
  floorDiv(openingValue * BigInt(p.staticCapBps), 10_000n)

/**
 * Step 5: D = floor6(pool ÷ 30); pay = min(floor6(D × w ÷ W), cap − paid). A position that reaches
 * its cap is eliminated: it stops sharing and all its coins unlock. Rule book 2.6.
 */
export function payStatic(
  facts: { pool: Usdt; positions: PositionColumns },
  p: Parameters = parametersV1,
): StaticOutcome {
  const { quantities, openingValues, paid } = facts.positions
  const released = floorDiv(facts.pool, p.staticReleaseDivisor)
  let weight = 0n
  for (const quantity of quantities) weight += quantity
  const amounts = new BigInt64Array(quantities.length)
  const ended = new Uint8Array(quantities.length)
  let left = facts.pool
  for (let i = 0; i < quantities.length; i++) {
    const cap = staticCap(openingValues[i] as Usdt, p)
    const before = paid[i] as Usdt
    // A version that lowers the cap takes nothing back: a position beyond it gets no more.
    const capLeft = before < cap ? cap - before : 0n
    const amount = least(floorDiv(released * (quantities[i] as Leaf), weight), capLeft)
    amounts[i] = amount
    left -= amount
    if (before + amount >= cap) ended[i] = CAP
    else if (hasCycles(p) && isTermOver(facts.positions, i, p)) ended[i] = TERM
  }
  return { released, weight, amounts, endings: ended, left }
}

const CAP = endings.indexOf('cap')
const TERM = endings.indexOf('term')

/**
 * A run's pay of each member, micro-USDT: own positions added up, in the order of members' ids;
 * without zeros.
 */
export function* staticCredits(
  { memberIds }: PositionColumns,
  { amounts }: StaticOutcome,
): Generator<{ owner: string; amount: Usdt }> {
  const sums = new BigInt64Array(amounts.length)
  const firstOf = firstPlaces(memberIds)
  for (let i = 0; i < amounts.length; i++) {
    const amount = amounts[i] as Usdt
    if (amount === 0n) continue
    const first = firstOf(i)
    sums[first] = (sums[first] as Usdt) + amount
  }
  const paid = growingNumbers()
  for (let i = 0; i < sums.length; i++) if ((sums[i] as Usdt) > 0n) paid.push(i)
  for (const i of inOrderOfIds(memberIds, paid.entries))
    yield { owner: memberIds.at(i), amount: sums[i] as Usdt }
}
