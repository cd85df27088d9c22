import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { repository } from '../bootstrap/repository.ts'

/** Seconds of the files that take the longest, as `npm run test:times` has recorded them. */
const recorded: Record<string, number> = JSON.parse(
  readFileSync(new URL('./times.json', import.meta.url), 'utf8'),
)

/** A file without a recorded time is short, or new: it does not come last, in case it is long. */
const unknownSeconds = 2

/** Begins the longest files first, so that no processor waits at the end for one of them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) =>
      recorded[relative(repository, moduleId)] ?? unknownSeconds
    return [...files].sort(
      (left, right) => seconds(right) - seconds(left) || (left.moduleId < right.moduleId ? -1 : 1),
    )
  }
}
