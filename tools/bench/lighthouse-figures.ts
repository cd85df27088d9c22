/** What one load of a page came to. */
export interface Figures {
  performance: number
  accessibility: number
  bestPractices: number
  fcpMs: number
  lcpMs: number
  tbtMs: number
  /** Cumulative layout shift, without unit. */
  cls: number
  /**
   * Lighthouse's own figure of the processor before it is slowed down four times. Chrome's tools take 264 for a phone
   * of the low class and 1,000 for one of the middle.
   */
  processor: number
  /** Audits below 0.9. */
  failed: string[]
}

/** At least these scores, at most these times. */
const wanted = { performance: 100, accessibility: 100, bestPractices: 100, lcpMs: 1200, tbtMs: 200 }

/** The median of each figure; the failed audits of the run whose performance is the median. */
export function medianOf(runs: readonly Figures[]): Figures {
  const sorted = [...runs].sort((a, b) => a.performance - b.performance)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]
  if (!middle) throw new RangeError('no run, no median')
  const median = (of: Exclude<keyof Figures, 'failed'>): number =>
    runs.map(run => run[of]).sort((a, b) => a - b)[Math.floor((runs.length - 1) / 2)] ?? Number.NaN
  return {
    performance: median('performance'),
    accessibility: median('accessibility'),
    bestPractices: median('bestPractices'),
    fcpMs: median('fcpMs'),
    lcpMs: median('lcpMs'),
    tbtMs: median('tbtMs'),
    cls: median('cls'),
    processor: median('processor'),
    failed: middle.failed,
  }
}

/** True when every figure reaches its target. */
export const reached = (figures: Figures): boolean =>
  figures.performance >= wanted.performance &&
  figures.accessibility >= wanted.accessibility &&
  figures.bestPractices >= wanted.bestPractices &&
  figures.lcpMs <= wanted.lcpMs &&
  figures.tbtMs < wanted.tbtMs

/** The results for the eyes. */
export function tableOf(results: Readonly<Record<string, Figures>>): string {
  const head = [
    'page',
    'perf',
    'a11y',
    'best',
    'FCP ms',
    'LCP ms',
    'TBT ms',
    'CLS',
    'processor',
    '',
  ]
  const rows = Object.entries(results).map(([name, one]) => [
    name,
    one.performance,
    one.accessibility,
    one.bestPractices,
    one.fcpMs,
    one.lcpMs,
    one.tbtMs,
    one.cls,
    one.processor,
    reached(one) ? 'reached' : `missed: ${one.failed.join(', ')}`,
  ])
  return [head, ...rows]
    .map(cells =>
      cells
        .map((cell, place) => (place === 0 ? String(cell).padEnd(18) : String(cell).padStart(7)))
        .join(' '),
    )
    .join('\n')
}
