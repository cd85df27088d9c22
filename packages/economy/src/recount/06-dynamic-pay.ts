import type { Usdt } from '@banyan/domain'
import { type Parameters, parametersV1 } from '../parameters.ts'
import type { DynamicMarks } from '../settlement/06-dynamic-pay/dynamic.ts'
import type { DynamicFacts, DynamicNodes } from '../settlement/06-dynamic-pay/dynamic-facts.ts'
import type {
  DirectPay,
  DynamicCredit,
  DynamicOutcome,
  FeeVolume,
  NodeChange,
  PairPay,
} from '../settlement/06-dynamic-pay/dynamic-outcome.ts'

/*
 * Step 6 a second time, written apart: the tree is walked from its leaves in post-order, every amount
 * is a bigint, and no rule is shared with dynamic.ts. Both must give the same bytes before money
 * posts. Plain on purpose. Rule book 2.7, 2.9; only types are shared.
 */

/** Where a node has no child, inviter or parent. */
const NONE = -1

/** What is known of every node, each list by its index. Most nodes carry nothing: 0n is one object for all. */
interface Grove {
  readonly nodes: DynamicNodes
  readonly size: number
  readonly leftChild: Int32Array
  readonly rightChild: Int32Array
  readonly effective: Uint8Array
  /** Bits: 1 has an effective invitee on its left, 2 on its right. */
  readonly invited: Uint8Array
  readonly own: bigint[]
  readonly carriedLeft: bigint[]
  readonly carriedRight: bigint[]
  readonly arrivedLeft: bigint[]
  readonly arrivedRight: bigint[]
  /** Of the few that are paid. */
  readonly direct: Map<number, bigint>
  readonly pairs: Map<number, PairPay>
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
  const grove = plant(facts, p)
  const counted = new Map<number, bigint>()
  const volumes = facts.fees.map((fee): FeeVolume => {
    const value = (fee.coins * exitPrice) / 1_000_000n
    if (fee.outside && fee.node !== null) {
      knownNode(grove, fee.node)
      counted.set(fee.node, (counted.get(fee.node) ?? 0n) + value)
    }
    const fate = !facts.enabled ? 'none' : fee.node === null ? 'kept' : 'credited'
    const { tradeId, memberId, node, outside } = fee
    return { tradeId, memberId, node, value, outside, fate }
  })
  markEffective(grove, counted, p)
  if (!facts.enabled) return idle(facts, grove, volumes, p)
  const placed = facts.kept.filter(one => one.node !== null)
  const arrivals = [
    ...placed.map(({ tradeId, node, volume }) => ({ tradeId, node, volume })),
    ...volumes.map(({ tradeId, node, value }) => ({ tradeId, node, volume: value })),
  ].filter((one): one is Arrival => one.node !== null)
  const direct = payInviters(grove, arrivals, pool, p)
  raise(grove, p)
  const left = pool - direct.pays.reduce((sum, { amount }) => sum + amount, 0n)
  const factor = payRegions(grove, left, p)
  const pending =
    facts.kept.reduce((sum, one) => sum + (one.node === null ? one.volume : 0n), 0n) +
    volumes.reduce((sum, one) => sum + (one.node === null ? one.value : 0n), 0n)
  return {
    ...summary(facts, grove, pending, p),
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

function knownNode({ size }: Grove, node: number): void {
  if (!(node >= 0 && node < size)) throw new RangeError(`there is no node ${node}`)
}

/** What stands before a node among its elders: a parent or an inviter, or nobody. */
const elder = (of: Int32Array, node: number): number => {
  const found = of[node] ?? NONE
  return found >= 0 && found < node ? found : NONE
}

const isLeft = ({ sides }: DynamicNodes, node: number): boolean => sides[node] === 0
const isDistributed = ({ standings }: DynamicNodes, node: number) =>
  ((standings[node] ?? 0) & 1) > 0
const isSound = ({ standings }: DynamicNodes, node: number) => ((standings[node] ?? 0) & 2) > 0
const isInsider = ({ standings }: DynamicNodes, node: number) => ((standings[node] ?? 0) & 4) > 0
const isAway = ({ standings }: DynamicNodes, node: number) => ((standings[node] ?? 0) & 8) > 0

/** Before edition 4 a long absence lost what a member carried. */
const lapsesBy = ({ balanceLapseDays }: Parameters): boolean => balanceLapseDays !== undefined

const nothings = (size: number): bigint[] => new Array<bigint>(size).fill(0n)

/** The tree by its children, with what each node carries into the run. */
function plant({ nodes, balancesPairBps, enabled }: DynamicFacts, p: Parameters): Grove {
  const size = nodes.memberIds.length
  const grove: Grove = {
    nodes,
    size,
    direct: new Map(),
    pairs: new Map(),
    leftChild: new Int32Array(size).fill(NONE),
    rightChild: new Int32Array(size).fill(NONE),
    effective: new Uint8Array(size),
    invited: new Uint8Array(size),
    own: nothings(size),
    carriedLeft: nothings(size),
    carriedRight: nothings(size),
    arrivedLeft: nothings(size),
    arrivedRight: nothings(size),
  }
  const rescaled = (balance: bigint): bigint =>
    p.pairBps <= balancesPairBps ? balance : (balance * BigInt(balancesPairBps)) / BigInt(p.pairBps)
  for (let node = 0; node < size; node++) {
    const parent = elder(nodes.parents, node)
    if (parent !== NONE) (isLeft(nodes, node) ? grove.leftChild : grove.rightChild)[parent] = node
    if (enabled && lapsesBy(p) && isAway(nodes, node)) continue
    const [left, right] = balancesOf(nodes, node)
    if (left !== 0n) grove.carriedLeft[node] = rescaled(left)
    if (right !== 0n) grove.carriedRight[node] = rescaled(right)
  }
  return grove
}

const balancesOf = (nodes: DynamicNodes, node: number): [left: bigint, right: bigint] => [
  nodes.balancesLeft[node] ?? 0n,
  nodes.balancesRight[node] ?? 0n,
]

/** Sound members with enough fees; and who invited one on which side. Invitees sit in their own inviter's line, so their side is the region. */
function markEffective(grove: Grove, counted: ReadonlyMap<number, bigint>, p: Parameters): void {
  const { nodes, size } = grove
  for (let node = 0; node < size; node++) {
    if (!isSound(nodes, node)) continue
    const fees = (nodes.countedFees[node] ?? 0n) + (counted.get(node) ?? 0n)
    if (fees < p.effectiveFeesUsdt) continue
    grove.effective[node] = 1
    const inviter = elder(nodes.inviters, node)
    if (inviter === NONE) continue
    grove.invited[inviter] = (grove.invited[inviter] ?? 0) | (isLeft(nodes, node) ? 1 : 2)
  }
}

/** floor9 of a share that is never above one. */
const shareOf = (there: bigint, asked: bigint): bigint =>
  asked > there ? (there * 10n ** 9n) / asked : 10n ** 9n

function payInviters(
  grove: Grove,
  arrivals: readonly Arrival[],
  pool: bigint,
  p: Parameters,
): { pays: DirectPay[]; factor: bigint } {
  const { nodes, own, direct } = grove
  const pays: DirectPay[] = []
  let asked = 0n
  for (const { tradeId, node: source, volume } of arrivals) {
    knownNode(grove, source)
    own[source] = (own[source] ?? 0n) + volume
    const node = elder(nodes.inviters, source)
    if (node === NONE || !isDistributed(nodes, node) || isInsider(nodes, node)) continue
    const raw = (volume * BigInt(p.directBps)) / 10_000n
    const open = openRound(grove, node, p)
    const amount = raw > open ? open : raw
    direct.set(node, (direct.get(node) ?? 0n) + amount)
    asked += amount
    const cap = raw > open ? 'round' : null
    pays.push({ tradeId, source, node, volume, raw, amount, cap })
  }
  const factor = shareOf(pool, asked)
  direct.clear()
  const paid = pays.map(pay => ({ ...pay, amount: (pay.amount * factor) / 10n ** 9n }))
  for (const { node, amount } of paid) direct.set(node, (direct.get(node) ?? 0n) + amount)
  return { pays: paid, factor }
}

/** What is left of a node's round. */
const openRound = ({ nodes, direct }: Grove, node: number, p: Parameters): bigint => {
  const taken = (nodes.paidInRound[node] ?? 0n) + (direct.get(node) ?? 0n)
  return taken < p.roundCapUsdt ? p.roundCapUsdt - taken : 0n
}

/** Children before parents, left before right: a node hands on its own fee and four fifths of what came from below. */
function raise(grove: Grove, p: Parameters): void {
  const { nodes, size, leftChild, rightChild, own, arrivedLeft, arrivedRight } = grove
  if (size === 0) return
  let reached = 0
  // A node is met twice: on the way down as itself, on the way up as its complement, below zero.
  const way = [0]
  for (let met = way.pop(); met !== undefined; met = way.pop()) {
    if (met >= 0) {
      reached++
      way.push(~met)
      const [left, right] = [leftChild[met] ?? NONE, rightChild[met] ?? NONE]
      if (right !== NONE) way.push(right)
      if (left !== NONE) way.push(left)
      continue
    }
    const node = ~met
    const below = (arrivedLeft[node] ?? 0n) + (arrivedRight[node] ?? 0n)
    const mine = own[node] ?? 0n
    if (node === 0 || (below === 0n && mine === 0n)) continue
    const credit = mine + (below * p.decayNumerator) / p.decayDenominator
    const arrived = isLeft(nodes, node) ? arrivedLeft : arrivedRight
    const parent = nodes.parents[node] ?? NONE
    arrived[parent] = (arrived[parent] ?? 0n) + credit
  }
  if (reached !== size) throw new RangeError('a node cannot be reached from the root')
}

/** Matches, caps, factor, pay. Answers the factor. */
function payRegions(grove: Grove, pool: bigint, p: Parameters): bigint {
  const { nodes, size, invited, pairs } = grove
  const matching: PairPay[] = []
  let asked = 0n
  for (let node = 0; node < size; node++) {
    const insider = isInsider(nodes, node)
    if (!insider && !(invited[node] === 3 && isDistributed(nodes, node))) continue
    const left = (grove.carriedLeft[node] ?? 0n) + (grove.arrivedLeft[node] ?? 0n)
    const right = (grove.carriedRight[node] ?? 0n) + (grove.arrivedRight[node] ?? 0n)
    const matched = left < right ? left : right
    if (matched === 0n || (nodes.paidInRound[node] ?? 0n) >= p.roundCapUsdt) continue
    const raw = (matched * BigInt(p.pairBps)) / 10_000n
    const open = openRound(grove, node, p)
    let capped = raw
    let cap: PairPay['cap'] = null
    const ofRun = p.dailyCapUsdt
    if (ofRun !== undefined && capped > ofRun) [capped, cap] = [ofRun, 'daily']
    if (capped >= open && raw > open) [capped, cap] = [open, 'round']
    asked += capped
    const none = { amount: 0n, consumed: 0n }
    matching.push({ node, left, right, matched, raw, capped, cap, insider, ...none })
  }
  const factor = shareOf(pool, asked)
  for (const pair of matching) {
    const amount = (pair.capped * factor) / 10n ** 9n
    pairs.set(pair.node, { ...pair, amount, consumed: takenFor(pair, amount, p) })
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
  { nodes, enabled, roundCapBefore }: DynamicFacts,
  grove: Grove,
  pending: bigint,
  p: Parameters,
): Omit<DynamicOutcome, 'volumes' | 'released' | 'direct' | 'directFactor' | 'factor'> {
  const credits: DynamicCredit[] = []
  const changes: NodeChange[] = []
  const eliminated: number[] = []
  const effective: number[] = []
  let carried = 0n
  let staffShare = 0n
  for (let node = 0; node < grove.size; node++) {
    if (grove.effective[node] === 1) effective.push(node)
    const insider = isInsider(nodes, node)
    const paidBefore = nodes.paidInRound[node] ?? 0n
    // A cap that has come down closes the rounds between the two by itself.
    const isCutOff = paidBefore >= p.roundCapUsdt && paidBefore < (roundCapBefore ?? 0n)
    if (isCutOff && !insider) eliminated.push(node)
    if (isUntouched(grove, node)) continue
    const direct = grove.direct.get(node) ?? 0n
    const matched = grove.pairs.get(node)?.amount ?? 0n
    const pairs = insider ? 0n : matched
    if (insider) staffShare += matched
    if (direct + pairs > 0n)
      credits.push({ node, memberId: nodes.memberIds.at(node), direct, pairs })
    const end = endOf(grove, node, p)
    const [hadLeft, hadRight] = balancesOf(nodes, node)
    const lost = lostBy(p, enabled && isAway(nodes, node) ? [hadLeft, hadRight] : [0n, 0n])
    const cutOff =
      (end.overflowLeft ?? 0n) +
      (end.overflowRight ?? 0n) +
      (lost.lapsedLeft ?? 0n) +
      (lost.lapsedRight ?? 0n)
    const moved = end.left !== hadLeft || end.right !== hadRight
    if (moved || cutOff > 0n || end.paidInRound > paidBefore)
      changes.push({ node, ...end, ...lost })
    const over = paidBefore < p.roundCapUsdt && end.paidInRound >= p.roundCapUsdt
    if (over && !insider) eliminated.push(node)
    carried += end.left + end.right
  }
  const paid = credits.reduce((sum, one) => sum + one.direct + one.pairs, 0n)
  const reserved = claims(carried, pending, p)
  const pairs = [...grove.pairs.values()]
  return { pairs, credits, changes, eliminated, effective, paid, staffShare, reserved }
}

/** It had nothing, nothing came to it, and it was paid nothing. */
function isUntouched(grove: Grove, node: number): boolean {
  const { nodes, arrivedLeft, arrivedRight, direct, pairs } = grove
  if (arrivedLeft[node] !== 0n || arrivedRight[node] !== 0n) return false
  if (nodes.balancesLeft[node] !== 0n || nodes.balancesRight[node] !== 0n) return false
  return !direct.has(node) && !pairs.has(node)
}

/** A node's balances and round after the run. */
function endOf(grove: Grove, node: number, p: Parameters): Omit<NodeChange, 'node'> {
  const pair = grove.pairs.get(node)
  const consumed = pair?.consumed ?? 0n
  const left = (grove.carriedLeft[node] ?? 0n) + (grove.arrivedLeft[node] ?? 0n) - consumed
  const right = (grove.carriedRight[node] ?? 0n) + (grove.arrivedRight[node] ?? 0n) - consumed
  const before = grove.nodes.paidInRound[node] ?? 0n
  const paidInRound = before + (grove.direct.get(node) ?? 0n) + (pair?.amount ?? 0n)
  const cap = p.balanceCapUsdt
  if (cap === undefined) return { left, right, paidInRound }
  const over = (balance: bigint) => (balance > cap ? balance - cap : 0n)
  const [overflowLeft, overflowRight] = [over(left), over(right)]
  return {
    left: left - overflowLeft,
    right: right - overflowRight,
    paidInRound,
    overflowLeft,
    overflowRight,
  }
}

/** What lapsed of both sides, in a run of a version that says so. */
const lostBy = (p: Parameters, [lapsedLeft, lapsedRight]: readonly [bigint, bigint]) =>
  lapsesBy(p) ? { lapsedLeft, lapsedRight } : {}

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
  grove: Grove,
  volumes: FeeVolume[],
  p: Parameters,
): DynamicOutcome {
  const pending = facts.kept.reduce((sum, one) => sum + one.volume, 0n)
  const rest = { volumes, released: [], direct: [], factor: 10n ** 9n, directFactor: 10n ** 9n }
  return { ...summary(facts, grove, pending, p), ...rest }
}
