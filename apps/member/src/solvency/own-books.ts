import { type Asset, parseAmount } from '@banyan/domain'

/** The figures of the member's own pages for one asset. */
export interface AssetBooks {
  /** Available, frozen, locked and in escrow together, micro-units. */
  now: bigint
  /** Lines of the statement since about the instant in question, newest first. */
  lines: readonly { at: string; amount: bigint; kind: string }[]
}
export type OwnBooks = Readonly<Record<Asset, AssetBooks>>

/**
 * A transfer's instant is that of its beginning: within this much of the snapshot either may be the
 * earlier.
 */
export const EDGE_MS = 10_000

/** Multiples of a split of the coin. Rule book 2.11. */
const splits = [2n, 5n, 10n]

/**
 * Checks whether this was the balance at an instant, from the current balance minus the later lines
 * of the statement. The lines of a split are left out: it takes effect for everybody at one
 * instant, and its lines are written later. `unknown`: a split after that instant would explain the
 * difference; the next root decides it.
 */
export function agreesWith(
  asset: Asset,
  proven: bigint,
  { now, lines }: AssetBooks,
  instant: string,
): 'yes' | 'no' | 'unknown' {
  const taken = Date.parse(instant)
  const moves = lines.filter(line => line.kind !== 'split')
  const after = moves.filter(line => Date.parse(line.at) > taken + EDGE_MS)
  let then = now - after.reduce((sum, line) => sum + line.amount, 0n)
  const atEdge = moves.filter(line => Math.abs(Date.parse(line.at) - taken) <= EDGE_MS)
  const possible = [then, ...atEdge.map(line => (then -= line.amount))]
  if (possible.includes(proven)) return 'yes'
  if (asset === 'USDT') return 'no'
  return splits.some(multiple => possible.includes(proven * multiple)) ? 'unknown' : 'no'
}

/** A decimal of the statement, which may be negative, in micro-units. */
export const unitsOf = (amount: string): bigint =>
  amount.startsWith('-') ? -parseAmount(amount.slice(1)) : parseAmount(amount)
