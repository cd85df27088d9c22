import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhenStale } from './build.ts'
import { ensureChromium } from './chromium.ts'
import { runCommand } from './command.ts'
import { runGuarded } from './guard.ts'
import { StartRefused } from './refusal.ts'
import { repository } from './repository.ts'
import { tally, type VitestReport } from './test-results.ts'

const projects = ['tidy', 'unit', 'integration', 'e2e'] as const
type Project = (typeof projects)[number]

interface Wanted {
  projects: readonly Project[]
  /** Lint, types, and the weight of the build; only when no project is named. */
  checks: boolean
  postgres: '18' | '15'
}

await runCommand(async () => {
  const wanted = readArguments(process.argv.slice(2))
  const needsBrowser = wanted.projects.includes('e2e')
  const env: NodeJS.ProcessEnv = { ...process.env, POSTGRES_VERSION: wanted.postgres }
  if (needsBrowser) env.CHROMIUM_PATH = ensureChromium()
  if (needsBrowser || wanted.checks) await buildWhenStale()
  const failedChecks = wanted.checks ? await runChecks() : []
  const reports: (VitestReport | undefined)[] = []
  for (const project of wanted.projects) reports.push(await runProject(project, env))
  return conclude(failedChecks, reports)
})

/** Everything runs, whatever fails before: one run names all that is wrong. */
async function runChecks(): Promise<string[]> {
  const checks = {
    'biome check': ['biome', 'check', '.'],
    'types of the server side': ['tsc', '-p', 'tsconfig.json'],
    'types of the browser side': ['tsc', '-p', 'tsconfig.web.json'],
    'types of the journeys': ['tsc', '-p', 'tsconfig.e2e.json'],
    'what members load': [process.execPath, 'apps/member/budget.mjs'],
  }
  const failed: string[] = []
  for (const [name, [program = '', ...args]] of Object.entries(checks)) {
    console.log(`\n▸ ${name}`)
    if ((await run(program, args, process.env)) !== 0) failed.push(name)
  }
  return failed
}

async function runProject(
  project: Project,
  env: NodeJS.ProcessEnv,
): Promise<VitestReport | undefined> {
  const note = project === 'integration' ? ` on PostgreSQL ${env.POSTGRES_VERSION}` : ''
  console.log(`\n▸ ${project}${note}`)
  const folder = join(repository, '.cache')
  mkdirSync(folder, { recursive: true })
  const report = join(folder, `test-${project}.json`)
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  await run('vitest', ['run', '--project', project, ...reporters], env)
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
}

function conclude(failedChecks: string[], reports: (VitestReport | undefined)[]): number {
  const { passed, failed, slowest } = tally(reports)
  console.log('\nSlowest')
  for (const { name, ms } of slowest) console.log(`  ${String(ms).padStart(7)} ms  ${name}`)
  if (failedChecks.length > 0) console.log(`\nFailed besides the tests: ${failedChecks.join(', ')}`)
  const isSound = reports.every(report => report?.success) && failedChecks.length === 0
  console.log(`\n${passed} passed, ${failed} failed`)
  return isSound && failed === 0 ? 0 : 1
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const command = isAbsolute(program) ? program : join(repository, 'node_modules/.bin', program)
  const { code } = await runGuarded({ command, args, cwd: repository, env, inherit: true })
  return code ?? 1
}

function readArguments(args: string[]): Wanted {
  const { values, positionals } = parse(args)
  const unknown = positionals.find(name => !projects.some(project => project === name))
  if (unknown !== undefined) {
    throw new StartRefused(`There is no project "${unknown}": name some of ${projects.join(', ')}.`)
  }
  if (values.postgres !== '18' && values.postgres !== '15') {
    throw new StartRefused(`--postgres is "${values.postgres}": set it to 18 or 15.`)
  }
  return {
    projects: positionals.length === 0 ? projects : projects.filter(p => positionals.includes(p)),
    checks: positionals.length === 0,
    postgres: values.postgres,
  }
}

function parse(args: string[]) {
  try {
    const options = { postgres: { type: 'string', default: '18' } } as const
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new StartRefused(
      `${(error as Error).message.split('. ')[0]}: only --postgres=15 is known.`,
    )
  }
}
