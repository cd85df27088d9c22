import { ceilDiv, floorDiv, type Price, type Usdt } from '@banyan/domain'
import { least, sum } from '../../amounts.ts'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { carriedAtStart, settleBalances } from './carried.ts'
import { type DynamicFacts, type DynamicNodes, hasStanding, standing } from './dynamic-facts.ts'
import type {
  CapApplied,
  DirectPay,
  DynamicCredit,
  DynamicOutcome,
  FeeVolume,
  PairPay,
} from './dynamic-outcome.ts'
import { reservedFor } from './dynamic-reserve.ts'
import { effectiveMask, matchingMask, paidForInvitees } from './qualification.ts'
import { type PairedVolumes, pairedVolumes, volumeOf } from './volume.ts'

/** Results of the earlier steps: POOL.dynamic after step 4, and Pexit of step 3. */
export interface DynamicMarks {
  readonly pool: Usdt
  readonly exitPrice: Price
}

/** Payment factors are counted in billionths. */
export const FULL_FACTOR = 1_000_000_000n

/** Volume that arrives in the tree in this run. */
interface Credited {
  readonly tradeId: string
  readonly node: number
  readonly volume: Usdt
}

/**
 * Step 6: pays direct pay first and in full, then matches the regions of every node. Matches are
 * limited by the caps and paid by the factor k that the pool can bear; unused volume is carried.
 * Rule book 2.7. The same facts give the same outcome on every machine at any time.
 * @throws RangeError when volume or balances exceed what the pass can add up exactly.
 */
export function payDynamic(
  facts: DynamicFacts,
  marks: DynamicMarks,
  p: Parameters = parametersV1,
): DynamicOutcome {
  const { nodes } = facts
  const volumes = volumesOf(facts, marks.exitPrice)
  const effective = effectiveMask(nodes, feesByNode(volumes), p)
  const credited = facts.enabled ? creditedIn(facts, volumes) : []
  const direct = payDirect(nodes, credited, marks.pool, p)
  const arriving = pairedVolumes(nodes, ownVolumes(nodes, credited), p)
  const carried = carriedAtStart(facts, p)
  const state = { arriving, carried, effective, direct: direct.byNode }
  const matches = facts.enabled ? matchRegions(nodes, state, p) : []
  const paired = payMatches(matches, marks.pool - direct.paid, p)
  const pays = { direct: direct.pays, pairs: paired.pays }
  const end = settleBalances(facts, { arriving, carried, ...pays }, p)
  return {
    volumes,
    released: facts.enabled ? placedOf(facts).map(one => one.tradeId) : [],
    ...pays,
    credits: creditsOf(nodes, pays),
    changes: end.changes,
    eliminated: end.eliminated,
    effective: indexesOf(effective),
    factor: paired.factor,
    directFactor: direct.factor,
    paid: direct.paid + paired.paid,
    staffShare: paired.staffShare,
    reserved: reservedFor({ balances: end.balances, kept: keptAfter(facts, volumes) }, p),
  }
}

/** f of every fee of the run, and whether it reaches the tree now, later or never. */
function volumesOf({ fees, enabled }: DynamicFacts, exitPrice: Price): FeeVolume[] {
  const fateOf = (node: number | null): FeeVolume['fate'] => {
    if (!enabled) return 'none'
    return node === null ? 'kept' : 'credited'
  }
  return fees.map(({ tradeId, memberId, node, coins, outside }) => ({
    tradeId,
    memberId,
    node,
    outside,
    value: volumeOf(coins, exitPrice),
    fate: fateOf(node),
  }))
}

/** What a run's own fees add to a node's effective status. */
function feesByNode(volumes: readonly FeeVolume[]): Map<number, Usdt> {
  const sums = new Map<number, Usdt>()
  for (const { node, value, outside } of volumes) {
    if (node !== null && outside) sums.set(node, (sums.get(node) ?? 0n) + value)
  }
  return sums
}

/** Kept volume of members who now have a place. */
const placedOf = ({ kept }: DynamicFacts): Credited[] =>
  kept.flatMap(({ tradeId, node, volume }) => (node === null ? [] : [{ tradeId, node, volume }]))

/** Kept volume comes first, then the run's own, each in the order given. */
const creditedIn = (facts: DynamicFacts, volumes: readonly FeeVolume[]): Credited[] => [
  ...placedOf(facts),
  ...volumes.flatMap(({ tradeId, node, value, fate }) =>
    fate === 'credited' && node !== null ? [{ tradeId, node, volume: value }] : [],
  ),
]

/** Volume that waits for a place after the run. */
function keptAfter({ kept, enabled }: DynamicFacts, volumes: readonly FeeVolume[]): Usdt {
  let sum = 0n
  for (const one of kept) if (!enabled || one.node === null) sum += one.volume
  for (const one of volumes) if (one.fate === 'kept') sum += one.value
  return sum
}

function ownVolumes(nodes: DynamicNodes, credited: readonly Credited[]): Float64Array {
  const own = new Float64Array(nodes.parents.length)
  for (const { node, volume } of credited) own[node] = (own[node] as number) + Number(volume)
  return own
}

/**
 * floor6(10 % × f) to the inviter when the inviter may be paid, limited by what is left of the
 * round. The pool holds three times as much of every fee; only a loss booked against it can require
 * a factor.
 */
function payDirect(
  nodes: DynamicNodes,
  credited: readonly Credited[],
  pool: Usdt,
  p: Parameters,
): { pays: DirectPay[]; byNode: Map<number, Usdt>; factor: bigint; paid: Usdt } {
  const cut: DirectPay[] = []
  const asked = new Map<number, Usdt>()
  for (const { tradeId, node: source, volume } of credited) {
    const node = nodes.inviters[source] as number
    if (node < 0 || !paidForInvitees(nodes, node)) continue
    const raw = floorDiv(volume * BigInt(p.directBps), 10_000n)
    const before = asked.get(node) ?? 0n
    const amount = least(raw, roundLeft(nodes, node, before, p))
    asked.set(node, before + amount)
    cut.push({ tradeId, source, node, volume, raw, amount, cap: amount < raw ? 'round' : null })
  }
  const factor = factorOf(pool, sum([...asked.values()]))
  const pays = cut.map(pay => ({ ...pay, amount: byFactor(pay.amount, factor) }))
  const byNode = new Map<number, Usdt>()
  for (const { node, amount } of pays) byNode.set(node, (byNode.get(node) ?? 0n) + amount)
  return { pays, byNode, factor, paid: sum([...byNode.values()]) }
}

/** What a node may still be paid in the round, after its pay in this run. */
function roundLeft(nodes: DynamicNodes, node: number, inRun: Usdt, p: Parameters): Usdt {
  const capLeft = p.roundCapUsdt - (nodes.paidInRound[node] as bigint) - inRun
  return capLeft > 0n ? capLeft : 0n
}

/** min(1, floor9(pool / asked)). */
const factorOf = (pool: Usdt, asked: Usdt): bigint =>
  asked <= pool ? FULL_FACTOR : floorDiv(pool * FULL_FACTOR, asked)

/** floor6(k × amount). */
const byFactor = (amount: Usdt, factor: bigint): Usdt => floorDiv(amount * factor, FULL_FACTOR)

/** A match before the factor is known. */
type Match = Omit<PairPay, 'amount' | 'consumed'>

/** M and its capped raw pay for every node that matches and is not eliminated, in index order. */
function matchRegions(
  nodes: DynamicNodes,
  state: {
    arriving: PairedVolumes
    carried: PairedVolumes
    effective: Uint8Array
    direct: ReadonlyMap<number, Usdt>
  },
  p: Parameters,
): Match[] {
  const { arriving, carried, effective, direct } = state
  const matching = matchingMask(nodes, effective)
  const matches: Match[] = []
  for (let node = 0; node < matching.length; node++) {
    if (matching[node] === 0) continue
    const left = (carried.left[node] as number) + (arriving.left[node] as number)
    const right = (carried.right[node] as number) + (arriving.right[node] as number)
    if (left === 0 || right === 0) continue
    if (roundLeft(nodes, node, 0n, p) === 0n) continue
    const capLeft = roundLeft(nodes, node, direct.get(node) ?? 0n, p)
    const insider = hasStanding(nodes, node, standing.insider)
    matches.push({ node, insider, ...matchOf(BigInt(left), BigInt(right), capLeft, p) })
  }
  return matches
}

/**
 * raw = floor6(8 % × min(L, R)), limited by what is left of the round; before edition 4 by a cap of
 * the run too. Rule book 2.7.
 */
function matchOf(left: Usdt, right: Usdt, capLeft: Usdt, p: Parameters) {
  const matched = least(left, right)
  const raw = floorDiv(matched * BigInt(p.pairBps), 10_000n)
  const capped = least(raw, least(p.dailyCapUsdt ?? capLeft, capLeft))
  const cap: CapApplied | null = capped === raw ? null : capped === capLeft ? 'round' : 'daily'
  return { left, right, matched, raw, capped, cap }
}

/**
 * pay = floor6(k × capped). Without a cut all of M is consumed, otherwise the volume that the pay
 * represents. A cap never burns volume.
 */
function payMatches(matches: readonly Match[], pool: Usdt, p: Parameters) {
  const factor = factorOf(pool, sum(matches.map(match => match.capped)))
  let paid = 0n
  let staffShare = 0n
  const pays = matches.map((match): PairPay => {
    const amount = byFactor(match.capped, factor)
    if (match.insider) staffShare += amount
    else paid += amount
    return { ...match, amount, consumed: consumedBy(match, amount, p) }
  })
  return { pays, factor, paid, staffShare }
}

const consumedBy = ({ matched, raw }: Match, amount: Usdt, p: Parameters): Usdt =>
  amount === raw ? matched : least(matched, ceilDiv(amount * 10_000n, BigInt(p.pairBps)))

/** Direct and pairing pay of each member together: one credit each; without zeros and insiders. */
function creditsOf(
  nodes: DynamicNodes,
  { direct, pairs }: { direct: readonly DirectPay[]; pairs: readonly PairPay[] },
): DynamicCredit[] {
  const sums = new Map<number, { direct: Usdt; pairs: Usdt }>()
  const of = (node: number) => {
    const sum = sums.get(node) ?? { direct: 0n, pairs: 0n }
    sums.set(node, sum)
    return sum
  }
  for (const pay of direct) if (pay.amount > 0n) of(pay.node).direct += pay.amount
  for (const pay of pairs) if (pay.amount > 0n && !pay.insider) of(pay.node).pairs += pay.amount
  return [...sums]
    .sort(([a], [b]) => a - b)
    .map(([node, pay]) => ({ node, memberId: nodes.memberIds.at(node), ...pay }))
}

function indexesOf(mask: Uint8Array): number[] {
  const indexes: number[] = []
  for (let node = 0; node < mask.length; node++) if (mask[node] !== 0) indexes.push(node)
  return indexes
}
