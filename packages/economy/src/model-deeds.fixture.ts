import { highestFee, ONE } from '@banyan/domain'
import { settleDay } from './model-day.fixture.ts'
import type { Member, ModelHouse } from './model-house.fixture.ts'
import { parametersV1 as rules } from './parameters.ts'
import type { StaticPosition } from './static-columns.ts'

/** One thing happens to a house. @throws Error when it breaks an invariant. */
export function operate(house: ModelHouse): void {
  house.story.operations += 1
  const member = house.chance.pick(house.members)
  const deeds: readonly (readonly [weight: number, deed: () => void])[] = [
    [2, () => house.join(house.chance.pick(house.members).id)],
    [8, () => recharge(house, member)],
    [3, () => withdraw(house, member)],
    [12, () => subscribe(house, member)],
    [2, () => cancel(house, house.orders, one => house.refund(one.memberId, one.amount))],
    [24, () => trade(house, member)],
    [5, () => queueExchange(house, member)],
    [1, () => cancel(house, house.exchanges, one => house.free(one.memberId, one.quantity))],
    [8, () => activate(house, member)],
    [1, () => askUnlock(house)],
    [2, () => askUndo(house, member)],
    [1, () => receive(house)],
    [1, () => lack(house)],
    [4, () => settleDay(house)],
    [1, () => house.changeRules()],
  ]
  const bag = deeds.flatMap(([weight, deed]) => Array.from({ length: weight }, () => deed))
  house.chance.pick(bag)()
}

function recharge(house: ModelHouse, member: Member): void {
  const amount = BigInt(1 + house.chance.below(2_000)) * 1_000_007n
  member.usdt += amount
  house.custody += amount
}

function withdraw(house: ModelHouse, member: Member): void {
  const amount = house.chance.part(member.usdt)
  const fee = amount > rules.withdrawalFeeUsdt ? rules.withdrawalFeeUsdt : 0n
  member.usdt -= amount
  house.books = { ...house.books, ops: house.books.ops + fee }
  house.custody -= amount - fee
}

function subscribe(house: ModelHouse, member: Member): void {
  const steps = Number(member.usdt / rules.subscriptionStepUsdt)
  if (steps < 5) return
  const amount = BigInt(5 + house.chance.below(steps - 4)) * rules.subscriptionStepUsdt
  member.usdt -= amount
  const cites = house.closed.get(member.id)
  house.closed.delete(member.id)
  house.orders.push({ id: house.id('order'), memberId: member.id, amount, cites })
}

function cancel<T>(house: ModelHouse, open: T[], give: (one: T) => void): void {
  const [one] = open.splice(house.chance.below(open.length + 1), 1)
  if (one) give(one)
}

function trade(house: ModelHouse, seller: Member): void {
  const buyer = house.chance.pick(house.members)
  const quantity = house.chance.part((seller.leaf * 99n) / 101n)
  if (quantity === 0n || buyer === seller) return
  const coins = highestFee(quantity, rules.otcFeeBps)
  seller.leaf -= quantity + coins
  buyer.leaf += quantity
  seller.fill = null
  house.feeCoins += coins
  house.fees.push({
    tradeId: house.id('trade'),
    memberId: seller.id,
    node: seller.node,
    coins,
    outside: house.chance.below(4) > 0,
  })
}

function queueExchange(house: ModelHouse, member: Member): void {
  const quantity = partOfCoins(house, member, rules.exchangeMinimumLeaf)
  if (quantity > 0n)
    house.exchanges.push({ id: house.id('exchange'), memberId: member.id, quantity })
}

function activate(house: ModelHouse, member: Member): void {
  const quantity = partOfCoins(house, member, rules.activationMinimumLeaf)
  if (quantity > 0n) house.asked.push({ id: house.id('position'), memberId: member.id, quantity })
}

/** Takes some of a member's coins, or none where it would be too few; who moves coins gives up an undo. */
function partOfCoins(house: ModelHouse, member: Member, least: bigint): bigint {
  const quantity = house.chance.part(member.leaf)
  if (quantity < least) return 0n
  member.leaf -= quantity
  member.fill = null
  return quantity
}

function askUnlock(house: ModelHouse): void {
  if (house.positions.length === 0) return
  const at = house.chance.below(house.positions.length)
  const position = house.positions[at] as StaticPosition
  house.positions[at] = { ...position, unlockAsked: true }
}

function askUndo(house: ModelHouse, member: Member): void {
  if (member.fill === null || member.leaf < member.fill.quantity) return
  member.leaf -= member.fill.quantity
  house.undos.push({ id: house.id('undo'), memberId: member.id, ...member.fill })
  member.fill = null
}

function receive(house: ModelHouse): void {
  const amount = BigInt(1 + house.chance.below(400)) * 999_983n
  house.books = { ...house.books, income: (house.books.income ?? 0n) + amount }
  house.custody += amount
}

/** Custody turns out to hold less. Mostly crumbs; now and then more than the house's own accounts bear. */
function lack(house: ModelHouse): void {
  if (house.chance.below(8) > 0) return
  const most = house.chance.below(12) === 0 ? house.books.reserve : 30n * ONE
  const amount = house.chance.part(most)
  house.books = { ...house.books, shortfall: house.books.shortfall + amount }
  house.custody -= amount
}
