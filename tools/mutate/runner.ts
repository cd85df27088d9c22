import { relative } from 'node:path'
import { createVitest, type TestSpecification } from 'vitest/node'
import type { Answer, Order } from './tests.ts'

/**
 * A process that runs test files of one project on request, so that its PostgreSQL and
 * what was compiled stay. Arguments: the root and the project.
 */
const [root = '', project = ''] = process.argv.slice(2)

/** The order in which the files were named. */
class AsNamed {
  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
  }
}

const vitest = await createVitest('test', {
  root,
  project,
  watch: false,
  reporters: [{}],
  // A bug may make a claim wait for ever, and a busy machine may make it long.
  testTimeout: 400_000,
  sequence: { sequencer: AsNamed },
})

async function answerTo({ files, changed, toTheEnd }: Order): Promise<Answer> {
  for (const file of changed) vitest.invalidateFile(file)
  const [one] = vitest.projects
  if (!one) throw new Error(`There is no project ${project}.`)
  one.config.bail = toTheEnd ? 0 : 1
  vitest.config.bail = one.config.bail
  const wanted = files.map(file => one.createSpecification(`${root}/${file}`))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(wanted)
  const results = testModules
    .map(module => ({
      file: relative(root, module.moduleId),
      passed: module.ok(),
      seconds: module.diagnostic().duration / 1000,
    }))
    .filter(({ file }) => files.includes(file))
  return {
    passed: unhandledErrors.length === 0 && results.every(({ passed }) => passed),
    results,
  }
}

process.on('message', async (order: Order | 'end') => {
  if (order === 'end') {
    await vitest.close()
    process.exit(0)
  }
  process.send?.(await answerTo(order))
})
process.send?.('ready')
