import type { Logger } from 'pino'
import type { ChainNode, Header } from './node.ts'

/** Why the chain cannot be followed now. Nothing is credited while this lasts. */
export class ChainTrouble extends Error {
  readonly kind: 'unreachable' | 'disagreement' | 'stale' | 'replaced' | 'depositKey'
  constructor(kind: ChainTrouble['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** Several nodes as one: returns what enough of them agree on. */
export interface Quorum {
  /**
   * The answer that enough nodes give, compared in full. A node that fails, or answers null because
   * it does not have the object, has no vote.
   * @throws ChainTrouble when too few answer or when they do not agree.
   */
  agreed<T>(what: string, ask: (node: ChainNode) => Promise<T | null>): Promise<T>
  /**
   * The highest blocks that enough nodes have reached: a single lying node can only hold them back.
   */
  heads(): Promise<{ head: Header; finalized: Header }>
  /**
   * The highest block that enough nodes consider final beyond doubt: see `ChainNode.surelyFinal`.
   */
  surelyFinal(): Promise<Header>
}

const RESTS_MS = [1_000, 5_000, 15_000, 60_000] as const

/** A node is asked so often of which chain it is: another one may stand behind the same address at any time. */
const CHAIN_CHECKED_FOR_MS = 2_000

interface Member {
  node: ChainNode
  /** Until then it counts as one of the right chain, by `performance.now()`. */
  chainCheckedUntil: number
  faults: number
  restsUntil: number
}

/** Two of several nodes must agree; a single node is trusted. */
export const neededVotes = (nodes: number): number => Math.min(2, nodes)

/**
 * Opens a quorum. The `chainId` of every node is checked before anything else, after each fault, and again
 * every two seconds.
 */
export function openQuorum(nodes: readonly ChainNode[], chainId: number, logger: Logger): Quorum {
  const needed = neededVotes(nodes.length)
  const members: Member[] = nodes.map(node => ({
    node,
    chainCheckedUntil: 0,
    faults: 0,
    restsUntil: 0,
  }))

  /** Failing nodes are skipped while the others are enough, so that a slow one delays no call. */
  function awake(): Member[] {
    const now = performance.now()
    const rested = members.filter(member => member.restsUntil <= now)
    return rested.length >= needed ? rested : members
  }

  async function askOne<T>(
    member: Member,
    ask: (node: ChainNode) => Promise<T>,
  ): Promise<T | null> {
    try {
      if (member.chainCheckedUntil <= performance.now()) await checkChain(member)
      const answer = await ask(member.node)
      member.faults = 0
      return answer
    } catch (error) {
      const rest = RESTS_MS[Math.min(member.faults, RESTS_MS.length - 1)] ?? 0
      member.restsUntil = performance.now() + rest
      member.faults += 1
      member.chainCheckedUntil = 0
      if (member.faults === 1) logger.warn({ reason: String(error) }, 'a chain node failed')
      return null
    }
  }

  async function checkChain(member: Member): Promise<void> {
    const asked = performance.now()
    const reported = await member.node.chainId()
    if (reported !== chainId)
      throw new ChainTrouble(
        'unreachable',
        `${member.node.name} is of chain ${reported}, not ${chainId}`,
      )
    member.chainCheckedUntil = asked + CHAIN_CHECKED_FOR_MS
  }

  async function askAll<T>(
    what: string,
    ask: (node: ChainNode) => Promise<T | null>,
  ): Promise<T[]> {
    const answers = await Promise.all(awake().map(member => askOne(member, ask)))
    const given = answers.filter(answer => answer !== null)
    if (given.length < needed)
      throw new ChainTrouble('unreachable', `${given.length} of ${needed} nodes told ${what}`)
    return given
  }

  return {
    agreed: async (what, ask) => {
      const answers = await askAll(what, ask)
      const winner = winnerOf(answers, needed)
      if (winner === null)
        throw new ChainTrouble('disagreement', `the nodes do not agree on ${what}`)
      if (winner.votes < answers.length)
        logger.warn({ what, votes: winner.votes, of: answers.length }, 'a chain node dissents')
      return winner.answer
    },
    heads: async () => {
      const reported = await askAll('the head', async node => {
        const [head, finalized] = await Promise.all([
          node.newest('latest'),
          node.newest('finalized'),
        ])
        return { head, finalized }
      })
      return {
        head: reachedBy(
          needed,
          reported.map(one => one.head),
        ),
        finalized: reachedBy(
          needed,
          reported.map(one => one.finalized),
        ),
      }
    },
    surelyFinal: async () =>
      reachedBy(needed, await askAll('what is surely final', node => node.surelyFinal())),
  }
}

/**
 * The only answer with enough votes; null when there is none, or when a second one has enough too.
 */
export function winnerOf<T>(
  answers: readonly T[],
  needed: number,
): { answer: T; votes: number } | null {
  const votes = new Map<string, { answer: T; votes: number }>()
  for (const answer of answers) {
    const key = JSON.stringify(answer)
    const vote = votes.get(key)
    votes.set(key, { answer, votes: (vote?.votes ?? 0) + 1 })
  }
  const enough = [...votes.values()].filter(vote => vote.votes >= needed)
  return enough.length === 1 ? (enough[0] ?? null) : null
}

/** The highest block that at least `needed` nodes have reached. */
export function reachedBy(needed: number, headers: readonly Header[]): Header {
  const sorted = [...headers].sort((a, b) => b.number - a.number)
  const header = sorted[needed - 1]
  if (header === undefined) throw new RangeError('too few headers')
  return header
}

/**
 * The highest block that is surely final. When the nodes do not report it, nothing large counts as
 * final this time.
 */
export async function surelyFinal(quorum: Quorum, logger: Logger): Promise<number> {
  try {
    return (await quorum.surelyFinal()).number
  } catch (error) {
    if (!(error instanceof ChainTrouble)) throw error
    logger.warn({ reason: error.message }, 'large recharges and receipts wait')
    return -1
  }
}
