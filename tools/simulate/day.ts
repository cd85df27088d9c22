import { ONE } from '@banyan/domain'
import type { Chance } from '@banyan/economy'
import {
  activate,
  exchange,
  loseCustody,
  part,
  receive,
  receivePart,
  recharge,
  sell,
  subscribe,
  withdraw,
} from './acts.ts'
import type { Behaviour } from './behaviour.ts'
import { type Community, join, type Member, type Role } from './community.ts'
import { liveAsFlooder, liveAsSaver } from './flood.ts'
import { liveAsSniper } from './snipers.ts'
import { liveAsThief } from './thieves.ts'

/** The part of the simulated time before a day. */
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
  /** The number of the first member who may buy: who came before has left for good, or only recruits or snipes. */
  readonly firstBuyer: number
  /** Who wants the own positions unlocked. */
  readonly leavers: Set<string>
}

/** One day of a community, up to the cut-off: who comes, and what everybody wants. */
export function liveOneDay(c: Community, behaviour: Behaviour, at: Moment, chance: Chance): void {
  const wantsOut = at.leaveOn !== null && at.day >= at.leaveOn
  if (!wantsOut) welcome(c, behaviour, at, chance)
  const { income, receipts, loss } = behaviour
  if (income && at.day > 0 && at.day % income.everyDays === 0) receive(c, income.usdt)
  if (receipts && hasReceipt(receipts, at.day))
    receivePart(c, chance.between(500, receipts.mostBps))
  if (loss && at.day === Math.floor(at.days * loss.at)) loseCustody(c, loss.bps)
  const { ring: inRing = 0, recruiters = 0, snipers = 0, thieves = 0, flood } = behaviour
  const apart = recruiters + snipers + thieves + (flood ? flood.accounts + flood.wants.length : 0)
  const ring = c.members.slice(1, 1 + inRing)
  const firstBuyer = c.members.findIndex((one, i) => i > apart && !isOver(behaviour, one, at.day))
  const today: Today = { ...at, behaviour, chance, ring, firstBuyer, leavers: new Set() }
  // The first is the root, a name without a person.
  for (let i = 1; i < c.members.length; i++) {
    const member = c.members[i] as Member
    if (wantsOut || isOver(behaviour, member, at.day)) leave(c, member, today)
    else livesAs[member.role](c, member, today)
  }
  if (today.leavers.size === 0) return
  for (const position of c.positions)
    if (today.leavers.has(position.memberId)) position.unlockAsked = true
}

const hasReceipt = ({ everyDays }: { everyDays: number }, day: number): boolean =>
  day > 0 && day % everyDays === 0

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
    const role = roleOf(behaviour, number, chance)
    const inviter = inviterOf(c, behaviour, role, chance)
    const distributed = isDistributed(role, chance)
    const member = join(c, at.day, { inviter, role, distributed })
    if (bringsNothing.has(role)) continue
    recharge(c, member, role === 'whale' ? 20_000n : BigInt(chance.between(20, 600)))
  }
}

/** Who snipes or steals is paid nothing by the network, so that what it brings comes of the coins. */
const isDistributed = (role: Role, chance: Chance): boolean =>
  role === 'ring' ||
  role === 'recruiter' ||
  (role !== 'sniper' && role !== 'thief' && chance.happens(4_000))

/** Who puts money in by an own plan, or none. */
const bringsNothing: ReadonlySet<Role> = new Set([
  'recruiter',
  'sniper',
  'flooder',
  'saver',
  'thief',
])

/** `number`: by the order of joining, from 1. */
function roleOf(behaviour: Behaviour, number: number, chance: Chance): Role {
  const { ring = 0, recruiters = 0, speculators = 0, snipers = 0, thieves = 0 } = behaviour
  const { flood, whaleUntil } = behaviour
  if (number <= ring) return 'ring'
  if (number <= recruiters) return 'recruiter'
  if (number <= snipers) return 'sniper'
  if (number <= thieves) return 'thief'
  if (flood && number <= flood.accounts) return 'flooder'
  if (flood && number <= flood.accounts + flood.wants.length) return 'saver'
  if (number === 1 && whaleUntil !== undefined) return 'whale'
  return speculators > 0 && chance.happens(speculators) ? 'speculator' : 'usual'
}

/** The inviter of a new member: a ring invites itself in a line, so that each is paid for the next. */
function inviterOf(c: Community, { recruiters }: Behaviour, role: Role, chance: Chance): number {
  if (role === 'ring') return c.members.length - 1
  if (role === 'recruiter') return 0
  return recruiters === undefined ? chance.below(c.members.length) : chance.between(1, recruiters)
}

/** What a member of each role does on a day. */
const livesAs: Readonly<Record<Role, (c: Community, member: Member, today: Today) => void>> = {
  usual: actByChance,
  ring: tradeInRing,
  whale: actAsWhale,
  speculator: actAsSpeculator,
  sniper: actAsSniper,
  flooder: (c, member, { behaviour: { flood }, day }) =>
    flood && liveAsFlooder(c, member, day, flood),
  saver: (c, member, { behaviour: { flood }, day }) => flood && liveAsSaver(c, member, day, flood),
  thief: actAsThief,
  // Who only recruits pays nothing in and has nothing to trade.
  recruiter: () => {},
}

function actByChance(c: Community, member: Member, today: Today): void {
  const { behaviour, day, chance } = today
  if (chance.happens(behaviour.recharge)) recharge(c, member, BigInt(chance.between(10, 300)))
  if (chance.happens(behaviour.subscribe)) subscribe(c, member, day, part(member.usdt, chance))
  if (chance.happens(behaviour.activate)) activate(c, member, part(member.leaf, chance))
  if (chance.happens(behaviour.sell)) {
    sell(c, { seller: member, buyer: buyerOf(c, today), day }, chance)
  }
  if (chance.happens(behaviour.exchange)) exchange(c, member, part(member.leaf, chance))
  if (chance.happens(behaviour.withdraw)) withdraw(c, member, part(member.usdt, chance))
}

/** True when a member has reached their leave day, in a community whose members all leave. */
const isOver = ({ stayDays }: Behaviour, { joined }: Member, day: number): boolean =>
  stayDays !== undefined && day - joined >= stayDays

/** A random member who has not left; half of the sales go to a whale that has not left. */
function buyerOf(c: Community, { chance, firstBuyer }: Today): Member {
  const first = c.members[1]
  const whale = first?.role === 'whale' && first.usdt > 0n ? first : undefined
  if (whale && chance.happens(5_000)) return whale
  return c.members[firstBuyer + chance.below(c.members.length - firstBuyer)] as Member
}

/** Sells to and fro within the ring, and subscribes for coins to do it with. */
function tradeInRing(c: Community, member: Member, { day, ring, chance }: Today): void {
  if (member.leaf < 20n * ONE) {
    recharge(c, member, 300n)
    subscribe(c, member, day, part(member.usdt, chance))
  }
  const others = ring.filter(other => other !== member)
  if (others.length > 0) sell(c, { seller: member, buyer: chance.pick(others), day }, chance)
}

/** All it may subscribe every day; from its hour on it leaves with everything. */
function actAsWhale(c: Community, member: Member, today: Today): void {
  const { behaviour, day, days } = today
  if (day / days >= (behaviour.whaleUntil ?? 1)) leave(c, member, today)
  else subscribe(c, member, day, member.usdt)
}

/** All the limits allow is subscribed, and given back as soon as it is there. */
function actAsSpeculator(c: Community, member: Member, { day }: Today): void {
  if (member.leaf > 0n) exchange(c, member, member.leaf)
  else subscribe(c, member, day, member.usdt)
}

/** Buys for receipts, by an own plan. */
function actAsSniper(c: Community, member: Member, { behaviour, day, leavers }: Today): void {
  const { receipts } = behaviour
  const isEve = receipts !== undefined && hasReceipt(receipts, day + 1)
  if (liveAsSniper(c, member, { day, isEve })) leavers.add(member.id)
}

/** Tries to claim the payment of another buyer to a seller. */
function actAsThief(c: Community, thief: Member, today: Today): void {
  // Before the first other member has joined there is no victim.
  if (today.firstBuyer < 0) return
  const [seller, victim] = [buyerOf(c, today), buyerOf(c, today)]
  liveAsThief(c, { seller, victim, thief, day: today.day }, today.chance)
}

/** Everything is exchanged, unlocked and withdrawn. */
function leave(c: Community, member: Member, { leavers }: Today): void {
  exchange(c, member, member.leaf)
  withdraw(c, member, member.usdt)
  leavers.add(member.id)
}
