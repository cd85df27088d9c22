import { relative } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { repository } from '../bootstrap/repository.ts'
import { replayCommand, seedOfRun } from './seed.ts'

/**
 * Set-up of every test file with properties: all draw from the seed of the run, and a failure
 * prints how to repeat it.
 */
fc.configureGlobal({
  seed: seedOfRun(),
  // A property that ran out of time has proved nothing.
  markInterruptAsFailure: true,
  reporter: run => {
    if (!run.failed) return
    const file = relative(repository, expect.getState().testPath ?? '')
    const message = `${fc.defaultReportMessage(run)}\nAgain: ${replayCommand(seedOfRun(), file)}`
    throw new Error(message, { cause: run.errorInstance })
  },
})
