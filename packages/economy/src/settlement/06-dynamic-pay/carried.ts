import type { Usdt } from '@banyan/domain'
import { isForfeit, lapses, withForfeit } from '../../earlier/network.ts'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { type DynamicFacts, hasStanding, standing } from './dynamic-facts.ts'
import type { DirectPay, NodeChange, PairPay } from './dynamic-outcome.ts'
import { rescaledBalance } from './dynamic-reserve.ts'
import type { PairedVolumes } from './volume.ts'

/** Volume that nodes carry on each side, whole micro-USDT. */
export type CarriedVolumes = PairedVolumes

/** Balances are added to volume below 2^51: the sum of both stays exact in a double. */
const BALANCE_BOUND = 2n ** 51n

/** What each node brings into the run: rescaled where the pair rate has risen. Rule book 2.7. */
export function carriedAtStart(facts: DynamicFacts, p: Parameters = parametersV1): CarriedVolumes {
  const { nodes, balancesPairBps } = facts
  const start = (balances: BigInt64Array): Float64Array => {
    const carried = new Float64Array(balances.length)
    for (let node = 0; node < balances.length; node++) {
      const balance = balances[node] as bigint
      if (balance === 0n) continue
      if (balance < 0n || balance >= BALANCE_BOUND) {
        throw new RangeError(
          `the balance of node ${node} is beyond what the tree can add up exactly`,
        )
      }
      if (lapses(facts, node, p)) continue
      carried[node] = Number(rescaledBalance(balance, balancesPairBps, p.pairBps))
    }
    return carried
  }
  return { left: start(nodes.balancesLeft), right: start(nodes.balancesRight) }
}

/** What a run leaves. */
export interface CarriedOutcome {
  readonly changes: NodeChange[]
  /** Nodes whose round ended in this run; never insiders, who are not paid. */
  readonly eliminated: number[]
  /** All balances of all nodes, both sides. */
  readonly balances: Usdt
}

/** What a run did to volume and pay of its nodes. */
export interface RunOfNodes {
  readonly arriving: PairedVolumes
  readonly carried: CarriedVolumes
  readonly direct: readonly DirectPay[]
  readonly pairs: readonly PairPay[]
}

/** Carried and arrived volume, less what was consumed. Rule book 2.7. */
export function settleBalances(
  facts: DynamicFacts,
  run: RunOfNodes,
  p: Parameters = parametersV1,
): CarriedOutcome {
  const { nodes } = facts
  const pays = paysByNode(run)
  const changes: NodeChange[] = []
  const eliminated: number[] = []
  let balances = 0n
  for (let node = 0; node < nodes.parents.length; node++) {
    const pay = pays.get(node)
    if (pay === undefined && isIdle(facts, run, node)) {
      if (endsRound(facts, { node, paidInRound: nodes.paidInRound[node] as Usdt }, p))
        eliminated.push(node)
      continue
    }
    const change = withForfeit(facts, changeOf(facts, run, node, pay ?? noPay), p)
    balances += change.left + change.right
    if (differs(facts, change)) changes.push(change)
    if (endsRound(facts, change, p)) eliminated.push(node)
  }
  return { changes, eliminated, balances }
}

/** A node that carried nothing and got nothing: most of a large tree. */
const isIdle = ({ nodes }: DynamicFacts, { arriving }: RunOfNodes, node: number): boolean =>
  arriving.left[node] === 0 &&
  arriving.right[node] === 0 &&
  nodes.balancesLeft[node] === 0n &&
  nodes.balancesRight[node] === 0n

function changeOf(
  { nodes }: DynamicFacts,
  { arriving, carried }: RunOfNodes,
  node: number,
  pay: NodePay,
): NodeChange {
  const side = (name: 'left' | 'right'): Usdt =>
    BigInt((carried[name][node] as number) + (arriving[name][node] as number)) - pay.consumed
  return {
    node,
    left: side('left'),
    right: side('right'),
    paidInRound: (nodes.paidInRound[node] as bigint) + pay.amount,
  }
}

const differs = ({ nodes }: DynamicFacts, change: NodeChange): boolean =>
  change.left !== nodes.balancesLeft[change.node] ||
  change.right !== nodes.balancesRight[change.node] ||
  change.paidInRound !== nodes.paidInRound[change.node] ||
  isForfeit(change)

/** Whether the run closes a node's open round: by what it paid, or by a cap that is lower than before. */
const endsRound = (
  { nodes, roundCapBefore }: DynamicFacts,
  { node, paidInRound }: Pick<NodeChange, 'node' | 'paidInRound'>,
  p: Parameters,
): boolean =>
  paidInRound >= p.roundCapUsdt &&
  wasOpen(nodes.paidInRound[node] as bigint, roundCapBefore, p) &&
  !hasStanding(nodes, node, standing.insider)

/** Whether a round was open before the run, by its cap or by a higher one before. */
const wasOpen = (paid: Usdt, capBefore: Usdt | undefined, p: Parameters): boolean =>
  paid < p.roundCapUsdt || (capBefore !== undefined && paid < capBefore)

interface NodePay {
  amount: Usdt
  consumed: Usdt
}
const noPay: NodePay = { amount: 0n, consumed: 0n }

function paysByNode({ direct, pairs }: RunOfNodes): Map<number, NodePay> {
  const pays = new Map<number, NodePay>(
    pairs.map(({ node, amount, consumed }) => [node, { amount, consumed }]),
  )
  for (const { node, amount } of direct) {
    const { amount: before, consumed } = pays.get(node) ?? noPay
    pays.set(node, { amount: before + amount, consumed })
  }
  return pays
}
