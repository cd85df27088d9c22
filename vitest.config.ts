import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { excludes, includes, type Project } from './tools/test-run/projects.ts'
import { LongestFirst } from './tools/test-run/sequencer.ts'

const cores = availableParallelism()

/** The files of a project; what is installed or built has none. */
const filesOf = (name: Project) => ({
  ...patient,
  name,
  include: [...includes[name]],
  exclude: [...(excludes[name] ?? []), '**/node_modules/**', '**/dist/**'],
})

/** A failure names the values that differ, not their number. */
const wholeValues = { chaiConfig: { truncateThreshold: 2_000 } }

/** A claim that waits for something is decided by whether it comes, not by how busy the machine is. */
const patient = { expect: { poll: { timeout: 60_000, interval: 50 } }, ...wholeValues }

/** Only what never ends takes that long, on however busy a machine. */
const unitLimits = { testTimeout: 180_000, hookTimeout: 180_000 }
const integrationLimits = { testTimeout: 180_000, hookTimeout: 300_000 }
/**
 * A journey takes minutes of a person's time. Files share a process, because each opens a browser
 * of its own and keeps nothing here, and Playwright takes more than a second to load.
 */
const browserLimits = { testTimeout: 1_200_000, hookTimeout: 600_000, isolate: false }

/** Six projects, so that each kind of claim can be run alone and beside the others. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...filesOf('unit'),
          ...unitLimits,
          // The style's own figures are read as text; every other style is left out, as usual.
          css: { include: [/styles\.css\?raw$/] },
          // A process for each core, not for each file: to start one takes longer than most files do.
          isolate: false,
          globalSetup: ['tools/testing/print-seed.ts'],
          setupFiles: ['vitest.setup.ts', 'tools/testing/properties.setup.ts'],
          maxWorkers: cores,
        },
      },
      {
        test: {
          ...filesOf('integration'),
          globalSetup: ['tools/testing/print-seed.ts', 'tools/test-run/databases.ts'],
          setupFiles: [
            'tools/testing/properties.setup.ts',
            'apps/server/src/testing/password-hashes.setup.ts',
          ],
          ...integrationLimits,
          // Loading the server's modules anew for each file takes longer than most files do.
          isolate: false,
          // Each has a PostgreSQL of its own.
          maxWorkers: Math.min(cores, 4),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: { ...filesOf('tidy'), ...unitLimits, maxWorkers: cores, sequence: { groupOrder: 2 } },
      },
      {
        test: { ...filesOf('kit'), ...browserLimits, maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
      {
        test: {
          ...filesOf('pages'),
          ...browserLimits,
          globalSetup: ['e2e/matrix/shared-product.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...filesOf('journeys'),
          ...browserLimits,
          globalSetup: ['e2e/seeded.ts'],
          maxWorkers: cores,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
})
