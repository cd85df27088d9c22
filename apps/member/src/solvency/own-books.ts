import { type Asset, parseAmount } from '@banyan/domain'

/** What the member's own pages tell of one asset. */
export interface AssetBooks {
  /** Available, frozen, locked and in escrow together, micro-units. */
  now: bigint
  /** Lines of the statement since about the instant that is asked about, newest first. */
  lines: readonly { at: string; amount: bigint; kind: string }[]
}
export type OwnBooks = Readonly<Record<Asset, AssetBooks>>

/** A transfer's instant is that of its beginning: within this much of the look either may be the earlier. */
export const EDGE_MS = 10_000

/** Multiples of a split of the coin. Rule book 2.11. */
const splits = [2n, 5n, 10n]

/**
 * Was this the balance at an instant, by what is there now less what the statement tells since? The
 * lines of a split are left out: it holds for everybody at one instant, and its lines are written later.
 * `unknown`: a split of after that instant would explain the difference; it is known when the next root is out.
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

/** A decimal of the statement, which may be below zero, in micro-units. */
export const unitsOf = (amount: string): bigint =>
  amount.startsWith('-') ? -parseAmount(amount.slice(1)) : parseAmount(amount)
