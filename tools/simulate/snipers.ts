import { ONE } from '@banyan/domain'
import { activate, exchange, recharge, subscribe } from './acts.ts'
import type { Community, Member } from './community.ts'
import type { Plan, Sniper } from './strategies.ts'

/** Nights that are tried: to lock takes a night to get in and one to get out. */
const NIGHTS = 10
const LOCKED_FROM = 3
/**
 * What a trip is made with, the least that can be subscribed: the 1 % that snipers themselves leave
 * behind lifts the price for those who stay longer, and is not what is measured.
 */
const STAKE = 50n

const allNights = Array.from({ length: NIGHTS }, (_, i) => i + 1)
/** Every way that is tried, one sniper for each. */
export const plans: readonly Plan[] = [
  ...allNights.map(nights => ({ nights, locks: false })),
  ...allNights.slice(LOCKED_FROM - 1).map(nights => ({ nights, locks: true })),
]

/**
 * One day of the members who buy for receipts: an order on the eve of one, coins locked or kept,
 * given back a fixed number of nights later. `isEve`: a receipt arrives tomorrow. Returns whether
 * the position is to be unlocked.
 */
export function liveAsSniper(
  c: Community,
  member: Member,
  at: { day: number; isEve: boolean },
): boolean {
  const sniper = sniperOf(c, member)
  const { nights, locks } = sniper.plan
  const age = sniper.under === null ? null : at.day - sniper.under.since
  if (age === nights + 1) comeHome(sniper, member)
  if (sniper.under === null && at.isEve) setOut(c, sniper, member, at.day)
  else if (age === 1 && locks && nights >= LOCKED_FROM) activate(c, member, member.leaf)
  // On the last day, when an unlocked position is free again.
  if (age === nights) exchange(c, member, member.leaf)
  return age === nights - 1
}

function setOut(c: Community, sniper: Sniper, member: Member, day: number): void {
  if (member.usdt < STAKE * ONE) recharge(c, member, STAKE)
  sniper.under = { since: day, usdt: member.usdt, fills: member.issued.length }
  subscribe(c, member, day, STAKE * ONE)
}

/** What nothing was filled of was no trip. */
function comeHome(sniper: Sniper, member: Member): void {
  const { usdt, fills } = sniper.under as NonNullable<Sniper['under']>
  const spent = member.issued.slice(fills).reduce((sum, { amount }) => sum + amount, 0n)
  if (spent > 0n) sniper.trips.push({ spent, gained: member.usdt - usdt })
  sniper.under = null
}

function sniperOf({ snipers, members }: Community, member: Member): Sniper {
  const known = snipers.get(member.id)
  if (known) return known
  const plan = plans[members.indexOf(member) - 1]
  if (!plan) throw new Error(`${member.id} has no plan`)
  const fresh: Sniper = { plan, trips: [], under: null }
  snipers.set(member.id, fresh)
  return fresh
}

/** What the trips of one plan came to, millionths of what was paid for the coins. */
export interface PlanOutcome extends Plan {
  readonly trips: number
  readonly mean: bigint
  readonly best: bigint
}

/** The outcome of each plan; empty without snipers. */
export const planOutcomes = ({ snipers }: Community): PlanOutcome[] =>
  [...snipers.values()].map(({ plan, trips }) => {
    const gains = trips.map(({ spent, gained }) => (gained * 1_000_000n) / spent)
    const sum = gains.reduce((a, b) => a + b, 0n)
    return {
      ...plan,
      trips: trips.length,
      mean: trips.length === 0 ? 0n : sum / BigInt(trips.length),
      best: gains.reduce((a, b) => (a > b ? a : b), gains[0] ?? 0n),
    }
  })
