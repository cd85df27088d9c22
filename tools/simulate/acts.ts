import { highestFee, mostFor, ONE } from '@banyan/domain'
import {
  type Chance,
  costOf,
  countsMarketBuys,
  entryPrice,
  type InvestmentFacts,
  leftToInvest,
  maxInvestment,
  purchasable,
  tradingLimit,
} from '@banyan/economy'
import { type Community, type Member, nextId, sameLine } from './community.ts'
import { cite } from './rounds.ts'

const DAY_MS = 86_400_000
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Between a tenth and nine tenths of an amount. */
export const part = (whole: bigint, chance: Chance): bigint =>
  (whole * BigInt(chance.between(10, 90))) / 100n

/** Whole USDT come in for a member. */
export function recharge(c: Community, member: Member, usdt: bigint): void {
  const amount = usdt * ONE
  if (amount < c.p.rechargeMinimumUsdt) return
  member.usdt += amount
  member.cash -= amount
  c.custody += amount
}

/** Orders what is wanted, as far as the member's limits allow. */
export function subscribe(c: Community, member: Member, day: number, wanted: bigint): void {
  const { subscriptionMinimumUsdt: minimum, subscriptionStepUsdt: step } = c.p
  const limit = purchasableOn(c, member, day)
  const amount = ((wanted < limit ? wanted : limit) / step) * step
  if (amount < minimum) return
  member.usdt -= amount
  member.ordered += amount
  const id = nextId(c, 's')
  c.orders.push({ id, memberId: member.id, amount })
  cite(c, id, member.id)
}

function purchasableOn(c: Community, member: Member, day: number): bigint {
  const facts = { ofThisRound: member.ordered, available: member.usdt }
  return purchasable({ ...investedOf(c, member, day), ...facts }, c.p)
}

/** What of the maximum investment a member has used on a day. */
function investedOf(c: Community, member: Member, day: number): InvestmentFacts {
  const inWindow = (payments: Member['issued']) =>
    payments
      .filter(one => day - one.day < c.p.investmentWindowDays)
      .reduce((sum, { amount }) => sum + amount, 0n)
  return {
    maxInvestment: maxInvestment(new Date(member.joined * DAY_MS), new Date(day * DAY_MS), c.p),
    issued: inWindow(member.issued),
    open: member.ordered,
    marketBuys: countsMarketBuys(c.p) ? inWindow(member.bought) : 0n,
  }
}

/** The most that a buyer's maximum investment lets them buy at a price. */
export const affordable = (c: Community, buyer: Member, day: number, price: bigint): bigint =>
  countsMarketBuys(c.p)
    ? mostFor(leftToInvest(investedOf(c, buyer, day)), price, 0)
    : c.books.outstanding

/** Locks coins, where they are enough for a position. */
export function activate(c: Community, member: Member, quantity: bigint): void {
  if (quantity < c.p.activationMinimumLeaf) return
  member.leaf -= quantity
  c.asked.push({ id: nextId(c, 'a'), memberId: member.id, quantity })
}

/** Gives coins back at the next exit price, where they are enough for it or all that is left. */
export function exchange(c: Community, member: Member, quantity: bigint): void {
  if (quantity < c.p.exchangeMinimumLeaf && quantity !== member.leaf) return
  if (quantity === 0n) return
  member.leaf -= quantity
  c.exchanges.push({ id: nextId(c, 'x'), memberId: member.id, quantity })
}

/** Withdraws USDT from the platform, where it is enough for a withdrawal. */
export function withdraw(c: Community, member: Member, amount: bigint): void {
  if (amount < c.p.withdrawalMinimumUsdt) return
  const credited = amount - c.p.withdrawalFeeUsdt
  member.usdt -= amount
  member.cash += credited
  c.custody -= credited
  c.books = { ...c.books, ops: c.books.ops + c.p.withdrawalFeeUsdt }
}

/** The buyer pays the seller outside the platform; the seller's fee goes to the fee coins. */
export function sell(
  c: Community,
  { seller, buyer, day }: { seller: Member; buyer: Member; day: number },
  chance: Chance,
): void {
  const bps = BigInt(c.p.otcFeeBps)
  const band = c.p.otcBandBps / 2
  const guide = entryPrice(c.books, c.p)
  const price = (guide * BigInt(10_000 + chance.between(-band, band))) / 10_000n
  // A loss may have taken the whole reserve: the market then has no price to sell at.
  if (price === 0n) return
  // A member sells at most once a day.
  const limit = tradingLimit({ sold: 0n, openSellRests: 0n, guidePrice: guide }, c.p)
  const most = (limit * ONE) / price
  const wanted = part((seller.leaf * 10_000n) / (10_000n + bps), chance)
  const quantity = least(least(wanted, most), affordable(c, buyer, day, price))
  if (buyer === seller || quantity < c.p.otcMinimumLeaf) return
  pay(c, { from: buyer, to: seller, amount: costOf(quantity, price), day })
  deliver(c, { seller, buyer, quantity })
}

/** A payment for coins, outside the platform. */
export function pay(
  c: Community,
  { from, to, amount, day }: { from: Member; to: Member; amount: bigint; day: number },
): void {
  to.cash += amount
  from.cash -= amount
  if (countsMarketBuys(c.p)) from.bought.push({ day, amount })
}

/** Coins of a trade go to the buyer, and the seller's fee to the fee coins. */
export function deliver(
  c: Community,
  { seller, buyer, quantity }: { seller: Member; buyer: Member; quantity: bigint },
): void {
  const coins = highestFee(quantity, c.p.otcFeeBps)
  seller.leaf -= quantity + coins
  buyer.leaf += quantity
  c.fees.push({
    tradeId: nextId(c, 't'),
    memberId: seller.id,
    node: seller.node,
    coins,
    outside: !sameLine(c, Number(seller.id.slice(1)), Number(buyer.id.slice(1))),
  })
}

/** Income from outside, whole USDT. */
export function receive(c: Community, usdt: number): void {
  receiveAmount(c, BigInt(usdt) * ONE)
}

/** The same as a part of the reserve, basis points. */
export function receivePart(c: Community, bps: number): void {
  receiveAmount(c, (c.books.reserve * BigInt(bps)) / 10_000n)
}

function receiveAmount(c: Community, amount: bigint): void {
  c.custody += amount
  const { income } = c.books
  // By rules before edition 3 the run books a receipt itself.
  if (income === undefined) c.receipts.push({ id: nextId(c, 'r'), amount })
  else c.books = { ...c.books, income: income + amount }
}

/** Custody is found to lack a part of what it should hold, basis points. */
export function loseCustody(c: Community, bps: number): void {
  const lost = (c.custody * BigInt(bps)) / 10_000n
  c.custody -= lost
  c.books = { ...c.books, shortfall: c.books.shortfall + lost }
}
