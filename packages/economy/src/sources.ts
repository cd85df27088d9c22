import { floorDiv, type Usdt } from '@banyan/domain'

/** An amount by where it came from: fees of members' trades, and income from outside. Micro-USDT. */
export interface BySource {
  readonly fees: Usdt
  readonly income: Usdt
}

/** What a run moved into POOL.static and out of it, apart from what its positions were paid. Micro-USDT. */
export interface PoolFlows {
  /** Borne of a loss, before anything came in. */
  readonly lost: Usdt
  /** The pool's share of the run's fees. */
  readonly fees: Usdt
  /** Its share of the outside income that the run released. */
  readonly income: Usdt
}

/** The static pool of a run by where its money came from. */
export interface RunSources {
  /** Before anything is paid. */
  readonly pool: BySource
  /** What the run offers: D. */
  readonly released: BySource
  readonly paid: BySource
  /** What stays for the next run. */
  readonly left: BySource
}

export const totalOf = ({ fees, income }: BySource): Usdt => fees + income

/**
 * Splits an amount taken out of a pool by source: floor6(amount × income ÷ pool) is outside income,
 * the rest is fees. Both together are the amount; income from outside is never shown as more than it
 * was.
 */
export function partOf(amount: Usdt, pool: BySource): BySource {
  const all = totalOf(pool)
  const income = all === 0n ? 0n : floorDiv(amount * pool.income, all)
  return { fees: amount - income, income }
}

/**
 * Where the static pay of a run comes from, given what the run before left: each unit that leaves the
 * pool is of both sources in the proportion in which the pool is. docs/decisions/pay-by-source.md.
 */
export function sourcesOfRun(
  before: BySource,
  { lost, fees, income }: PoolFlows,
  { released, paid }: { released: Usdt; paid: Usdt },
): RunSources {
  const kept = less(before, partOf(lost, before))
  const pool = { fees: kept.fees + fees, income: kept.income + income }
  const out = partOf(paid, pool)
  return { pool, released: partOf(released, pool), paid: out, left: less(pool, out) }
}

const less = (from: BySource, part: BySource): BySource => ({
  fees: from.fees - part.fees,
  income: from.income - part.income,
})
