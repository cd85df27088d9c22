import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { endGuard } from '@banyan/tools/guard'
import type { Measured } from './fault.ts'
import { type FaultName, faultNames, faults } from './list.ts'
import { documentOf, rowsOf, rowsOfRun } from './report.ts'
import { Scene } from './scene.ts'

/*
 * `npm run faults -- [R1 R2 …] [--times 20] [--seed <number>] [--write]`: breaks the product as
 * `npm start` runs it, fault by fault, while members act on it, and prints each fault's figure. At
 * the end every balance is compared with a reference and the books with themselves. `--write` puts
 * the figures of this run into docs/operations/faults.md, and leaves the other rows as they are. Docs: there.
 */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_007) },
    write: { type: 'boolean', default: false },
  },
})
const unknown = positionals.filter(name => !faultNames.includes(name as FaultName))
if (unknown.length > 0) {
  console.error(`There is no script for ${unknown.join(', ')}; there are ${faultNames.join(', ')}.`)
  process.exit(1)
}
const wanted = positionals.length > 0 ? (positionals as FaultName[]) : faultNames
const page = join(import.meta.dirname, '../../docs/operations/faults.md')
const measured = new Map<FaultName, Measured>()
console.log(`Seed ${options.seed}.`)
const scene = await Scene.open(Number(options.seed))
try {
  await scene.recovered(0)
  for (const name of wanted) {
    const result = await faults[name]
      .run(scene, Number(options.times))
      .catch((error: unknown): Measured => {
        console.error(error)
        const wrong = [`${name}: ${error instanceof Error ? error.message : error}`]
        return { figure: 'the script did not come to its end', wrong }
      })
    measured.set(name, result)
    console.log(`${name} ${faults[name].what}: ${result.figure}`)
    for (const text of result.wrong) console.error(`  ${text}`)
  }
  const verdict = await scene.judge()
  const wrong = [...[...measured.values()].flatMap(one => one.wrong), ...verdict.wrong]
  const { onChain } = verdict.recharges
  console.log(`${verdict.acts.length} acts, ${onChain} recharges; ${wrong.length} things wrong`)
  for (const text of wrong) console.error(`  ${text}`)
  process.exitCode = wrong.length === 0 ? 0 : 1
  if (options.write) {
    const rows = rowsOf(readFileSync(page, 'utf8'))
    for (const [name, row] of rowsOfRun(measured, { ...verdict, wrong }, new Date()))
      rows.set(name, row)
    writeFileSync(page, documentOf(rows))
  }
} finally {
  await scene.close()
  await endGuard()
}
