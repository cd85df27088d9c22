import { periodAfter } from './calendar.ts'
import { canonicalJson } from './canonical.ts'
import type { ModelHouse } from './model-house.fixture.ts'
import { reach } from './model-reach.fixture.ts'
import type { InviterStanding } from './placement.ts'
import { shareOf } from './price.ts'
import { recount } from './recount/index.ts'
import { type Reinvestment, reopensRounds } from './reopening.ts'
import { reopenedRoundOf, roundOf } from './rounds.ts'
import { settle } from './settlement.ts'
import { quietInput, type SettlementInput } from './settlement-facts.ts'
import type { SettlementResult } from './settlement-result.ts'
import { paysOf, positionColumns, type StaticPosition, staticPaid } from './static-columns.ts'

/** Days of which one is worked out a second time. */
const SECOND_LOOK = 16

/** The day is settled, and everything is laid beside what it was. */
export function settleDay(house: ModelHouse): void {
  const input = factsOf(house)
  const result = settle(input)
  if (house.story.runs % SECOND_LOOK === 0) lookAgain(input, result)
  apply(house, input, result)
  checkDay(house, input, result)
  const before = roundOf(house.period)
  house.period = periodAfter(house.period)
  if (roundOf(house.period) !== before) {
    house.tree.beginRound()
    house.reopened.clear()
  }
}

/** The same facts give the same bytes, also where they are worked out in another way. */
function lookAgain(input: SettlementInput, result: SettlementResult): void {
  const facts = canonicalJson(input)
  if (canonicalJson(recount(facts)) !== canonicalJson(result))
    throw new Error(`the second computation of ${input.period} comes to something else`)
  if (canonicalJson(input) !== facts) throw new Error(`${input.period} has changed its own facts`)
}

/** What the rules are shown. */
function factsOf(house: ModelHouse): SettlementInput {
  return {
    ...quietInput(house.period, house.books, house.p),
    carried: house.carried,
    fees: house.fees,
    statics: { positions: positionColumns(house.positions), asked: house.asked },
    dynamics: {
      enabled: house.story.runs % 7 !== 3,
      balancesPairBps: house.carriedPairBps,
      nodes: house.tree.nodes(),
      kept: house.kept.map(one => ({ ...one, node: house.member(one.memberId).node })),
    },
    redemptions: { exchanges: house.exchanges, undos: house.undos },
    orders: house.orders.map(({ id, memberId, amount }) => ({ id, memberId, amount })),
    ...(reopensRounds(house.p) && { reinvestments: reinvestmentsOf(house) }),
    placements: {
      nextIdx: house.tree.size,
      inviters: inviters(house),
      requests: house.requests,
      overdue: house.overdue,
    },
  }
}

/** Orders that answer the prompt of a round, of members who stand in the tree. */
const reinvestmentsOf = (house: ModelHouse): Reinvestment[] =>
  house.orders.flatMap(({ id: orderId, memberId, cites: round }) => {
    const { node } = house.member(memberId)
    return round === undefined || node === null ? [] : [{ orderId, node, round }]
  })

function inviters(house: ModelHouse): InviterStanding[] {
  const asking = new Set([...house.requests, ...house.overdue].map(one => one.inviterId))
  return house.members.flatMap(({ id, node }) =>
    node === null || !asking.has(id) ? [] : [house.tree.inviterAt(node, id)],
  )
}

function apply(house: ModelHouse, input: SettlementInput, result: SettlementResult): void {
  house.feeCoins -= result.fees.burned
  house.fees = []
  for (const { memberId, amount } of paysOf(input.statics.positions, result.statics))
    house.refund(memberId, amount)
  for (const { memberId, direct, pairs } of result.dynamics.credits)
    house.refund(memberId, direct + pairs)
  applyRedemptions(house, input, result)
  applyFills(house, result)
  applyTurns(house, input, result)
  applyTree(house, input, result)
  applyRounds(house, input, result)
  house.carried = result.carried
  house.carriedPairBps = input.parameters.pairBps
  house.books = result.books
  house.story.runs += 1
  reach(house.story.reached, input, result)
  if (result.split) split(house, BigInt(result.split.multiple))
}

function applyRedemptions(
  house: ModelHouse,
  input: SettlementInput,
  { redemptions }: SettlementResult,
): void {
  const pays = new Map([
    ...redemptions.exchanges.map(({ id, pay }) => [id, pay] as const),
    ...redemptions.undos.map(({ id, pay }) => [id, pay] as const),
  ])
  const waits = ({ id, memberId }: { id: string; memberId: string }) => {
    const pay = pays.get(id)
    if (pay !== undefined) house.refund(memberId, pay)
    return pay === undefined
  }
  house.exchanges = house.exchanges.filter(waits)
  house.undos = input.redemptions.undos.filter(waits)
}

function applyFills(house: ModelHouse, { fills }: SettlementResult): void {
  const byId = new Map(fills.map(fill => [fill.id, fill]))
  house.orders = house.orders.filter(({ id, memberId }) => {
    const fill = byId.get(id)
    if (!fill) return true
    const member = house.member(memberId)
    member.usdt += fill.refunded
    member.leaf += fill.quantity
    member.fill = fill.quantity > 0n ? { quantity: fill.quantity, fill: fill.filled } : null
    return false
  })
}

function applyTurns(
  house: ModelHouse,
  input: SettlementInput,
  { statics, turns }: SettlementResult,
): void {
  const pays = paysOf(input.statics.positions, statics)
  const gone = new Set<string>()
  for (const pay of pays) {
    if (pay.eliminated === null) continue
    gone.add(pay.positionId)
    house.free(pay.memberId, pay.weight)
  }
  const weights = new Map(pays.map(pay => [pay.positionId, pay.weight]))
  for (const { positionId, memberId } of turns.unlocked) {
    gone.add(positionId)
    house.free(memberId, weights.get(positionId) ?? 0n)
  }
  const paid = new Map(pays.map(pay => [pay.positionId, pay.paidAfter]))
  const kept = house.positions
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
  house.positions = [...kept, ...opened]
  house.asked = []
}

function applyTree(
  house: ModelHouse,
  input: SettlementInput,
  { dynamics, placements }: SettlementResult,
): void {
  const released = new Set(dynamics.released)
  house.kept = [
    ...house.kept.filter(one => !released.has(one.tradeId)),
    ...dynamics.volumes
      .filter(one => one.fate === 'kept')
      .map(({ tradeId, memberId, value: volume }) => ({ tradeId, memberId, volume })),
  ]
  house.tree.change(dynamics.changes)
  const placed = new Set(placements.map(one => one.memberId))
  for (const one of placements) {
    const { parentIdx: parent, side, depth, leftChain, rightChain } = one
    const spot = { parent, side, depth, leftChain, rightChain }
    house.stand(house.member(one.memberId), spot)
  }
  house.requests = input.placements.requests.filter(one => !placed.has(one.memberId))
  house.overdue = input.placements.overdue.filter(one => !placed.has(one.memberId))
}

/** Once in a quarter for anybody, and only for who has bought and has been at the cap. */
function applyRounds(
  house: ModelHouse,
  input: SettlementInput,
  { dynamics, fills, reopened = [] }: SettlementResult,
): void {
  for (const node of dynamics.eliminated) {
    const memberId = input.dynamics.nodes.memberIds.at(node)
    const again = house.reopened.has(memberId)
    house.closed.set(memberId, again ? reopenedRoundOf(house.period) : roundOf(house.period))
  }
  for (const { orderId, node } of reopened) {
    const memberId = input.dynamics.nodes.memberIds.at(node)
    const bought = fills.find(one => one.id === orderId)?.filled ?? 0n
    if (house.reopened.has(memberId) || bought < input.parameters.reopenMinimumUsdt)
      throw new Error(`${memberId} may not have a round opened in ${house.period}`)
    house.reopened.add(memberId)
    house.tree.reopen(node)
  }
}

function split(house: ModelHouse, multiple: bigint): void {
  const { reserve, outstanding } = house.books
  const valuesOf = (n: bigint) =>
    house.members.map(one => shareOf(one.leaf, { reserve, outstanding: n }))
  const before = valuesOf(outstanding / multiple)
  const times = <T extends { quantity: bigint }>(rows: T[]): T[] =>
    rows.map(row => ({ ...row, quantity: row.quantity * multiple }))
  house.seed *= multiple
  house.feeCoins *= multiple
  house.positions = times(house.positions)
  house.exchanges = times(house.exchanges)
  house.undos = times(house.undos)
  for (const member of house.members) {
    member.leaf *= multiple
    if (member.fill) member.fill = { ...member.fill, quantity: member.fill.quantity * multiple }
  }
  const after = valuesOf(outstanding)
  if (after.some((value, i) => value !== before[i]))
    throw new Error(`the split after ${house.period} has changed what somebody’s coins are worth`)
}

function checkDay(house: ModelHouse, input: SettlementInput, result: SettlementResult): void {
  house.check()
  const { books } = result
  const claim = (what: string, holds: boolean) => {
    if (!holds) throw new Error(`run ${house.story.runs}: ${what}`)
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
