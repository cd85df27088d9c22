import { partOf, partUp, type RecountInput, valueAt } from './input.ts'
import type { Vault } from './vault.ts'

/** Recomputes step 4. */
export function burnFees({ fees, parameters: rules }: RecountInput, vault: Vault, exit: bigint) {
  let burned = 0n
  for (const { coins } of fees) burned += BigInt(coins)
  const redeemed = valueAt(burned, exit)
  const toDynamic = partUp(redeemed, rules.feeToDynamicBps)
  const toStatic = partOf(redeemed, rules.feeToStaticBps)
  const toOps = partOf(redeemed, rules.feeToOpsBps)
  const toRisk = redeemed - (toDynamic + toStatic + toOps)
  vault.add('outstanding', -burned)
  vault.move('reserve', 'poolDynamic', toDynamic)
  vault.move('reserve', 'poolStatic', toStatic)
  vault.move('reserve', 'ops', toOps)
  vault.move('reserve', 'risk', toRisk)
  return { burned, redeemed, toStatic, toDynamic, toOps, toRisk }
}
