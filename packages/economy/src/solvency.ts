import { floorDiv, type Usdt } from '@banyan/domain'

/** The solvency ratio of the glossary is in millionths. */
export const RATIO_SCALE = 1_000_000n

/** Custody ÷ everything owed, in millionths and rounded down; null while nothing is owed. */
export const solvencyRatio = (custody: Usdt, owed: Usdt): bigint | null =>
  owed === 0n ? null : floorDiv(custody * RATIO_SCALE, owed)
