import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const cores = availableParallelism()

/** Four projects, so that each kind of claim can be run alone. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // The style's own figures are read as text; every other style is left out, as usual.
          css: { include: [/styles\.css\?raw$/] },
          include: ['{packages,apps,tools}/**/*.test.{ts,tsx}'],
          exclude: [
            '**/*.db.test.ts',
            '**/*.browser.test.tsx',
            'tools/tidy/**',
            '**/node_modules/**',
            '**/dist/**',
          ],
          // A process for each core, not for each file: to start one takes longer than most files do.
          isolate: false,
          setupFiles: ['vitest.setup.ts'],
          maxWorkers: cores,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,apps,tools}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['tools/bootstrap/test-services.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // Each has a PostgreSQL of its own.
          maxWorkers: Math.min(cores, 4),
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'tidy',
          include: ['tools/tidy/**/*.test.ts'],
          maxWorkers: cores,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/seeded-house.ts'],
          testTimeout: 600_000,
          hookTimeout: 600_000,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
