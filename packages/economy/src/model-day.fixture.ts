import { periodAfter } from './calendar.ts'
import { canonicalJson } from './canonical.ts'
import type { ModelPlatform } from './model-platform.fixture.ts'
import { reach } from './model-reach.fixture.ts'
import { shareOf } from './price.ts'
import { recount } from './recount/index.ts'
import { reopenedRoundOf, roundOf } from './rounds.ts'
import {
  paysOf,
  positionColumns,
  type StaticPosition,
  staticPaid,
} from './settlement/05-static-pay/static-columns.ts'
import { type Reinvestment, reopensRounds } from './settlement/08-rounds-reopened/reopening.ts'
import type { PlacingInviter } from './settlement/10-placements/placement.ts'
import { quietInput, type SettlementInput } from './settlement/facts.ts'
import type { SettlementResult } from './settlement/result.ts'
import { settle } from './settlement/settle.ts'

/** One day in this many is computed a second time. */
const RECOUNT_EVERY = 16

/** Settles the day and compares everything with the state before. */
export function settleDay(system: ModelPlatform): void {
  const input = factsOf(system)
  const result = settle(input)
  if (system.story.runs % RECOUNT_EVERY === 0) recountDay(input, result)
  apply(system, input, result)
  checkDay(system, input, result)
  const before = roundOf(system.period)
  system.period = periodAfter(system.period)
  if (roundOf(system.period) !== before) {
    system.tree.beginRound()
    system.reopened.clear()
  }
}

/** The same facts give the same bytes, also when computed in another way. */
function recountDay(input: SettlementInput, result: SettlementResult): void {
  const facts = canonicalJson(input)
  if (canonicalJson(recount(facts)) !== canonicalJson(result))
    throw new Error(`the second computation of ${input.period} has another result`)
  if (canonicalJson(input) !== facts) throw new Error(`${input.period} has changed its own facts`)
}

/** The facts that the rules receive. */
function factsOf(system: ModelPlatform): SettlementInput {
  return {
    ...quietInput(system.period, system.books, system.p),
    carried: system.carried,
    fees: system.fees,
    statics: { positions: positionColumns(system.positions), asked: system.asked },
    dynamics: {
      enabled: system.story.runs % 7 !== 3,
      balancesPairBps: system.carriedPairBps,
      nodes: system.tree.nodes(),
      kept: system.kept.map(one => ({ ...one, node: system.member(one.memberId).node })),
    },
    redemptions: { exchanges: system.exchanges, undos: system.undos },
    orders: system.orders.map(({ id, memberId, amount }) => ({ id, memberId, amount })),
    ...(reopensRounds(system.p) && { reinvestments: reinvestmentsOf(system) }),
    placements: {
      nextIdx: system.tree.size,
      inviters: inviters(system),
      requests: system.requests,
      overdue: system.overdue,
    },
  }
}

/** Orders that answer the prompt of a round, of members who are placed. */
const reinvestmentsOf = (system: ModelPlatform): Reinvestment[] =>
  system.orders.flatMap(({ id: orderId, memberId, cites: round }) => {
    const { node } = system.member(memberId)
    return round === undefined || node === null ? [] : [{ orderId, node, round }]
  })

function inviters(system: ModelPlatform): PlacingInviter[] {
  const asking = new Set([...system.requests, ...system.overdue].map(one => one.inviterId))
  return system.members.flatMap(({ id, node }) =>
    node === null || !asking.has(id) ? [] : [system.tree.inviterAt(node, id)],
  )
}

function apply(system: ModelPlatform, input: SettlementInput, result: SettlementResult): void {
  system.feeCoins -= result.fees.burned
  system.fees = []
  for (const { memberId, amount } of paysOf(input.statics.positions, result.statics))
    system.refund(memberId, amount)
  for (const { memberId, direct, pairs } of result.dynamics.credits)
    system.refund(memberId, direct + pairs)
  applyRedemptions(system, input, result)
  applyFills(system, result)
  applyTurns(system, input, result)
  applyTree(system, input, result)
  applyRounds(system, input, result)
  system.carried = result.carried
  system.carriedPairBps = input.parameters.pairBps
  system.books = result.books
  system.story.runs += 1
  reach(system.story.reached, input, result)
  if (result.split) split(system, BigInt(result.split.multiple))
}

function applyRedemptions(
  system: ModelPlatform,
  input: SettlementInput,
  { redemptions }: SettlementResult,
): void {
  const pays = new Map([
    ...redemptions.exchanges.map(({ id, pay }) => [id, pay] as const),
    ...redemptions.undos.map(({ id, pay }) => [id, pay] as const),
  ])
  const waits = ({ id, memberId }: { id: string; memberId: string }) => {
    const pay = pays.get(id)
    if (pay !== undefined) system.refund(memberId, pay)
    return pay === undefined
  }
  system.exchanges = system.exchanges.filter(waits)
  system.undos = input.redemptions.undos.filter(waits)
}

function applyFills(system: ModelPlatform, { fills }: SettlementResult): void {
  const byId = new Map(fills.map(fill => [fill.id, fill]))
  system.orders = system.orders.filter(({ id, memberId }) => {
    const fill = byId.get(id)
    if (!fill) return true
    const member = system.member(memberId)
    member.usdt += fill.refunded
    member.leaf += fill.quantity
    member.fill = fill.quantity > 0n ? { quantity: fill.quantity, fill: fill.filled } : null
    return false
  })
}

function applyTurns(
  system: ModelPlatform,
  input: SettlementInput,
  { statics, turns }: SettlementResult,
): void {
  const pays = paysOf(input.statics.positions, statics)
  const gone = new Set<string>()
  for (const pay of pays) {
    if (pay.eliminated === null) continue
    gone.add(pay.positionId)
    system.free(pay.memberId, pay.weight)
  }
  const weights = new Map(pays.map(pay => [pay.positionId, pay.weight]))
  for (const { positionId, memberId } of turns.unlocked) {
    gone.add(positionId)
    system.free(memberId, weights.get(positionId) ?? 0n)
  }
  const paid = new Map(pays.map(pay => [pay.positionId, pay.paidAfter]))
  const kept = system.positions
    .filter(({ id }) => !gone.has(id))
    .map(position => ({ ...position, paid: paid.get(position.id) ?? 0n }))
  const values = new Map(turns.opened.map(one => [one.positionId, one.openingValue]))
  const opened = input.statics.asked.map(
    (asked): StaticPosition => ({
      ...asked,
      openingValue: values.get(asked.id) ?? 0n,
      paid: 0n,
      unlockAsked: false,
    }),
  )
  system.positions = [...kept, ...opened]
  system.asked = []
}

function applyTree(
  system: ModelPlatform,
  input: SettlementInput,
  { dynamics, placements }: SettlementResult,
): void {
  const released = new Set(dynamics.released)
  system.kept = [
    ...system.kept.filter(one => !released.has(one.tradeId)),
    ...dynamics.volumes
      .filter(one => one.fate === 'kept')
      .map(({ tradeId, memberId, value: volume }) => ({ tradeId, memberId, volume })),
  ]
  system.tree.change(dynamics.changes)
  const placed = new Set(placements.map(one => one.memberId))
  for (const one of placements) {
    const { parentIdx: parent, side, depth, leftChain, rightChain } = one
    const spot = { parent, side, depth, leftChain, rightChain }
    system.addNode(system.member(one.memberId), spot)
  }
  system.requests = input.placements.requests.filter(one => !placed.has(one.memberId))
  system.overdue = input.placements.overdue.filter(one => !placed.has(one.memberId))
}

/** Once in a quarter for each member, and only for a member who has bought and has reached the cap. */
function applyRounds(
  system: ModelPlatform,
  input: SettlementInput,
  { dynamics, fills, reopened = [] }: SettlementResult,
): void {
  for (const node of dynamics.eliminated) {
    const memberId = input.dynamics.nodes.memberIds.at(node)
    const again = system.reopened.has(memberId)
    system.closed.set(memberId, again ? reopenedRoundOf(system.period) : roundOf(system.period))
  }
  for (const { orderId, node } of reopened) {
    const memberId = input.dynamics.nodes.memberIds.at(node)
    const bought = fills.find(one => one.id === orderId)?.filled ?? 0n
    if (system.reopened.has(memberId) || bought < input.parameters.reopenMinimumUsdt)
      throw new Error(`${memberId} may not have a round reopened in ${system.period}`)
    system.reopened.add(memberId)
    system.tree.reopen(node)
  }
}

function split(system: ModelPlatform, multiple: bigint): void {
  const { reserve, outstanding } = system.books
  const valuesOf = (n: bigint) =>
    system.members.map(one => shareOf(one.leaf, { reserve, outstanding: n }))
  const before = valuesOf(outstanding / multiple)
  const times = <T extends { quantity: bigint }>(rows: T[]): T[] =>
    rows.map(row => ({ ...row, quantity: row.quantity * multiple }))
  system.seed *= multiple
  system.feeCoins *= multiple
  system.positions = times(system.positions)
  system.exchanges = times(system.exchanges)
  system.undos = times(system.undos)
  for (const member of system.members) {
    member.leaf *= multiple
    if (member.fill) member.fill = { ...member.fill, quantity: member.fill.quantity * multiple }
  }
  const after = valuesOf(outstanding)
  if (after.some((value, i) => value !== before[i]))
    throw new Error(`the split after ${system.period} has changed the value of a member’s coins`)
}

function checkDay(system: ModelPlatform, input: SettlementInput, result: SettlementResult): void {
  system.check()
  const { books } = result
  const claim = (what: string, holds: boolean) => {
    if (!holds) throw new Error(`run ${system.story.runs}: ${what}`)
  }
  for (const [name, amount] of Object.entries(books)) claim(`${name} is ${amount}`, amount >= 0n)
  const inflow = input.books.poolStatic + result.fees.toStatic
  const { released = 0n, toStatic = 0n } = result.release ?? {}
  const paid = staticPaid(result.statics)
  claim('static pay is more than the pool', paid <= inflow + toStatic)
  claim('more income is released than a thousandth of R', released * 1_000n <= input.books.reserve)
  claim('the payment factor is not one', result.dynamics.factor === 1_000_000_000n)
  const before = { r: input.books.reserve - result.losses.reserve, n: input.books.outstanding }
  const multiple = BigInt(result.split?.multiple ?? 1)
  const rises = books.reserve * before.n * multiple >= before.r * books.outstanding
  claim('the price fell without a loss', rises)
}
