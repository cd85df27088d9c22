import { floorDiv, type Usdt } from '@banyan/domain'

/** The glossary's solvency ratio is told in millionths. */
export const RATIO_SCALE = 1_000_000n

/** Custody ÷ everything owed, in millionths and rounded down; null while nothing is owed. */
export const solvencyRatio = (custody: Usdt, owed: Usdt): bigint | null =>
  owed === 0n ? null : floorDiv(custody * RATIO_SCALE, owed)
