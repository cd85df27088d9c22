import type { Community } from './community.ts'

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n)

/** Everything that the house owes, to members, reserve, pools and itself, and income not booked yet; micro-USDT. */
export function owed(c: Community): bigint {
  const { reserve, poolStatic, poolDynamic, ops, risk } = c.books
  const members =
    total(c.members.map(({ usdt }) => usdt)) + total(c.orders.map(({ amount }) => amount))
  const income = total(c.receipts.map(({ amount }) => amount))
  return members + income + reserve + poolStatic + poolDynamic + ops + risk
}

/** Every coin that somebody can point at, micro-LEAF. */
export const coins = (c: Community): bigint =>
  c.seed +
  total(c.members.map(({ leaf }) => leaf)) +
  total([...c.positions, ...c.asked, ...c.exchanges].map(({ quantity }) => quantity)) +
  total(c.fees.map(fee => fee.coins))

/**
 * What must hold at the end of every day. @throws Error that names what does not: a simulation that
 * breaks an invariant has found a fault in the rules or in itself.
 */
export function audit(c: Community): void {
  const { reserve, poolStatic, poolDynamic, ops, risk, shortfall, outstanding } = c.books
  for (const [name, amount] of Object.entries({ reserve, poolStatic, poolDynamic, ops, risk })) {
    if (amount < 0n) throw new Error(`${name} is ${amount}`)
  }
  if (c.custody + shortfall !== owed(c)) {
    throw new Error(
      `custody ${c.custody} and shortfall ${shortfall} are not what is owed, ${owed(c)}`,
    )
  }
  if (coins(c) !== outstanding)
    throw new Error(`${coins(c)} coins are held, ${outstanding} are outstanding`)
  for (const member of c.members) {
    if (member.usdt < 0n || member.leaf < 0n) throw new Error(`${member.id} is below zero`)
  }
}
