import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { repository } from '../bootstrap/repository.ts'
import type { Project } from './projects.ts'
import type { StageEnd } from './stages.ts'

/** The parts of vitest's JSON report that are read here. */
export interface VitestReport {
  success: boolean
  testResults: {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
    assertionResults: {
      fullName: string
      status: string
      duration?: number | null
      failureMessages?: string[]
    }[]
  }[]
}

export interface Tally {
  passed: number
  failed: number
  /** Slowest first. */
  slowest: { name: string; ms: number }[]
}

/** A claim that did not hold, or a file that could not be loaded. */
export interface Failure {
  file: string
  name: string
  /** The first lines of what went wrong. */
  message: string
}

const slowestShown = 10
const messageLines = 12
const messageLength = 1_200

/** Where vitest leaves the report of a project. */
export function reportOf(project: Project): string {
  return join(repository, '.cache/test-run', `${project}.json`)
}

/** The reports of projects that ran; undefined for one that left none. */
export function readReports(projects: readonly Project[]): (VitestReport | undefined)[] {
  return projects
    .map(reportOf)
    .map(file => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined))
}

/**
 * Sums the reports of several runs. A test file that could not even be loaded holds no test, and
 * counts as one failure; so does a run that left no report.
 */
export function tally(reports: readonly (VitestReport | undefined)[]): Tally {
  const tests = reports
    .flatMap(report => report?.testResults ?? [])
    .flatMap(file => file.assertionResults)
  const missing = reports.filter(report => report === undefined).length
  return {
    passed: tests.filter(test => test.status === 'passed').length,
    failed: failuresOf(reports).length + missing,
    slowest: tests
      .map(test => ({ name: test.fullName.trim(), ms: Math.round(test.duration ?? 0) }))
      .sort((left, right) => right.ms - left.ms)
      .slice(0, slowestShown),
  }
}

/** What failed, by file, for the end of the output: of a long log only the end may be kept. */
export function failuresOf(reports: readonly (VitestReport | undefined)[]): Failure[] {
  return reports
    .flatMap(report => report?.testResults ?? [])
    .flatMap(file => {
      const failed = file.assertionResults.filter(test => test.status === 'failed')
      if (failed.length === 0 && file.status === 'failed')
        return [{ file: file.name, name: 'the file itself', message: shorten(file.message) }]
      return failed.map(test => ({
        file: file.name,
        name: test.fullName.trim(),
        message: shorten((test.failureMessages ?? []).join('\n')),
      }))
    })
}

function shorten(message: string): string {
  return stripVTControlCharacters(message)
    .split('\n')
    .slice(0, messageLines)
    .join('\n')
    .slice(0, messageLength)
}

/**
 * Prints the slowest claims, the time of each stage with how long it waited for others, what
 * failed, and the sum.
 * @returns the exit code: 0 when every stage passed and no test failed.
 */
export function printSummary(run: {
  ends: readonly StageEnd[]
  reports: readonly (VitestReport | undefined)[]
  /** Of the processors' time since the run began, the part in which they had nothing to do. */
  idleShare: number
}): number {
  const { passed, failed, slowest } = tally(run.reports)
  console.log('\nSlowest')
  for (const { name, ms } of slowest) console.log(`  ${String(ms).padStart(7)} ms  ${name}`)
  console.log(`\n${stageTable(run.ends)}`)
  const whole = Math.max(0, ...run.ends.map(({ endedMs }) => endedMs))
  const idle = Math.round(run.idleShare * 100)
  console.log(`\n${seconds(whole)} s in all, with the processors idle for ${idle} % of it`)
  const unfinished = run.ends.filter(({ outcome }) => outcome !== 'passed')
  for (const { name, outcome } of unfinished) console.log(`${name}: ${outcome}`)
  for (const { file, name, message } of failuresOf(run.reports)) {
    console.log(`\nFailed: ${relative(repository, file)}\n  ${name}`)
    if (message !== '') console.log(message.replaceAll(/^/gm, '    '))
  }
  const isSound = run.reports.every(report => report?.success) && unfinished.length === 0
  console.log(`\n${passed} passed, ${failed} failed`)
  return isSound && failed === 0 ? 0 : 1
}

/** A line for each stage, in the order of their begins. */
export function stageTable(ends: readonly StageEnd[]): string {
  const rows = [...ends]
    .sort((left, right) => left.beganMs - right.beganMs || left.endedMs - right.endedMs)
    .map(({ name, beganMs, endedMs }) => [name, seconds(beganMs), seconds(endedMs - beganMs)])
  const all = [['Stage', 'waited s', 'took s'], ...rows]
  const widths = [0, 1, 2].map(column => Math.max(...all.map(row => (row[column] ?? '').length)))
  return all
    .map(row =>
      row
        .map((text, column) =>
          column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1)
}
