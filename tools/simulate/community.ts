import {
  type AskedPosition,
  type Backing,
  type Books,
  type Candidate,
  type Carried,
  type ExchangeOrder,
  type KeptVolume,
  type Parameters,
  type Placed,
  parametersV1,
  type Receipt,
  releasesIncome,
  type StaticPosition,
  type SubscriptionOrder,
  type TradeFee,
} from '@banyan/economy'
import { type Judge, judgeOfToday, type PaymentBook, paymentBook } from './payments.ts'
import type { Rounds, Saver, Sniper, Trick, Tries } from './strategies.ts'

/** A member's kind of behaviour; in most communities all members are usual. */
export type Role =
  | 'usual'
  | 'ring'
  | 'whale'
  | 'recruiter'
  | 'speculator'
  | 'sniper'
  | 'flooder'
  | 'saver'
  | 'thief'

/** A position of activated coin, as the community's own books keep it from day to day. */
export type Position = { -readonly [Key in keyof StaticPosition]: StaticPosition[Key] }

/** A member of the simulated community. Amounts are micro-units. */
export interface Member {
  readonly id: string
  /** Number of the inviter; the root invites itself. */
  readonly inviter: number
  /** The day of joining, counted from 0. */
  readonly joined: number
  /** Index in the placement tree; null while pending. */
  node: number | null
  usdt: bigint
  leaf: bigint
  /** USDT received from the platform or from buyers, less USDT paid in or to sellers. */
  cash: bigint
  /** All static and dynamic pay. */
  earned: bigint
  readonly distributed: boolean
  readonly insider: boolean
  readonly role: Role
  /** USDT in own orders that no run has resolved yet. */
  ordered: bigint
  /** Fills of the own orders, for the limits. */
  readonly issued: { readonly day: number; readonly amount: bigint }[]
  /** Payments for coins of other members, for the limits. */
  readonly bought: { readonly day: number; readonly amount: bigint }[]
}

/** A final node, as the rules ask for it. */
export interface Node {
  readonly member: number
  readonly parent: number
  readonly side: 0 | 1
  readonly inviterNode: number
  readonly depth: number
  readonly leftChain: number
  readonly rightChain: number
  left: bigint
  right: bigint
  paidInRound: bigint
  /** Undecayed full-depth volume and members of each region, for the automatic side. */
  readonly region: Record<'left' | 'right', { total: bigint; members: number }>
}

/** Own fees that count for 30 days. */
export interface CountedFee {
  readonly node: number
  readonly day: number
  readonly value: bigint
}

/**
 * A whole community in memory: the data that a platform keeps in its database. It has no rules of
 * its own; the rule book decides, and `apply` books the decision.
 */
export interface Community {
  readonly p: Parameters
  readonly members: Member[]
  readonly nodes: Node[]
  /** Ends of the outer lines by the chain's first node. */
  readonly ends: Record<'left' | 'right', Map<number, number>>
  books: Books
  carried: Carried
  /** Micro-LEAF of the founding, which never move. */
  seed: bigint
  positions: Position[]
  asked: AskedPosition[]
  orders: SubscriptionOrder[]
  exchanges: ExchangeOrder[]
  requests: Candidate[]
  fees: TradeFee[]
  kept: KeptVolume[]
  counted: CountedFee[]
  receipts: Receipt[]
  readonly rounds: Rounds
  /** Who buys for receipts, by member. */
  readonly snipers: Map<string, Sniper>
  /** The honest members of a flood, by member. */
  readonly savers: Map<string, Saver>
  /** Payments of trades with a thief, and what they are judged by. */
  readonly payments: PaymentBook
  readonly judge: Judge
  /** What thieves have tried. */
  readonly theft: Map<Trick, Tries>
  /** Everything that came in and has not gone out, less what custody lost: what the addresses hold. */
  custody: bigint
  /** Numbers for ids. */
  count: number
}

/** The founding: the operator's money behind the seed coins, and the root, who is never paid. */
export function newCommunity(p: Parameters = parametersV1, judge: Judge = judgeOfToday): Community {
  const backing: Backing = { reserve: p.genesisUsdt, outstanding: p.genesisLeaf }
  const root: Member = {
    id: 'm000000',
    inviter: 0,
    joined: 0,
    node: 0,
    usdt: 0n,
    leaf: 0n,
    cash: 0n,
    earned: 0n,
    distributed: true,
    insider: true,
    role: 'usual',
    ordered: 0n,
    issued: [],
    bought: [],
  }
  const none = { total: 0n, members: 0 }
  return {
    p,
    members: [root],
    nodes: [
      {
        member: 0,
        parent: -1,
        side: 0,
        inviterNode: -1,
        depth: 0,
        leftChain: 0,
        rightChain: 0,
        left: 0n,
        right: 0n,
        paidInRound: 0n,
        region: { left: { ...none }, right: { ...none } },
      },
    ],
    ends: { left: new Map([[0, 0]]), right: new Map([[0, 0]]) },
    books: {
      ...backing,
      poolStatic: 0n,
      poolDynamic: 0n,
      ops: 0n,
      risk: 0n,
      shortfall: 0n,
      ...(releasesIncome(p) && { income: 0n }),
    },
    carried: { dynamicOff: 0n, staffShare: 0n, reserved: 0n },
    seed: p.genesisLeaf,
    positions: [],
    asked: [],
    orders: [],
    exchanges: [],
    requests: [],
    fees: [],
    kept: [],
    counted: [],
    receipts: [],
    rounds: { closed: new Map(), citing: new Map(), reopened: new Set() },
    snipers: new Map(),
    savers: new Map(),
    payments: paymentBook(),
    judge,
    theft: new Map(),
    custody: p.genesisUsdt,
    count: 0,
  }
}

/** A name that sorts as it was given. */
export const nextId = (community: Community, prefix: string): string =>
  `${prefix}${`${++community.count}`.padStart(9, '0')}`

export const memberOf = (community: Community, id: string): Member => {
  const member = community.members[Number(id.slice(1))]
  if (!member) throw new Error(`there is no member ${id}`)
  return member
}

/** A member joins by another's code and waits to be placed by them. */
export function join(
  community: Community,
  day: number,
  draft: Pick<Member, 'inviter' | 'distributed' | 'role'>,
): Member {
  const id = `m${`${community.members.length}`.padStart(6, '0')}`
  const member: Member = {
    ...draft,
    id,
    joined: day,
    node: null,
    usdt: 0n,
    leaf: 0n,
    cash: 0n,
    earned: 0n,
    insider: false,
    ordered: 0n,
    issued: [],
    bought: [],
  }
  community.members.push(member)
  const inviterId = (community.members[draft.inviter] as Member).id
  community.requests.push({ memberId: id, inviterId, choice: 'smaller' })
  return member
}

/** Gives a member the place that a run found. */
export function settleIn(community: Community, placed: Placed): void {
  const member = memberOf(community, placed.memberId)
  member.node = placed.idx
  const { idx, parentIdx, side, leftChain, rightChain, depth, inviterIdx } = placed
  community.ends.left.set(leftChain, idx)
  community.ends.right.set(rightChain, idx)
  community.nodes.push({
    member: Number(placed.memberId.slice(1)),
    parent: parentIdx,
    side: side === 'left' ? 0 : 1,
    inviterNode: inviterIdx,
    depth,
    leftChain,
    rightChain,
    left: 0n,
    right: 0n,
    paidInRound: 0n,
    region: { left: { total: 0n, members: 0 }, right: { total: 0n, members: 0 } },
  })
  eachAbove(community, idx, (above, from) => {
    above.region[from].members++
  })
}

/** Yields the ancestors of a node up to the root, each with the side on which the node is. */
export function eachAbove(
  { nodes }: Community,
  idx: number,
  visit: (above: Node, from: 'left' | 'right') => void,
): void {
  for (let node = nodes[idx] as Node; node.parent >= 0; ) {
    const above = nodes[node.parent] as Node
    visit(above, node.side === 0 ? 'left' : 'right')
    node = above
  }
}

/** Is one of two members an inviter of the other, at any distance? */
export function sameLine({ members }: Community, one: number, other: number): boolean {
  const leadsTo = (from: number, to: number): boolean => {
    for (let at = from; at !== 0; at = (members[at] as Member).inviter) if (at === to) return true
    return to === 0
  }
  return leadsTo(one, other) || leadsTo(other, one)
}
