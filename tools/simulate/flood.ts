import { ONE } from '@banyan/domain'
import { recharge, subscribe } from './acts.ts'
import type { Community, Member } from './community.ts'

/** Members of a flood: they order all that the limits allow, every day, from one day on. */
export interface Flood {
  readonly accounts: number
  /** The day from which on, where accounts are no longer young. */
  readonly from: number
  /** What an honest member wants from that day on, whole USDT; one for each of these. */
  readonly wants: readonly number[]
}

/** The money of a flooding account: more than its limits let it use. */
const PURSE = 6_000n

/** A day of a flooding account. */
export function liveAsFlooder(c: Community, member: Member, day: number, { from }: Flood): void {
  if (day < from) return
  if (day === from) recharge(c, member, PURSE)
  subscribe(c, member, day, member.usdt)
}

/** A day of an honest member: orders what is still wanted. */
export function liveAsSaver(c: Community, member: Member, day: number, flood: Flood): void {
  if (day < flood.from) return
  const first = c.members.findIndex(({ role }) => role === 'saver')
  const wants = BigInt(flood.wants[c.members.indexOf(member) - first] ?? 0) * ONE
  const saver = c.savers.get(member.id) ?? { wants, nights: [] }
  c.savers.set(member.id, saver)
  if (day === flood.from) recharge(c, member, wants / ONE)
  const got = member.issued.reduce((sum, { amount }) => sum + amount, 0n)
  if (day > flood.from && saver.nights.length < day - flood.from) {
    const before = saver.nights.reduce((sum, amount) => sum + amount, 0n)
    saver.nights.push(got - before)
  }
  const open = wants - got
  // What is below the smallest order is let go.
  if (open > 0n) subscribe(c, member, day, open)
}

/** What an honest member got of what was wanted: in the first night, and after how many all of it that can be ordered. */
export interface SaverOutcome {
  readonly wants: bigint
  readonly firstNight: bigint
  readonly nights: number | null
}

/** The outcome of each honest member; empty without a flood. */
export const saverOutcomes = ({ savers, p }: Community): SaverOutcome[] =>
  [...savers.values()].map(({ wants, nights }) => {
    let got = 0n
    const last = nights.findIndex(amount => {
      got += amount
      return wants - got < p.subscriptionMinimumUsdt
    })
    return { wants, firstNight: nights[0] ?? 0n, nights: last < 0 ? null : last + 1 }
  })
