import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../bootstrap/command.ts'
import { cacheFolder } from '../bootstrap/postgres-binaries.ts'
import { repository } from '../bootstrap/repository.ts'
import { makeCertificates } from './certificates.ts'
import { runDrill } from './drill.ts'
import { chosenFaults } from './faults.ts'
import { type Circumstances, type Result, renderReport } from './report.ts'

/**
 * Builds three machines in network namespaces, lets sixty members act, and lets one thing after the other go wrong.
 * Writes each result into docs/operations/drill.md. Needs root and Debian.
 *   npm run drill -- [--minutes 0.667] [--fault primary-killed …] [--keep]
 */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '0.667' },
    fault: { type: 'string', multiple: true },
    keep: { type: 'boolean' },
  },
})

/** The authority is trusted from the start of a process only: the drill starts itself again with it. */
const folder = process.env.DRILL_FOLDER
if (folder === undefined) startAgain()
else await runCommand(() => drillIn(folder))

function startAgain(): never {
  const folderOfDrill = mkdtempSync(join(cacheFolder(), 'drill-'))
  // PostgreSQL runs as another user.
  chmodSync(folderOfDrill, 0o755)
  const { ca } = makeCertificates(join(folderOfDrill, 'keys'))
  // The child ends everything on Ctrl-C; this process waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    env: { ...process.env, DRILL_FOLDER: folderOfDrill, NODE_EXTRA_CA_CERTS: ca },
    stdio: 'inherit',
  })
  if (options.keep) console.log(`  Kept: ${folderOfDrill}`)
  else rmSync(folderOfDrill, { recursive: true, force: true })
  process.exit(status ?? 1)
}

async function drillIn(work: string): Promise<number> {
  const wanted = chosenFaults(options.fault)
  const lastsMs = Number(options.minutes) * 60_000
  const allWell = await runDrill(work, wanted, { lastsMs, keep: writeDocument })
  return allWell ? 0 : 1
}

/** Writes the document with the newest result of each fault that was ever tried here. */
function writeDocument(result: Result, circumstances: Circumstances): void {
  const kept = join(repository, '.cache/drill.json')
  const before: Record<string, Result> = existsSync(kept)
    ? JSON.parse(readFileSync(kept, 'utf8'))
    : {}
  const results = { ...before, [result.name]: result }
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(kept, JSON.stringify(results, null, 2))
  const names = chosenFaults(undefined).map(({ name }) => name)
  const inOrder = names.flatMap(name => results[name] ?? [])
  const untried = names.filter(name => results[name] === undefined)
  const text = renderReport(inOrder, circumstances, untried)
  writeFileSync(join(repository, 'docs/operations/drill.md'), text)
}
