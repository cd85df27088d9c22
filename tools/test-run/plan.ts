import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { beginBuilds, builtServer } from '../bootstrap/build.ts'
import { ensureChromium } from '../bootstrap/chromium.ts'
import { startGuarded, stopOrder } from '../bootstrap/guard.ts'
import { sentenceOf } from '../bootstrap/refusal.ts'
import { repository } from '../bootstrap/repository.ts'
import { seedOfRun } from '../testing/seed.ts'
import { browserProjects, type Project } from './projects.ts'
import { reportOf } from './results.ts'
import type { Stage, StageEnd } from './stages.ts'
import type { Wanted } from './wanted.ts'

/** Logs of the stages, and vitest's reports. */
const folder = join(repository, '.cache/test-run')

/** Stages that only print at their end, so that lines of two never mix. */
export interface Plan {
  stages: Stage[]
  ended(end: StageEnd): void
}

/** What has to be done for a wanted run, and in which order. */
export function planOf(wanted: Wanted): Plan {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    POSTGRES_VERSION: wanted.postgres,
    // One for all stages.
    PROPERTY_SEED: String(seedOfRun()),
    // Programs of the server that tests start are there as built, which is quicker than from the sources.
    BUILT_SERVER: builtServer,
  }
  const logs = new Map<string, string>()
  const command = (name: string, [program = '', ...args]: string[]) => {
    const logFile = join(folder, `${name.replaceAll(' ', '-')}.log`)
    logs.set(name, logFile)
    return () => run({ program, args, env, logFile })
  }
  const project = (name: Project, needs: string[], after: string[] = []): Stage[] => {
    const words = wanted.projects.get(name)
    if (words === undefined) return []
    const report = ['default', 'json'].map(reporter => `--reporter=${reporter}`)
    const args = ['run', '--project', name, ...report, `--outputFile.json=${reportOf(name)}`]
    return [{ name, needs, after, run: command(name, ['vitest', ...args, ...words]) }]
  }
  const check = (
    name: string,
    program: string[],
    needs: string[] = [],
    after: string[] = [],
  ): Stage[] => (wanted.checks ? [{ name, needs, after, run: command(name, program) }] : [])

  /** All stages use the same data, also when a source is changed during the run. */
  const seeding = async (): Promise<boolean> => {
    const where = join(folder, 'seeded')
    const isMade = await command('seeding', ['tsx', 'e2e/seed.ts', where])()
    if (isMade) env.SEEDED_DATA = readFileSync(where, 'utf8')
    return isMade
  }
  const builds = lazily(beginBuilds)
  const hasBrowser = browserProjects.some(name => wanted.projects.has(name))
  const browserNeeds = [
    'build of the server',
    'build of the member app',
    'build of the console',
    'chromium',
  ]
  const stages: Stage[] = [
    { name: 'build of the server', needs: [], run: () => settled(() => builds().server) },
    ...(hasBrowser || wanted.checks
      ? [{ name: 'build of the member app', needs: [], run: () => settled(() => builds().member) }]
      : []),
    ...(hasBrowser || wanted.checks
      ? [{ name: 'build of the console', needs: [], run: () => settled(() => builds().console) }]
      : []),
    ...(hasBrowser
      ? [
          {
            name: 'chromium',
            needs: [],
            run: () =>
              settled(async () => {
                env.CHROMIUM_PATH = await ensureChromium()
              }),
          },
        ]
      : []),
    ...(['pages', 'journeys'].some(name => wanted.projects.has(name as Project))
      ? [{ name: 'seeding', needs: browserNeeds, run: seeding }]
      : []),
    ...project('integration', ['build of the server']),
    // Mostly waits, for what moves by itself: it fills the pauses of integration.
    ...project('kit', browserNeeds, ['seeding']),
    // Whatever runs beside three browsers and their products takes several times as long:
    // integration first.
    ...project('journeys', ['seeding'], ['integration']),
    ...project('pages', ['seeding'], ['kit', 'integration']),
    ...check('format and lint', ['biome', 'check', '.']),
    ...check('unused code', ['knip']),
    ...check('types of the server side', ['tsc', '-p', 'tsconfig.json']),
    ...check('types of the browser side', ['tsc', '-p', 'tsconfig.web.json']),
    ...check('types of the journeys', ['tsc', '-p', 'tsconfig.e2e.json']),
    ...check(
      'what members load',
      [process.execPath, 'apps/member/budget.mjs'],
      ['build of the member app'],
    ),
    ...check(
      'what operators load',
      [process.execPath, 'apps/console/budget.mjs'],
      ['build of the console'],
    ),
    ...project('unit', ['build of the server'], ['integration']),
    ...project('tidy', [], ['unit']),
    // Beside anything else it would measure that.
    ...check('ratios', ['tsx', 'tools/bench/ratios.ts'], [], ['tidy', 'pages', 'journeys']),
  ]
  return { stages, ended: end => printEnd(end, logs.get(end.name)) }
}

function printEnd({ name, outcome, beganMs, endedMs }: StageEnd, logFile?: string): void {
  const seconds = ((endedMs - beganMs) / 1000).toFixed(1)
  const how = outcome === 'passed' ? `${seconds} s` : `${outcome} after ${seconds} s`
  console.log(`\n▸ ${name} · ${how}`)
  const output = logFile === undefined ? '' : readWords(logFile)
  if (output !== '') console.log(output)
}

function readWords(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Waits for something that throws with a sentence when it fails; the sentence is printed. */
async function settled(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    console.error(`\n${sentenceOf(error)}`)
    return false
  }
}

function lazily<Value>(make: () => Value): () => Value {
  let cached: { value: Value } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

async function run(spec: {
  program: string
  args: string[]
  env: NodeJS.ProcessEnv
  logFile: string
}): Promise<boolean> {
  const { program, args, env, logFile } = spec
  const child = await startGuarded({
    command: isAbsolute(program) ? program : join(repository, 'node_modules/.bin', program),
    args,
    cwd: repository,
    env,
    logFile,
    stopOrder: stopOrder.job,
    stop: [{ signal: 'SIGTERM', patienceMs: 15_000 }],
  })
  const { code } = await child.ended
  return code === 0
}
