import {
  type Chance,
  costOf,
  entryPrice,
  maxInvestment,
  purchasable,
  tradingLimit,
  worth,
} from '@banyan/economy'
import type { Behaviour } from './behaviour.ts'
import { type Community, join, type Member, nextId, sameLine } from './community.ts'

const USDT = 1_000_000n
const LEAF = 1_000_000n
const DAY_MS = 86_400_000

/** Where in the simulated time a day stands. */
export interface Moment {
  readonly day: number
  readonly days: number
  /** Members that the community is to have in the end. */
  readonly size: number
}

/** One day of a community, up to the cut-off: who comes, and what everybody wants. */
export function liveOneDay(c: Community, behaviour: Behaviour, at: Moment, chance: Chance): void {
  const part = at.day / at.days
  welcome(c, behaviour, at, chance)
  if (behaviour.income && at.day > 0 && at.day % behaviour.income.everyDays === 0) {
    const amount = BigInt(behaviour.income.usdt) * USDT
    c.custody += amount
    c.receipts.push({ id: nextId(c, 'r'), amount })
  }
  if (behaviour.loss && at.day === Math.floor(at.days * behaviour.loss.at))
    loseCustody(c, behaviour.loss.bps)
  const wantsOut = behaviour.runFrom !== undefined && part >= behaviour.runFrom
  // The root is a name without a person.
  for (const member of c.members.slice(1)) {
    if (wantsOut) leave(c, member)
    else if (member.whale) actAsWhale(c, behaviour, member, at)
    else if (member.ring) tradeInRing(c, member, at.day, chance)
    else act(c, behaviour, member, { day: at.day, chance })
  }
}

function welcome(c: Community, behaviour: Behaviour, at: Moment, chance: Chance): void {
  const left = at.size - (c.members.length - 1)
  const facts = {
    members: c.members.length,
    left,
    part: at.day / at.days,
    daysLeft: at.days - at.day,
  }
  const coming = Math.min(left, behaviour.joins(facts))
  for (let i = 0; i < coming; i++) {
    const number = c.members.length
    const ring = number <= (behaviour.ring ?? 0)
    // A ring invites itself in a line, so that each is paid for the next.
    const inviter = ring ? number - 1 : chance.below(c.members.length)
    const whale = number === 1 && behaviour.whaleUntil !== undefined
    const distributed = ring || chance.happens(4_000)
    const member = join(c, at.day, { inviter, ring, whale, distributed })
    recharge(c, member, whale ? 20_000n : BigInt(chance.between(20, 600)))
  }
}

function act(
  c: Community,
  behaviour: Behaviour,
  member: Member,
  { day, chance }: { day: number; chance: Chance },
): void {
  if (chance.happens(behaviour.recharge)) recharge(c, member, BigInt(chance.between(10, 300)))
  if (chance.happens(behaviour.subscribe)) subscribe(c, member, day, part(member.usdt, chance))
  if (chance.happens(behaviour.activate)) activate(c, member, part(member.leaf, chance))
  if (chance.happens(behaviour.sell)) sell(c, member, buyerOf(c, chance), chance)
  if (chance.happens(behaviour.exchange)) exchange(c, member, part(member.leaf, chance))
  if (chance.happens(behaviour.withdraw)) withdraw(c, member, part(member.usdt, chance))
}

/** Sells to and fro within the ring, and subscribes for coins to do it with. */
function tradeInRing(c: Community, member: Member, day: number, chance: Chance): void {
  if (member.leaf < 20n * LEAF) {
    recharge(c, member, 300n)
    subscribe(c, member, day, part(member.usdt, chance))
  }
  const others = c.members.filter(other => other.ring && other !== member)
  if (others.length > 0) sell(c, member, chance.pick(others), chance)
}

/** Half of what is sold goes to a whale that is still there. */
function buyerOf(c: Community, chance: Chance): Member {
  const first = c.members[1]
  const whale = first?.whale && first.usdt > 0n ? first : undefined
  return whale && chance.happens(5_000) ? whale : chance.pick(c.members.slice(1))
}

/** All it may subscribe every day; from its hour on it leaves with everything. */
function actAsWhale(
  c: Community,
  { whaleUntil = 1 }: Behaviour,
  member: Member,
  { day, days }: { day: number; days: number },
): void {
  if (day / days >= whaleUntil) leave(c, member)
  else subscribe(c, member, day, member.usdt)
}

/** Everything is exchanged, unlocked and withdrawn. */
function leave(c: Community, member: Member): void {
  exchange(c, member, member.leaf)
  withdraw(c, member, member.usdt)
  c.positions = c.positions.map(position =>
    position.memberId === member.id ? { ...position, unlockAsked: true } : position,
  )
}

const part = (whole: bigint, chance: Chance): bigint =>
  (whole * BigInt(chance.between(10, 90))) / 100n

function recharge(c: Community, member: Member, usdt: bigint): void {
  const amount = usdt * USDT
  if (amount < c.p.rechargeMinimumUsdt) return
  member.usdt += amount
  member.cash -= amount
  c.custody += amount
}

/** Orders what is wanted, as far as the member's limits allow. */
function subscribe(c: Community, member: Member, day: number, wanted: bigint): void {
  const { subscriptionMinimumUsdt: minimum, subscriptionStepUsdt: step } = c.p
  const limit = purchasableOn(c, member, day)
  const amount = ((wanted < limit ? wanted : limit) / step) * step
  if (amount < minimum) return
  member.usdt -= amount
  c.orders.push({ id: nextId(c, 's'), memberId: member.id, amount })
}

function purchasableOn(c: Community, member: Member, day: number): bigint {
  const issued = member.issued
    .filter(fill => day - fill.day < c.p.investmentWindowDays)
    .reduce((sum, { amount }) => sum + amount, 0n)
  const open = c.orders
    .filter(({ memberId }) => memberId === member.id)
    .reduce((sum, { amount }) => sum + amount, 0n)
  const facts = { issued, open, ofThisRound: open, available: member.usdt }
  const most = maxInvestment(new Date(member.joined * DAY_MS), new Date(day * DAY_MS), c.p)
  return purchasable({ maxInvestment: most, ...facts }, c.p)
}

function activate(c: Community, member: Member, quantity: bigint): void {
  if (quantity < c.p.activationMinimumLeaf) return
  member.leaf -= quantity
  c.asked.push({ id: nextId(c, 'a'), memberId: member.id, quantity })
}

function exchange(c: Community, member: Member, quantity: bigint): void {
  if (quantity < c.p.exchangeMinimumLeaf && quantity !== member.leaf) return
  if (quantity === 0n) return
  member.leaf -= quantity
  c.exchanges.push({ id: nextId(c, 'x'), memberId: member.id, quantity })
}

function withdraw(c: Community, member: Member, amount: bigint): void {
  if (amount < c.p.withdrawalMinimumUsdt) return
  const credited = amount - c.p.withdrawalFeeUsdt
  member.usdt -= amount
  member.cash += credited
  c.custody -= credited
  c.books = { ...c.books, ops: c.books.ops + c.p.withdrawalFeeUsdt }
}

/** The buyer pays the seller outside the house; the seller's fee goes to the fee coins. */
function sell(c: Community, seller: Member, buyer: Member, chance: Chance): void {
  const bps = BigInt(c.p.otcFeeBps)
  const band = c.p.otcBandBps / 2
  const guide = entryPrice(c.books, c.p)
  const price = (guide * BigInt(10_000 + chance.between(-band, band))) / 10_000n
  // Nobody sells twice on a day.
  const limit = tradingLimit({ sold: 0n, openSellRests: 0n, guidePrice: guide }, c.p)
  const most = (limit * LEAF) / price
  const wanted = part((seller.leaf * 10_000n) / (10_000n + bps), chance)
  const quantity = wanted < most ? wanted : most
  if (buyer === seller || quantity < c.p.otcMinimumLeaf) return
  const coins = (quantity * bps + 9_999n) / 10_000n
  const payment = costOf(quantity, price)
  seller.leaf -= quantity + coins
  buyer.leaf += quantity
  seller.cash += payment
  buyer.cash -= payment
  c.fees.push({
    tradeId: nextId(c, 't'),
    memberId: seller.id,
    node: seller.node,
    coins,
    outside: !sameLine(c, Number(seller.id.slice(1)), Number(buyer.id.slice(1))),
  })
}

function loseCustody(c: Community, bps: number): void {
  const lost = (c.custody * BigInt(bps)) / 10_000n
  c.custody -= lost
  c.books = { ...c.books, shortfall: c.books.shortfall + lost }
}

/** What a member holds in all, at the exit price of the books: balances, orders, locked coins. */
export function wealthOf(c: Community, exitPrice: bigint): Map<string, bigint> {
  const wealth = new Map(c.members.map(({ id, usdt, leaf }) => [id, usdt + worth(leaf, exitPrice)]))
  const add = (id: string, value: bigint) => wealth.set(id, (wealth.get(id) ?? 0n) + value)
  for (const { memberId, amount } of c.orders) add(memberId, amount)
  for (const { memberId, quantity } of [...c.positions, ...c.asked, ...c.exchanges]) {
    add(memberId, worth(quantity, exitPrice))
  }
  return wealth
}
