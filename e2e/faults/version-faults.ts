import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '@banyan/tools/until'
import { inDatabaseAt } from './clock.ts'
import { type Fault, seconds } from './fault.ts'
import type { Scene } from './scene.ts'

const program = join(import.meta.dirname, '../../apps/server/dist/bin/migrate.js')
const KILLS = 10
/** Before that a program has not even begun. */
const LEAST_MS = 200

/** What the schema is, as text: columns, constraints, indexes, functions, triggers, rights, and which steps were done. */
const SCHEMA = `
  select string_agg(line, e'\\n' order by line) as text from (
    select format('column %s.%s %s %s %s', table_name, column_name, data_type, is_nullable, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select format('function %s %s', oid::regprocedure, md5(pg_get_functiondef(oid)))
      from pg_proc where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')
        and proname <> 'transaction_base'
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select format('right %s %s %s', grantee, privilege_type, table_name)
      from information_schema.role_table_grants where table_schema = 'public'
    union all select format('step %s %s', id, sha256) from schema_migration
  ) as schema`

/** R17. The schema is of another version of the program, and a migration is killed on its way. */
export const versionFaults: Fault = {
  what: 'the schema is of a newer version, a step of it was another one, or a step is missing; a migration is killed (`kill -9`) again and again on its way',
  bound:
    'the start is refused in one sentence that says what to do, or /readyz says it; the killed migration ends as an undisturbed one does',
  run: async scene => {
    const wrong: string[] = []
    await withoutStep(scene, wrong)
    const refusedMs = await refusedStarts(scene, wrong)
    const kills = await killedMigration(scene, wrong)
    const figure =
      `2 starts refused in a sentence, after ${seconds(Math.max(...refusedMs))} at most; /readyz 503 while a step was ` +
      `missing, acts went on; ${kills} kills of a migration, the same schema in the end`
    return { figure, wrong }
  },
}

/** The program runs and finds that the schema lacks a step. */
async function withoutStep(scene: Scene, wrong: string[]): Promise<void> {
  const { product } = scene
  const ready = async () => {
    const reply = await fetch(`${product.appUrl}/readyz`)
    return `${reply.status} ${await reply.text()}`
  }
  await inDatabaseAt(product.databaseUrl, async client => {
    const { rows } = await client.query<Step>(
      'delete from schema_migration where id = (select max(id) from schema_migration) returning *',
    )
    const [step] = rows as [Step]
    try {
      const said = await until('/readyz notices', async () => {
        const answer = await ready()
        return answer.startsWith('503') && answer
      })
      if (!said.includes('run the migration')) wrong.push(`/readyz said ${said}`)
      await scene.recovered(performance.now())
    } finally {
      await client.query('insert into schema_migration values ($1, $2, $3)', [
        step.id,
        step.sha256,
        step.applied_at,
      ])
    }
  })
  await until('/readyz is well again', async () => (await ready()).startsWith('200'))
}

interface Step {
  id: string
  sha256: string
  applied_at: Date
}

/** Starts over a schema that this program did not make. Returns how long each refusal took. */
async function refusedStarts({ product }: Scene, wrong: string[]): Promise<number[]> {
  await product.stop()
  const times: number[] = []
  const newer = "insert into schema_migration (id, sha256) values ('2999-01-01-newer', '')"
  const other =
    "update schema_migration set sha256 = 'x' || sha256 where id = '2026-11-21-platform'"
  for (const [change, back, sentence] of [
    [newer, "delete from schema_migration where id = '2999-01-01-newer'", 'by a newer Banyan'],
    [
      other,
      "update schema_migration set sha256 = substr(sha256, 2) where id = '2026-11-21-platform'",
      'differs from the one this database was made with',
    ],
  ] as const) {
    await product.whileOff(url =>
      inDatabaseAt(url, async client => void (await client.query(change))),
    )
    const began = performance.now()
    const said = await product.startAgain().then(
      () => 'it started',
      (error: Error) => error.message,
    )
    times.push(performance.now() - began)
    if (!said.includes(sentence) || said.includes('    at '))
      wrong.push(`a start over it said: ${said}`)
    await product.whileOff(url =>
      inDatabaseAt(url, async client => void (await client.query(back))),
    )
  }
  await product.startAgain()
  return times
}

/** Makes the schema of an empty database by a migration that is killed until it is through. */
async function killedMigration(
  { product, disturbed: { chance } }: Scene,
  wrong: string[],
): Promise<number> {
  const texts: string[] = []
  let kills = 0
  let undisturbedMs = 0
  for (const isKilled of [false, true]) {
    const name = isKilled ? 'migrated_with_kills' : 'migrated_at_once'
    const dataDir = mkdtempSync(join(tmpdir(), 'banyan-migration-'))
    const url = new URL(product.databaseUrl)
    await inDatabaseAt(
      url.href,
      async client => void (await client.query(`create database ${name}`)),
    )
    try {
      const own = new URL(url)
      own.pathname = `/${name}`
      const began = performance.now()
      const within = () => chance.between(LEAST_MS, Math.round(undisturbedMs))
      kills += await migrateWithKills(own.href, dataDir, isKilled ? within : null)
      undisturbedMs = performance.now() - began
      texts.push(
        await inDatabaseAt(own.href, async client => {
          const { rows } = await client.query<{ text: string }>(SCHEMA)
          return rows[0]?.text ?? ''
        }),
      )
    } finally {
      await inDatabaseAt(
        url.href,
        async client => void (await client.query(`drop database ${name} with (force)`)),
      )
      rmSync(dataDir, { recursive: true, force: true })
    }
  }
  const [whole = '', killed = ''] = texts
  if (whole === '' || whole !== killed) {
    const known = new Set(whole.split('\n'))
    const other = killed.split('\n').find(line => !known.has(line))
    wrong.push(`a migration that was killed ${kills} times made another schema: ${other}`)
  }
  return kills
}

/** Runs the migration until it ends by itself, killed at most ten times. Returns how often. */
async function migrateWithKills(
  DATABASE_URL: string,
  DATA_DIR: string,
  within: (() => number) | null,
): Promise<number> {
  for (let kills = 0; ; kills++) {
    const env = { ...process.env, DATABASE_URL, DATA_DIR, NODE_ENV: '', LOG_LEVEL: 'silent' }
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', piece => {
      said += piece
    })
    const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
    const ms = within === null || kills === KILLS ? null : within()
    const timer = ms === null ? null : setTimeout(() => child.kill('SIGKILL'), ms)
    const [code, signal] = await ended
    if (timer) clearTimeout(timer)
    if (code === 0) return kills
    if (signal !== 'SIGKILL') throw new Error(`a migration ended with ${code}: ${said}`)
  }
}
