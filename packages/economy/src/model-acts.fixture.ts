import { highestFee, ONE } from '@banyan/domain'
import { settleDay } from './model-day.fixture.ts'
import type { Member, ModelPlatform } from './model-platform.fixture.ts'
import { parametersV1 as rules } from './parameters.ts'
import type { StaticPosition } from './settlement/05-static-pay/static-columns.ts'

/** Performs one random act on a model platform. @throws Error when it breaks an invariant. */
export function operate(system: ModelPlatform): void {
  system.story.operations += 1
  const member = system.chance.pick(system.members)
  const acts: readonly (readonly [weight: number, act: () => void])[] = [
    [2, () => system.join(system.chance.pick(system.members).id)],
    [8, () => recharge(system, member)],
    [3, () => withdraw(system, member)],
    [12, () => subscribe(system, member)],
    [2, () => cancel(system, system.orders, one => system.refund(one.memberId, one.amount))],
    [24, () => trade(system, member)],
    [5, () => queueExchange(system, member)],
    [1, () => cancel(system, system.exchanges, one => system.free(one.memberId, one.quantity))],
    [8, () => activate(system, member)],
    [1, () => askUnlock(system)],
    [2, () => askUndo(system, member)],
    [1, () => receive(system)],
    [1, () => lack(system)],
    [4, () => settleDay(system)],
    [1, () => system.changeRules()],
  ]
  const bag = acts.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
  system.chance.pick(bag)()
}

function recharge(system: ModelPlatform, member: Member): void {
  const amount = BigInt(1 + system.chance.below(2_000)) * 1_000_007n
  member.usdt += amount
  system.custody += amount
}

function withdraw(system: ModelPlatform, member: Member): void {
  const amount = system.chance.part(member.usdt)
  const fee = amount > rules.withdrawalFeeUsdt ? rules.withdrawalFeeUsdt : 0n
  member.usdt -= amount
  system.books = { ...system.books, ops: system.books.ops + fee }
  system.custody -= amount - fee
}

function subscribe(system: ModelPlatform, member: Member): void {
  const steps = Number(member.usdt / rules.subscriptionStepUsdt)
  if (steps < 5) return
  const amount = BigInt(5 + system.chance.below(steps - 4)) * rules.subscriptionStepUsdt
  member.usdt -= amount
  const cites = system.closed.get(member.id)
  system.closed.delete(member.id)
  system.orders.push({ id: system.id('order'), memberId: member.id, amount, cites })
}

function cancel<T>(system: ModelPlatform, open: T[], give: (one: T) => void): void {
  const [one] = open.splice(system.chance.below(open.length + 1), 1)
  if (one) give(one)
}

function trade(system: ModelPlatform, seller: Member): void {
  const buyer = system.chance.pick(system.members)
  const quantity = system.chance.part((seller.leaf * 99n) / 101n)
  if (quantity === 0n || buyer === seller) return
  const coins = highestFee(quantity, rules.otcFeeBps)
  seller.leaf -= quantity + coins
  buyer.leaf += quantity
  seller.fill = null
  system.feeCoins += coins
  system.fees.push({
    tradeId: system.id('trade'),
    memberId: seller.id,
    node: seller.node,
    coins,
    outside: system.chance.below(4) > 0,
  })
}

function queueExchange(system: ModelPlatform, member: Member): void {
  const quantity = partOfCoins(system, member, rules.exchangeMinimumLeaf)
  if (quantity > 0n)
    system.exchanges.push({ id: system.id('exchange'), memberId: member.id, quantity })
}

function activate(system: ModelPlatform, member: Member): void {
  const quantity = partOfCoins(system, member, rules.activationMinimumLeaf)
  if (quantity > 0n) system.asked.push({ id: system.id('position'), memberId: member.id, quantity })
}

/** Takes some of a member's coins, or none when there are too few; moving coins gives up an undo. */
function partOfCoins(system: ModelPlatform, member: Member, least: bigint): bigint {
  const quantity = system.chance.part(member.leaf)
  if (quantity < least) return 0n
  member.leaf -= quantity
  member.fill = null
  return quantity
}

function askUnlock(system: ModelPlatform): void {
  if (system.positions.length === 0) return
  const at = system.chance.below(system.positions.length)
  const position = system.positions[at] as StaticPosition
  system.positions[at] = { ...position, unlockAsked: true }
}

function askUndo(system: ModelPlatform, member: Member): void {
  if (member.fill === null || member.leaf < member.fill.quantity) return
  member.leaf -= member.fill.quantity
  system.undos.push({ id: system.id('undo'), memberId: member.id, ...member.fill })
  member.fill = null
}

function receive(system: ModelPlatform): void {
  const amount = BigInt(1 + system.chance.below(400)) * 999_983n
  system.books = { ...system.books, income: (system.books.income ?? 0n) + amount }
  system.custody += amount
}

/**
 * Custody turns out to hold less. Usually a few units; sometimes more than the platform's own
 * accounts cover.
 */
function lack(system: ModelPlatform): void {
  if (system.chance.below(8) > 0) return
  const most = system.chance.below(12) === 0 ? system.books.reserve : 30n * ONE
  const amount = system.chance.part(most)
  system.books = { ...system.books, shortfall: system.books.shortfall + amount }
  system.custody -= amount
}
