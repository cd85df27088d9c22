import type { Community } from './community.ts'

/** Everything that the platform owes, to members, reserve, pools and itself, and income that waits; micro-USDT. */
function owed(c: Community): bigint {
  const { reserve, poolStatic, poolDynamic, ops, risk, income = 0n } = c.books
  let sum = reserve + poolStatic + poolDynamic + ops + risk + income
  for (const { usdt } of c.members) sum += usdt
  for (const { amount } of c.orders) sum += amount
  for (const { amount } of c.receipts) sum += amount
  return sum
}

/** All coins in accounts and positions, micro-LEAF. */
function coins(c: Community): bigint {
  let sum = c.seed
  for (const { leaf } of c.members) sum += leaf
  for (const holders of [c.positions, c.asked, c.exchanges])
    for (const { quantity } of holders) sum += quantity
  for (const fee of c.fees) sum += fee.coins
  return sum
}

/**
 * Checks what must hold before and after every settlement. Returns what custody holds of each USDT
 * owed, in millionths. @throws Error that names the breach: it is a fault of the rules or of the
 * simulation.
 */
export function audit(c: Community): bigint {
  const { shortfall, outstanding, ...accounts } = c.books
  for (const [name, amount] of Object.entries(accounts)) {
    if (amount < 0n) throw new Error(`${name} is ${amount}`)
  }
  const debts = owed(c)
  if (c.custody + shortfall !== debts)
    throw new Error(
      `custody ${c.custody} and shortfall ${shortfall} are not what is owed, ${debts}`,
    )
  const held = coins(c)
  if (held !== outstanding)
    throw new Error(`${held} coins are held, ${outstanding} are outstanding`)
  for (const member of c.members) {
    if (member.usdt < 0n || member.leaf < 0n) throw new Error(`${member.id} is below zero`)
  }
  return (c.custody * 1_000_000n) / debts
}
