import type { Usdt } from '@banyan/domain'
import type { DynamicMarks } from './dynamic.ts'
import type { DynamicFacts } from './dynamic-facts.ts'
import type {
  DirectPay,
  DynamicCredit,
  DynamicOutcome,
  FeeVolume,
  NodeChange,
  PairPay,
} from './dynamic-outcome.ts'
import { type Parameters, parametersV1 } from './parameters.ts'

/*
 * Step 6 a second time, written apart: the tree is walked from its leaves in post-order, a node is an
 * object, every number is a bigint, and no rule is shared with dynamic.ts. Both must give the same
 * bytes before money posts. Slower, and plain on purpose. Rule book 2.7, 2.9; only types are shared.
 */

/** Everything about one node of the tree. */
interface Spot {
  index: number
  memberId: string
  inviter: Spot | undefined
  left: Spot | undefined
  right: Spot | undefined
  isLeft: boolean
  distributed: boolean
  insider: boolean
  lapsed: boolean
  effective: boolean
  counted: bigint
  /** Has an effective invitee on its left, on its right. */
  invitedLeft: boolean
  invitedRight: boolean
  own: bigint
  carriedLeft: bigint
  carriedRight: bigint
  arrivedLeft: bigint
  arrivedRight: bigint
  paidBefore: bigint
  direct: bigint
  pair: PairPay | undefined
}

/**
 * Does what payDynamic does, by another way.
 * @throws RangeError when a node cannot be reached from the root.
 */
export function payDynamicPostOrder(
  facts: DynamicFacts,
  { pool, exitPrice }: DynamicMarks,
  p: Parameters = parametersV1,
): DynamicOutcome {
  const spots = plant(facts, p)
  const volumes = facts.fees.map((fee): FeeVolume => {
    const value = (fee.coins * exitPrice) / 1_000_000n
    if (fee.outside && fee.node !== null) spotAt(spots, fee.node).counted += value
    const fate = !facts.enabled ? 'none' : fee.node === null ? 'kept' : 'credited'
    const { tradeId, memberId, node, outside } = fee
    return { tradeId, memberId, node, value, outside, fate }
  })
  markEffective(facts, spots, p)
  if (!facts.enabled) return idle(facts, spots, volumes, p)
  const placed = facts.kept.filter(one => one.node !== null)
  const arrivals = [
    ...placed.map(({ tradeId, node, volume }) => ({ tradeId, node, volume })),
    ...volumes.map(({ tradeId, node, value }) => ({ tradeId, node, volume: value })),
  ].filter((one): one is Arrival => one.node !== null)
  const direct = payInviters(spots, arrivals, pool, p)
  raise(spots, p)
  const left = pool - direct.pays.reduce((sum, { amount }) => sum + amount, 0n)
  const factor = payRegions(spots, left, p)
  const pending =
    facts.kept.reduce((sum, one) => sum + (one.node === null ? one.volume : 0n), 0n) +
    volumes.reduce((sum, one) => sum + (one.node === null ? one.value : 0n), 0n)
  return {
    ...summary(facts, spots, pending, p),
    volumes,
    released: placed.map(one => one.tradeId),
    direct: direct.pays,
    directFactor: direct.factor,
    factor,
  }
}

interface Arrival {
  tradeId: string
  node: number
  volume: bigint
}

const spotAt = (spots: readonly Spot[], index: number): Spot => {
  const spot = spots[index]
  if (!spot) throw new RangeError(`there is no node ${index}`)
  return spot
}

/** The tree as objects, with what each node carries into the run. */
function plant({ nodes, balancesPairBps, enabled }: DynamicFacts, p: Parameters): Spot[] {
  const spots: Spot[] = []
  nodes.memberIds.forEach((memberId, index) => {
    const bits = nodes.standings[index] ?? 0
    const lapsed = enabled && (bits & 8) === 8
    const carry = (balance: bigint | undefined): bigint => {
      if (balance === undefined || lapsed) return 0n
      if (p.pairBps <= balancesPairBps) return balance
      return (balance * BigInt(balancesPairBps)) / BigInt(p.pairBps)
    }
    const spot: Spot = {
      ...{ index, memberId, lapsed, isLeft: nodes.sides[index] === 0 },
      ...{ inviter: spots[nodes.inviters[index] ?? -1], left: undefined, right: undefined },
      ...{ distributed: (bits & 1) === 1, insider: (bits & 4) === 4 },
      ...{ effective: (bits & 2) === 2, counted: nodes.countedFees[index] ?? 0n },
      ...{ invitedLeft: false, invitedRight: false, own: 0n, arrivedLeft: 0n, arrivedRight: 0n },
      carriedLeft: carry(nodes.balancesLeft[index]),
      carriedRight: carry(nodes.balancesRight[index]),
      paidBefore: nodes.paidInRound[index] ?? 0n,
      ...{ direct: 0n, pair: undefined },
    }
    spots.push(spot)
    const parent = spots[nodes.parents[index] ?? -1]
    if (parent && spot.isLeft) parent.left = spot
    else if (parent) parent.right = spot
  })
  return spots
}

/** Sound members with enough fees; and who invited one on which side. Invitees sit in their own inviter's line, so their side is the region. */
function markEffective({ nodes }: DynamicFacts, spots: readonly Spot[], p: Parameters): void {
  for (const spot of spots) {
    const sound = ((nodes.standings[spot.index] ?? 0) & 2) === 2
    spot.effective = sound && spot.counted >= p.effectiveFeesUsdt
    if (!spot.effective || !spot.inviter) continue
    if (spot.isLeft) spot.inviter.invitedLeft = true
    else spot.inviter.invitedRight = true
  }
}

/** floor9 of a share that is never above one. */
const shareOf = (there: bigint, asked: bigint): bigint =>
  asked > there ? (there * 10n ** 9n) / asked : 10n ** 9n

function payInviters(
  spots: readonly Spot[],
  arrivals: readonly Arrival[],
  pool: bigint,
  p: Parameters,
): { pays: DirectPay[]; factor: bigint } {
  const pays: DirectPay[] = []
  let asked = 0n
  for (const { tradeId, node: source, volume } of arrivals) {
    const spot = spotAt(spots, source)
    spot.own += volume
    const payee = spot.inviter
    if (!payee?.distributed || payee.insider) continue
    const raw = (volume * BigInt(p.directBps)) / 10_000n
    const open = openRound(payee, p)
    const amount = raw > open ? open : raw
    payee.direct += amount
    asked += amount
    const cap = raw > open ? 'round' : null
    pays.push({ tradeId, source, node: payee.index, volume, raw, amount, cap })
  }
  const factor = shareOf(pool, asked)
  for (const spot of spots) spot.direct = 0n
  const paid = pays.map(pay => ({ ...pay, amount: (pay.amount * factor) / 10n ** 9n }))
  for (const { node, amount } of paid) spotAt(spots, node).direct += amount
  return { pays: paid, factor }
}

/** What is left of a node's round. */
const openRound = ({ paidBefore, direct }: Spot, p: Parameters): bigint => {
  const taken = paidBefore + direct
  return taken < p.roundCapUsdt ? p.roundCapUsdt - taken : 0n
}

/** Children before parents, left before right: a node hands on its own fee and four fifths of what came from below. */
function raise(spots: readonly Spot[], p: Parameters): void {
  const root = spots[0]
  if (!root) return
  const way: { spot: Spot; from: Spot | undefined; seen: boolean }[] = [
    { spot: root, from: undefined, seen: false },
  ]
  let reached = 0
  for (let step = way.pop(); step; step = way.pop()) {
    const { spot, from, seen } = step
    if (!seen) {
      reached++
      way.push({ spot, from, seen: true })
      if (spot.right) way.push({ spot: spot.right, from: spot, seen: false })
      if (spot.left) way.push({ spot: spot.left, from: spot, seen: false })
      continue
    }
    const below = spot.arrivedLeft + spot.arrivedRight
    const credit = spot.own + (below * p.decayNumerator) / p.decayDenominator
    if (from && spot.isLeft) from.arrivedLeft += credit
    else if (from) from.arrivedRight += credit
  }
  if (reached !== spots.length) throw new RangeError('a node cannot be reached from the root')
}

/** Matches, caps, factor, pay. Answers the factor. */
function payRegions(spots: readonly Spot[], pool: bigint, p: Parameters): bigint {
  const matching: { spot: Spot; pair: PairPay }[] = []
  let asked = 0n
  for (const spot of spots) {
    const qualified = spot.distributed && spot.invitedLeft && spot.invitedRight
    if (!qualified && !spot.insider) continue
    const left = spot.carriedLeft + spot.arrivedLeft
    const right = spot.carriedRight + spot.arrivedRight
    const matched = left < right ? left : right
    if (matched === 0n || spot.paidBefore >= p.roundCapUsdt) continue
    const raw = (matched * BigInt(p.pairBps)) / 10_000n
    const open = openRound(spot, p)
    let capped = raw
    let cap: PairPay['cap'] = null
    if (capped > p.dailyCapUsdt) [capped, cap] = [p.dailyCapUsdt, 'daily']
    if (raw > open && open <= p.dailyCapUsdt) [capped, cap] = [open, 'round']
    asked += capped
    const none = { amount: 0n, consumed: 0n, insider: spot.insider }
    matching.push({
      spot,
      pair: { node: spot.index, left, right, matched, raw, capped, cap, ...none },
    })
  }
  const factor = shareOf(pool, asked)
  for (const { spot, pair } of matching) {
    const amount = (pair.capped * factor) / 10n ** 9n
    spot.pair = { ...pair, amount, consumed: takenFor(pair, amount, p) }
  }
  return factor
}

/** What a pay takes off both sides: everything matched, or as much as the cut pay stands for, rounded up. */
function takenFor({ raw, matched }: PairPay, amount: bigint, p: Parameters): bigint {
  if (amount >= raw) return matched
  const rate = BigInt(p.pairBps)
  const taken = (amount * 10_000n + rate - 1n) / rate
  return taken > matched ? matched : taken
}

/** What is written down about nodes and sums, from the nodes as they stand. */
function summary(
  { nodes }: DynamicFacts,
  spots: readonly Spot[],
  pending: bigint,
  p: Parameters,
): Omit<DynamicOutcome, 'volumes' | 'released' | 'direct' | 'directFactor' | 'factor'> {
  const pairs: PairPay[] = []
  const credits: DynamicCredit[] = []
  const changes: NodeChange[] = []
  const eliminated: number[] = []
  const effective: number[] = []
  let carried = 0n
  let staffShare = 0n
  for (const spot of spots) {
    const { index: node, memberId, direct, pair, insider } = spot
    if (spot.effective) effective.push(node)
    if (pair) pairs.push(pair)
    const mine = insider ? 0n : (pair?.amount ?? 0n)
    if (insider) staffShare += pair?.amount ?? 0n
    if (direct + mine > 0n) credits.push({ node, memberId, direct, pairs: mine })
    const end = endOf(spot, p)
    const had = { left: nodes.balancesLeft[node] ?? 0n, right: nodes.balancesRight[node] ?? 0n }
    const lapsed = spot.lapsed ? had : { left: 0n, right: 0n }
    const change = { node, ...end, lapsedLeft: lapsed.left, lapsedRight: lapsed.right }
    const cutOff = end.overflowLeft + end.overflowRight + lapsed.left + lapsed.right
    const moved = end.left !== had.left || end.right !== had.right
    if (moved || cutOff > 0n || end.paidInRound > spot.paidBefore) changes.push(change)
    const over = spot.paidBefore < p.roundCapUsdt && end.paidInRound >= p.roundCapUsdt
    if (over && !insider) eliminated.push(node)
    carried += end.left + end.right
  }
  const paid = credits.reduce((sum, one) => sum + one.direct + one.pairs, 0n)
  const reserved = claims(carried, pending, p)
  return { pairs, credits, changes, eliminated, effective, paid, staffShare, reserved }
}

/** A node's balances and round after the run. */
function endOf(spot: Spot, p: Parameters) {
  const consumed = spot.pair?.consumed ?? 0n
  const left = spot.carriedLeft + spot.arrivedLeft - consumed
  const right = spot.carriedRight + spot.arrivedRight - consumed
  const over = (balance: bigint) => (balance > p.balanceCapUsdt ? balance - p.balanceCapUsdt : 0n)
  return {
    left: left - over(left),
    right: right - over(right),
    paidInRound: spot.paidBefore + spot.direct + (spot.pair?.amount ?? 0n),
    overflowLeft: over(left),
    overflowRight: over(right),
  }
}

/** Half the pair rate on what is carried; direct and the whole of all levels on what is pending. Both rounded up. */
function claims(carried: bigint, pending: bigint, p: Parameters): Usdt {
  const up = (a: bigint, b: bigint) => (a + b - 1n) / b
  const lost = p.decayDenominator - p.decayNumerator
  const levels = BigInt(p.pairBps) * p.decayDenominator
  return (
    up(carried * BigInt(p.pairBps), 20_000n) +
    up(pending * (BigInt(p.directBps) * 2n * lost + levels), 20_000n * lost)
  )
}

/** A run with the module off: members are counted, nobody is paid, and nothing that is carried moves but by a new rate. */
function idle(
  facts: DynamicFacts,
  spots: readonly Spot[],
  volumes: FeeVolume[],
  p: Parameters,
): DynamicOutcome {
  const pending = facts.kept.reduce((sum, one) => sum + one.volume, 0n)
  const rest = { volumes, released: [], direct: [], factor: 10n ** 9n, directFactor: 10n ** 9n }
  return { ...summary(facts, spots, pending, p), ...rest }
}
