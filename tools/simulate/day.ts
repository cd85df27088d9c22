import { ONE } from '@banyan/domain'
import { type Chance, worth } from '@banyan/economy'
import type { Behaviour } from './behaviour.ts'
import { type Community, join, type Member, type Role } from './community.ts'
import {
  activate,
  exchange,
  loseCustody,
  part,
  receive,
  recharge,
  sell,
  subscribe,
  withdraw,
} from './deeds.ts'

/** Where in the simulated time a day stands. */
export interface Moment {
  readonly day: number
  readonly days: number
  /** Members that the community is to have in the end. */
  readonly size: number
  /** From this day on everybody wants out; null where that never comes. */
  readonly leaveOn: number | null
}

/** A day as those see it who live in it. */
interface Today extends Moment {
  readonly behaviour: Behaviour
  readonly chance: Chance
  readonly ring: readonly Member[]
  /** Who wants the own positions unlocked. */
  readonly leavers: Set<string>
}

/** One day of a community, up to the cut-off: who comes, and what everybody wants. */
export function liveOneDay(c: Community, behaviour: Behaviour, at: Moment, chance: Chance): void {
  const wantsOut = at.leaveOn !== null && at.day >= at.leaveOn
  if (!wantsOut) welcome(c, behaviour, at, chance)
  const { income, loss } = behaviour
  if (income && at.day > 0 && at.day % income.everyDays === 0) receive(c, income.usdt)
  if (loss && at.day === Math.floor(at.days * loss.at)) loseCustody(c, loss.bps)
  const ring = c.members.slice(1, 1 + (behaviour.ring ?? 0))
  const today: Today = { ...at, behaviour, chance, ring, leavers: new Set() }
  // The first is the root, a name without a person.
  for (let i = 1; i < c.members.length; i++) {
    const member = c.members[i] as Member
    if (wantsOut) leave(c, member, today)
    else livesAs[member.role](c, member, today)
  }
  if (today.leavers.size === 0) return
  for (const position of c.positions)
    if (today.leavers.has(position.memberId)) position.unlockAsked = true
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
    const role = roleOf(behaviour, number)
    // A ring invites itself in a line, so that each is paid for the next.
    const inviter = role === 'ring' ? number - 1 : chance.below(c.members.length)
    const distributed = role === 'ring' || chance.happens(4_000)
    const member = join(c, at.day, { inviter, role, distributed })
    recharge(c, member, role === 'whale' ? 20_000n : BigInt(chance.between(20, 600)))
  }
}

function roleOf(behaviour: Behaviour, number: number): Role {
  if (number <= (behaviour.ring ?? 0)) return 'ring'
  return number === 1 && behaviour.whaleUntil !== undefined ? 'whale' : 'usual'
}

/** What a member of each role does on a day. */
const livesAs: Readonly<Record<Role, (c: Community, member: Member, today: Today) => void>> = {
  usual: actByChance,
  ring: tradeInRing,
  whale: actAsWhale,
}

function actByChance(c: Community, member: Member, { behaviour, day, chance }: Today): void {
  if (chance.happens(behaviour.recharge)) recharge(c, member, BigInt(chance.between(10, 300)))
  if (chance.happens(behaviour.subscribe)) subscribe(c, member, day, part(member.usdt, chance))
  if (chance.happens(behaviour.activate)) activate(c, member, part(member.leaf, chance))
  if (chance.happens(behaviour.sell)) sell(c, member, buyerOf(c, chance), chance)
  if (chance.happens(behaviour.exchange)) exchange(c, member, part(member.leaf, chance))
  if (chance.happens(behaviour.withdraw)) withdraw(c, member, part(member.usdt, chance))
}

/** Half of what is sold goes to a whale that is still there. */
function buyerOf(c: Community, chance: Chance): Member {
  const first = c.members[1]
  const whale = first?.role === 'whale' && first.usdt > 0n ? first : undefined
  if (whale && chance.happens(5_000)) return whale
  return c.members[1 + chance.below(c.members.length - 1)] as Member
}

/** Sells to and fro within the ring, and subscribes for coins to do it with. */
function tradeInRing(c: Community, member: Member, { day, ring, chance }: Today): void {
  if (member.leaf < 20n * ONE) {
    recharge(c, member, 300n)
    subscribe(c, member, day, part(member.usdt, chance))
  }
  const others = ring.filter(other => other !== member)
  if (others.length > 0) sell(c, member, chance.pick(others), chance)
}

/** All it may subscribe every day; from its hour on it leaves with everything. */
function actAsWhale(c: Community, member: Member, today: Today): void {
  const { behaviour, day, days } = today
  if (day / days >= (behaviour.whaleUntil ?? 1)) leave(c, member, today)
  else subscribe(c, member, day, member.usdt)
}

/** Everything is exchanged, unlocked and withdrawn. */
function leave(c: Community, member: Member, { leavers }: Today): void {
  exchange(c, member, member.leaf)
  withdraw(c, member, member.usdt)
  leavers.add(member.id)
}

/** What a member holds in all, at the exit price of the books: balances, orders, locked coins. */
export function wealthOf(c: Community, exitPrice: bigint): Map<string, bigint> {
  const wealth = new Map(c.members.map(({ id, usdt, leaf }) => [id, usdt + worth(leaf, exitPrice)]))
  const add = (id: string, value: bigint) => wealth.set(id, (wealth.get(id) ?? 0n) + value)
  for (const { memberId, amount } of c.orders) add(memberId, amount)
  for (const holders of [c.positions, c.asked, c.exchanges])
    for (const { memberId, quantity } of holders) add(memberId, worth(quantity, exitPrice))
  return wealth
}
