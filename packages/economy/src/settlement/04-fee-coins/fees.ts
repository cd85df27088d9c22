import { ceilDiv, floorDiv, type Leaf, type Price, type Usdt } from '@banyan/domain'
import { type Parameters, parametersV1 } from '../../parameters.ts'
import { worth } from '../../price.ts'

/** The fee coins of a run: redeemed = the four parts. Rule book 2.5. */
export interface FeeBooking {
  /** Coins out of FEE.coin, micro-LEAF. */
  readonly burned: Leaf
  /** Their value, paid out of RESERVE, micro-USDT. */
  readonly redeemed: Usdt
  readonly toStatic: Usdt
  readonly toDynamic: Usdt
  readonly toOps: Usdt
  readonly toRisk: Usdt
}

const WHOLE = 10_000n

/**
 * Redeems fee coins at the exit mark and divides their value: dynamic rounded up, static and OPS
 * down, RISK takes the rest. Rule book 2.5, step 4.
 */
export function redeemFees(
  burned: Leaf,
  exitPrice: Price,
  p: Parameters = parametersV1,
): FeeBooking {
  const redeemed = worth(burned, exitPrice)
  const toStatic = floorDiv(redeemed * BigInt(p.feeToStaticBps), WHOLE)
  const toDynamic = ceilDiv(redeemed * BigInt(p.feeToDynamicBps), WHOLE)
  const toOps = floorDiv(redeemed * BigInt(p.feeToOpsBps), WHOLE)
  const toRisk = redeemed - toStatic - toDynamic - toOps
  return { burned, redeemed, toStatic, toDynamic, toOps, toRisk }
}
