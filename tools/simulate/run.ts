import {
  cutoffOf,
  type DynamicNodes,
  eliminatedOf,
  IdColumn,
  type Period,
  type PlacingInviter,
  periodAfter,
  positionColumns,
  releasesIncome,
  reopensRounds,
  roundOf,
  type SettlementInput,
  type SettlementResult,
  settle,
  standing,
} from '@banyan/economy'
import { type Community, eachAbove, memberOf, type Node, settleIn } from './community.ts'
import { applyRounds, beginRounds, reinvestmentsOf } from './rounds.ts'

const WINDOW_DAYS = 30

/** The cut-off: all data that a settlement may read. */
function inputOf(c: Community, period: Period, day: number, dynamic: boolean): SettlementInput {
  return {
    period,
    cutoffAt: cutoffOf(period, c.p).toISOString(),
    parameters: c.p,
    books: c.books,
    carried: c.carried,
    ...(!releasesIncome(c.p) && { receipts: c.receipts, largestUnapproved: 0n }),
    fees: c.fees,
    statics: {
      positions: positionColumns(c.positions),
      asked: c.asked,
    },
    dynamics: {
      enabled: dynamic,
      balancesPairBps: c.p.pairBps,
      nodes: columnsOf(c, day),
      kept: c.kept.map(one => ({ ...one, node: memberOf(c, one.memberId).node })),
    },
    redemptions: { exchanges: c.exchanges, undos: [] },
    orders: c.orders,
    ...(reopensRounds(c.p) && { reinvestments: reinvestmentsOf(c) }),
    placements: {
      nextIdx: c.nodes.length,
      inviters: invitersOf(c),
      requests: c.requests,
      overdue: [],
    },
  }
}

function columnsOf(c: Community, day: number): DynamicNodes {
  const { nodes, members } = c
  const counted = new BigInt64Array(nodes.length)
  for (const fee of c.counted) {
    if (day - fee.day <= WINDOW_DAYS) counted[fee.node] = (counted[fee.node] as bigint) + fee.value
  }
  return {
    memberIds: IdColumn.of(nodes.map(({ member }) => members[member]?.id ?? '')),
    parents: Int32Array.from(nodes, node => node.parent),
    sides: Uint8Array.from(nodes, node => node.side),
    inviters: Int32Array.from(nodes, node => node.inviterNode),
    balancesLeft: BigInt64Array.from(nodes, node => node.left),
    balancesRight: BigInt64Array.from(nodes, node => node.right),
    paidInRound: BigInt64Array.from(nodes, node => node.paidInRound),
    countedFees: counted,
    standings: Uint8Array.from(nodes, ({ member }) => standingBits(c, member)),
  }
}

function standingBits({ members }: Community, member: number): number {
  const { distributed, insider } = members[member] as { distributed: boolean; insider: boolean }
  return (
    (distributed ? standing.distributed : 0) | standing.sound | (insider ? standing.insider : 0)
  )
}

/** The members in the tree who have an invitee to place, by index. */
function invitersOf(c: Community): PlacingInviter[] {
  const end = (side: 'left' | 'right', chain: number) => {
    const idx = c.ends[side].get(chain) ?? chain
    return { idx, depth: (c.nodes[idx] as Node).depth }
  }
  const ids = new Set(c.requests.map(({ inviterId }) => inviterId))
  const inviters = [...ids].flatMap((memberId): PlacingInviter[] => {
    const idx = memberOf(c, memberId).node
    if (idx === null) return []
    const { depth, leftChain, rightChain, region } = c.nodes[idx] as Node
    const ends = { leftEnd: end('left', leftChain), rightEnd: end('right', rightChain) }
    return [{ memberId, idx, depth, leftChain, rightChain, ...ends, ...region }]
  })
  return inviters.sort((a, b) => a.idx - b.idx)
}

/** Settles a day and books the result. Returns the decisions of the rules. */
export function settleDay(
  c: Community,
  period: Period,
  day: number,
  dynamic: boolean,
): SettlementResult {
  const input = inputOf(c, period, day, dynamic)
  const result = settle(input)
  apply(c, input, result, day)
  if (roundOf(periodAfter(period)) !== roundOf(period)) beginRounds(c)
  return result
}

function apply(c: Community, input: SettlementInput, result: SettlementResult, day: number): void {
  c.receipts = []
  applyFees(c, result, day)
  applyStatics(c, input, result)
  applyDynamics(c, result)
  applyRounds(c, input.period, result)
  applyOrders(c, result, day)
  for (const placed of result.placements) settleIn(c, placed)
  const placed = new Set(result.placements.map(({ memberId }) => memberId))
  c.requests = c.requests.filter(({ memberId }) => !placed.has(memberId))
  if (result.split) multiply(c, BigInt(result.split.multiple))
  c.books = result.books
  c.carried = result.carried
}

function applyFees(c: Community, { dynamics }: SettlementResult, day: number): void {
  const released = new Set(dynamics.released)
  c.kept = c.kept.filter(({ tradeId }) => !released.has(tradeId))
  for (const { tradeId, memberId, node, value, fate, outside } of dynamics.volumes) {
    if (fate === 'kept') c.kept.push({ tradeId, memberId, node: null, volume: value })
    if (node === null) continue
    if (outside) c.counted.push({ node, day, value })
    eachAbove(c, node, (above, from) => {
      above.region[from].total += value
    })
  }
  c.counted = c.counted.filter(fee => day - fee.day <= WINDOW_DAYS)
  c.fees = []
}

function applyStatics(
  c: Community,
  input: SettlementInput,
  { statics, turns }: SettlementResult,
): void {
  const gone = new Set([
    ...turns.unlocked.map(({ positionId }) => positionId),
    ...eliminatedOf(input.statics.positions, statics).map(({ positionId }) => positionId),
  ])
  // The columns of the input have the positions in the community's own order.
  c.positions = c.positions.filter((position, i) => {
    const amount = statics.amounts[i] as bigint
    const member = memberOf(c, position.memberId)
    position.paid += amount
    member.usdt += amount
    member.earned += amount
    if (gone.has(position.id)) member.leaf += position.quantity
    return !gone.has(position.id)
  })
  const values = new Map(turns.opened.map(one => [one.positionId, one.openingValue]))
  for (const one of c.asked) {
    const openingValue = values.get(one.id) ?? 0n
    c.positions.push({ ...one, openingValue, paid: 0n, unlockAsked: false })
  }
  c.asked = []
}

function applyDynamics(c: Community, { dynamics }: SettlementResult): void {
  for (const { memberId, direct, pairs } of dynamics.credits) {
    const member = memberOf(c, memberId)
    member.usdt += direct + pairs
    member.earned += direct + pairs
  }
  for (const { node, left, right, paidInRound } of dynamics.changes) {
    Object.assign(c.nodes[node] as Node, { left, right, paidInRound })
  }
}

function applyOrders(c: Community, { redemptions, fills }: SettlementResult, day: number): void {
  const pays = new Map(redemptions.exchanges.map(deal => [deal.id, deal.pay]))
  for (const { id, memberId } of c.exchanges) memberOf(c, memberId).usdt += pays.get(id) ?? 0n
  c.exchanges = c.exchanges.filter(({ id }) => !pays.has(id))
  const filled = new Map(fills.map(fill => [fill.id, fill]))
  for (const { id, memberId, amount } of c.orders) {
    const fill = filled.get(id)
    if (!fill) continue
    const member = memberOf(c, memberId)
    member.ordered -= amount
    member.usdt += fill.refunded
    member.leaf += fill.quantity
    member.issued.push({ day, amount: fill.filled })
  }
  c.orders = c.orders.filter(({ id }) => !filled.has(id))
}

/** A split changes every number of coins at one instant. */
function multiply(c: Community, by: bigint): void {
  for (const member of c.members) member.leaf *= by
  c.seed *= by
  for (const position of c.positions) position.quantity *= by
  c.exchanges = c.exchanges.map(one => ({ ...one, quantity: one.quantity * by }))
}
