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
 * Recomputes step 6: walks the tree from its leaves in post-order, with every amount a bigint, and
 * shares no rule with the first computation, only types. Both must give the same bytes before money
 * is posted. Kept simple on purpose. Rule book 2.7, 2.9.
 */

/** Where a node has no child, inviter or parent. */
const NONE = -1

/** The state of every node, each list by its index. Most nodes carry nothing: 0n is one object for all. */
interface Tree {
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
 * Computes the same as `payDynamic` in another path.
 * @throws RangeError when a node cannot be reached from the root.
 */
export function payDynamicPostOrder(
  facts: DynamicFacts,
  { pool, exitPrice }: DynamicMarks,
  p: Parameters = parametersV1,
): DynamicOutcome {
  const tree = buildTree(facts, p)
  const counted = new Map<number, bigint>()
  const volumes = facts.fees.map((fee): FeeVolume => {
    const value = (fee.coins * exitPrice) / 1_000_000n
    if (fee.outside && fee.node !== null) {
      knownNode(tree, fee.node)
      counted.set(fee.node, (counted.get(fee.node) ?? 0n) + value)
    }
    const fate = !facts.enabled ? 'none' : fee.node === null ? 'kept' : 'credited'
    const { tradeId, memberId, node, outside } = fee
    return { tradeId, memberId, node, value, outside, fate }
  })
  markEffective(tree, counted, p)
  if (!facts.enabled) return idle(facts, tree, volumes, p)
  const placed = facts.kept.filter(one => one.node !== null)
  const arrivals = [
    ...placed.map(({ tradeId, node, volume }) => ({ tradeId, node, volume })),
    ...volumes.map(({ tradeId, node, value }) => ({ tradeId, node, volume: value })),
  ].filter((one): one is Arrival => one.node !== null)
  const direct = payInviters(tree, arrivals, pool, p)
  sumUpwards(tree, p)
  const left = pool - direct.pays.reduce((sum, { amount }) => sum + amount, 0n)
  const factor = payRegions(tree, left, p)
  const pending =
    facts.kept.reduce((sum, one) => sum + (one.node === null ? one.volume : 0n), 0n) +
    volumes.reduce((sum, one) => sum + (one.node === null ? one.value : 0n), 0n)
  return {
    ...summary(facts, tree, pending, p),
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

function knownNode({ size }: Tree, node: number): void {
  if (!(node >= 0 && node < size)) throw new RangeError(`available is no node ${node}`)
}

/** The parent or the inviter of a node; its index is lower. `NONE` without one. */
const earlierNode = (of: Int32Array, node: number): number => {
  const parent = of[node] ?? NONE
  return parent >= 0 && parent < node ? parent : NONE
}

const isLeft = ({ sides }: DynamicNodes, node: number): boolean => sides[node] === 0
const isDistributed = ({ standings }: DynamicNodes, node: number) =>
  ((standings[node] ?? 0) & 1) > 0
const isSound = ({ standings }: DynamicNodes, node: number) => ((standings[node] ?? 0) & 2) > 0
const isInsider = ({ standings }: DynamicNodes, node: number) => ((standings[node] ?? 0) & 4) > 0
const isAway = ({ standings }: DynamicNodes, node: number) => ((standings[node] ?? 0) & 8) > 0

/** Whether a long absence loses what a member carries: before edition 4. */
const lapsesBy = ({ balanceLapseDays }: Parameters): boolean => balanceLapseDays !== undefined

const zeros = (size: number): bigint[] => new Array<bigint>(size).fill(0n)

/** Builds the tree by its children, with what each node carries into the run. */
function buildTree({ nodes, balancesPairBps, enabled }: DynamicFacts, p: Parameters): Tree {
  const size = nodes.memberIds.length
  const tree: Tree = {
    nodes,
    size,
    direct: new Map(),
    pairs: new Map(),
    leftChild: new Int32Array(size).fill(NONE),
    rightChild: new Int32Array(size).fill(NONE),
    effective: new Uint8Array(size),
    invited: new Uint8Array(size),
    own: zeros(size),
    carriedLeft: zeros(size),
    carriedRight: zeros(size),
    arrivedLeft: zeros(size),
    arrivedRight: zeros(size),
  }
  const rescaled = (balance: bigint): bigint =>
    p.pairBps <= balancesPairBps ? balance : (balance * BigInt(balancesPairBps)) / BigInt(p.pairBps)
  for (let node = 0; node < size; node++) {
    const parent = earlierNode(nodes.parents, node)
    if (parent !== NONE) (isLeft(nodes, node) ? tree.leftChild : tree.rightChild)[parent] = node
    if (enabled && lapsesBy(p) && isAway(nodes, node)) continue
    const [left, right] = balancesOf(nodes, node)
    if (left !== 0n) tree.carriedLeft[node] = rescaled(left)
    if (right !== 0n) tree.carriedRight[node] = rescaled(right)
  }
  return tree
}

const balancesOf = (nodes: DynamicNodes, node: number): [left: bigint, right: bigint] => [
  nodes.balancesLeft[node] ?? 0n,
  nodes.balancesRight[node] ?? 0n,
]

/**
 * Marks effective nodes, whose members are sound and have enough fees, and their inviters. Invitees
 * are in their inviter's own line, so the side of an invitee is the inviter's region.
 */
function markEffective(tree: Tree, counted: ReadonlyMap<number, bigint>, p: Parameters): void {
  const { nodes, size } = tree
  for (let node = 0; node < size; node++) {
    if (!isSound(nodes, node)) continue
    const fees = (nodes.countedFees[node] ?? 0n) + (counted.get(node) ?? 0n)
    if (fees < p.effectiveFeesUsdt) continue
    tree.effective[node] = 1
    const inviter = earlierNode(nodes.inviters, node)
    if (inviter === NONE) continue
    tree.invited[inviter] = (tree.invited[inviter] ?? 0) | (isLeft(nodes, node) ? 1 : 2)
  }
}

/** The part of a request that is available, in billionths, rounded down; at most one. */
const shareOf = (available: bigint, asked: bigint): bigint =>
  asked > available ? (available * 10n ** 9n) / asked : 10n ** 9n

function payInviters(
  tree: Tree,
  arrivals: readonly Arrival[],
  pool: bigint,
  p: Parameters,
): { pays: DirectPay[]; factor: bigint } {
  const { nodes, own, direct } = tree
  const pays: DirectPay[] = []
  let asked = 0n
  for (const { tradeId, node: source, volume } of arrivals) {
    knownNode(tree, source)
    own[source] = (own[source] ?? 0n) + volume
    const node = earlierNode(nodes.inviters, source)
    if (node === NONE || !isDistributed(nodes, node) || isInsider(nodes, node)) continue
    const raw = (volume * BigInt(p.directBps)) / 10_000n
    const open = openRound(tree, node, p)
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

/** What a node's round can still pay. */
const openRound = ({ nodes, direct }: Tree, node: number, p: Parameters): bigint => {
  const taken = (nodes.paidInRound[node] ?? 0n) + (direct.get(node) ?? 0n)
  return taken < p.roundCapUsdt ? p.roundCapUsdt - taken : 0n
}

/**
 * Adds up volume, children before parents and left before right: a node passes on its own fee and
 * four fifths of the volume from below.
 */
function sumUpwards(tree: Tree, p: Parameters): void {
  const { nodes, size, leftChild, rightChild, own, arrivedLeft, arrivedRight } = tree
  if (size === 0) return
  let reached = 0
  // A node is visited twice: on the way down as itself, on the way up as its complement,
  // which is below zero.
  const path = [0]
  for (let visit = path.pop(); visit !== undefined; visit = path.pop()) {
    if (visit >= 0) {
      reached++
      path.push(~visit)
      const [left, right] = [leftChild[visit] ?? NONE, rightChild[visit] ?? NONE]
      if (right !== NONE) path.push(right)
      if (left !== NONE) path.push(left)
      continue
    }
    const node = ~visit
    const below = (arrivedLeft[node] ?? 0n) + (arrivedRight[node] ?? 0n)
    const ownFee = own[node] ?? 0n
    if (node === 0 || (below === 0n && ownFee === 0n)) continue
    const credit = ownFee + (below * p.decayNumerator) / p.decayDenominator
    const arrived = isLeft(nodes, node) ? arrivedLeft : arrivedRight
    const parent = nodes.parents[node] ?? NONE
    arrived[parent] = (arrived[parent] ?? 0n) + credit
  }
  if (reached !== size) throw new RangeError('a node cannot be reached from the root')
}

/** Matches regions, applies the caps, and pays. Returns the factor. */
function payRegions(tree: Tree, pool: bigint, p: Parameters): bigint {
  const { nodes, size, invited, pairs } = tree
  const matching: PairPay[] = []
  let asked = 0n
  for (let node = 0; node < size; node++) {
    const insider = isInsider(nodes, node)
    if (!insider && !(invited[node] === 3 && isDistributed(nodes, node))) continue
    const left = (tree.carriedLeft[node] ?? 0n) + (tree.arrivedLeft[node] ?? 0n)
    const right = (tree.carriedRight[node] ?? 0n) + (tree.arrivedRight[node] ?? 0n)
    const matched = left < right ? left : right
    if (matched === 0n || (nodes.paidInRound[node] ?? 0n) >= p.roundCapUsdt) continue
    const raw = (matched * BigInt(p.pairBps)) / 10_000n
    const open = openRound(tree, node, p)
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

/** What a pay consumes of both sides: everything matched, or the volume of a cut pay, rounded up. */
function takenFor({ raw, matched }: PairPay, amount: bigint, p: Parameters): bigint {
  if (amount >= raw) return matched
  const rate = BigInt(p.pairBps)
  const taken = (amount * 10_000n + rate - 1n) / rate
  return taken > matched ? matched : taken
}

/** The results by node, and their sums. */
function summary(
  { nodes, enabled, roundCapBefore }: DynamicFacts,
  tree: Tree,
  pending: bigint,
  p: Parameters,
): Omit<DynamicOutcome, 'volumes' | 'released' | 'direct' | 'directFactor' | 'factor'> {
  const credits: DynamicCredit[] = []
  const changes: NodeChange[] = []
  const eliminated: number[] = []
  const effective: number[] = []
  let carried = 0n
  let staffShare = 0n
  for (let node = 0; node < tree.size; node++) {
    if (tree.effective[node] === 1) effective.push(node)
    const insider = isInsider(nodes, node)
    const paidBefore = nodes.paidInRound[node] ?? 0n
    // A lowered cap closes the rounds between the two caps by itself.
    const isCutOff = paidBefore >= p.roundCapUsdt && paidBefore < (roundCapBefore ?? 0n)
    if (isCutOff && !insider) eliminated.push(node)
    if (isUntouched(tree, node)) continue
    const direct = tree.direct.get(node) ?? 0n
    const matched = tree.pairs.get(node)?.amount ?? 0n
    const pairs = insider ? 0n : matched
    if (insider) staffShare += matched
    if (direct + pairs > 0n)
      credits.push({ node, memberId: nodes.memberIds.at(node), direct, pairs })
    const end = endOf(tree, node, p)
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
  const pairs = [...tree.pairs.values()]
  return { pairs, credits, changes, eliminated, effective, paid, staffShare, reserved }
}

/** Whether a node carried nothing, received nothing and was paid nothing. */
function isUntouched(tree: Tree, node: number): boolean {
  const { nodes, arrivedLeft, arrivedRight, direct, pairs } = tree
  if (arrivedLeft[node] !== 0n || arrivedRight[node] !== 0n) return false
  if (nodes.balancesLeft[node] !== 0n || nodes.balancesRight[node] !== 0n) return false
  return !direct.has(node) && !pairs.has(node)
}

/** A node's balances and round after the run. */
function endOf(tree: Tree, node: number, p: Parameters): Omit<NodeChange, 'node'> {
  const pair = tree.pairs.get(node)
  const consumed = pair?.consumed ?? 0n
  const left = (tree.carriedLeft[node] ?? 0n) + (tree.arrivedLeft[node] ?? 0n) - consumed
  const right = (tree.carriedRight[node] ?? 0n) + (tree.arrivedRight[node] ?? 0n) - consumed
  const before = tree.nodes.paidInRound[node] ?? 0n
  const paidInRound = before + (tree.direct.get(node) ?? 0n) + (pair?.amount ?? 0n)
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

/** What lapsed of both sides, in a run of a version whose volume lapses. */
const lostBy = (p: Parameters, [lapsedLeft, lapsedRight]: readonly [bigint, bigint]) =>
  lapsesBy(p) ? { lapsedLeft, lapsedRight } : {}

/**
 * The claims on the pool: half the pair rate of carried volume, and the direct rate and that of all
 * levels together of pending volume. Both are rounded up.
 */
function claims(carried: bigint, pending: bigint, p: Parameters): Usdt {
  const up = (a: bigint, b: bigint) => (a + b - 1n) / b
  const lost = p.decayDenominator - p.decayNumerator
  const levels = BigInt(p.pairBps) * p.decayDenominator
  return (
    up(carried * BigInt(p.pairBps), 20_000n) +
    up(pending * (BigInt(p.directBps) * 2n * lost + levels), 20_000n * lost)
  )
}

/**
 * A run with the module off: members are counted, nobody is paid, and carried volume changes by a new
 * rate only.
 */
function idle(
  facts: DynamicFacts,
  tree: Tree,
  volumes: FeeVolume[],
  p: Parameters,
): DynamicOutcome {
  const pending = facts.kept.reduce((sum, one) => sum + one.volume, 0n)
  const rest = { volumes, released: [], direct: [], factor: 10n ** 9n, directFactor: 10n ** 9n }
  return { ...summary(facts, tree, pending, p), ...rest }
}
