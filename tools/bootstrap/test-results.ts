/** The parts of vitest's JSON report that we read. */
export interface VitestReport {
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; duration?: number | null }[]
  }[]
}

export interface Tally {
  passed: number
  failed: number
  /** Slowest first. */
  slowest: { name: string; ms: number }[]
}

const slowestShown = 10

/**
 * Sums the reports of several runs. A test file that could not even be loaded holds no test, and
 * counts as one failure; so does a run that left no report.
 */
export function tally(reports: readonly (VitestReport | undefined)[]): Tally {
  const files = reports.flatMap(report => report?.testResults ?? [])
  const tests = files.flatMap(file => file.assertionResults)
  const count = (status: string) => tests.filter(test => test.status === status).length
  const unloaded = files.filter(
    file =>
      file.status === 'failed' && file.assertionResults.every(test => test.status !== 'failed'),
  ).length
  const missing = reports.filter(report => report === undefined).length
  return {
    passed: count('passed'),
    failed: count('failed') + unloaded + missing,
    slowest: tests
      .map(test => ({ name: test.fullName.trim(), ms: Math.round(test.duration ?? 0) }))
      .sort((left, right) => right.ms - left.ms)
      .slice(0, slowestShown),
  }
}
