import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { repository } from '../bootstrap/repository.ts'
import { projectNames } from './projects.ts'
import { readReports } from './results.ts'

/** Files that are shorter are not worth a line. */
const shortestSeconds = 3

/** Records how long the files of the last whole run took, for the order of the next (see sequencer.ts). */
const files = readReports(projectNames).flatMap(report => {
  if (report === undefined) throw new Error('run the whole of npm test first')
  return report.testResults
})
const times = files
  .map(({ name, startTime, endTime }) => ({
    name: relative(repository, name),
    seconds: Math.round((endTime - startTime) / 1000),
  }))
  .filter(({ seconds }) => seconds >= shortestSeconds)
  .sort((left, right) => (left.name < right.name ? -1 : 1))
const table = Object.fromEntries(times.map(({ name, seconds }) => [name, seconds]))
writeFileSync(new URL('./times.json', import.meta.url), `${JSON.stringify(table, null, 2)}\n`)
