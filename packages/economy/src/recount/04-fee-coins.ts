import type { Accounts } from './accounts.ts'
import { partOf, partUp, type RecountInput, valueAt } from './input.ts'

/** Recomputes step 4. */
export function burnFees(
  { fees, parameters: rules }: RecountInput,
  accounts: Accounts,
  exit: bigint,
) {
  let burned = 0n
  for (const { coins } of fees) burned += BigInt(coins)
  const redeemed = valueAt(burned, exit)
  const toDynamic = partUp(redeemed, rules.feeToDynamicBps)
  const toStatic = partOf(redeemed, rules.feeToStaticBps)
  const toOps = partOf(redeemed, rules.feeToOpsBps)
  const toRisk = redeemed - (toDynamic + toStatic + toOps)
  accounts.add('outstanding', -burned)
  accounts.move('reserve', 'poolDynamic', toDynamic)
  accounts.move('reserve', 'poolStatic', toStatic)
  accounts.move('reserve', 'ops', toOps)
  accounts.move('reserve', 'risk', toRisk)
  return { burned, redeemed, toStatic, toDynamic, toOps, toRisk }
}
