import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { patroniUrl } from './services.ts'
import { type Drill, placesOf } from './settings.ts'
import { addresses, type MachineName, machineNames } from './topology.ts'

/** What Patroni knows of one member of the cluster. */
interface Member {
  name: MachineName
  role: string
  state: string
  lag?: number | string
}

/** The members as a machine that answers sees them; null when none answers. */
export async function membersOf(
  asked: readonly MachineName[] = machineNames,
): Promise<Member[] | null> {
  for (const machine of asked) {
    try {
      const signal = AbortSignal.timeout(1_500)
      const reply = await fetch(patroniUrl(machine, '/cluster'), { signal })
      const { members } = (await reply.json()) as { members: Member[] }
      if (members.length > 0) return members
    } catch {
      // Another one may answer.
    }
  }
  return null
}

/** The machine that serves as the primary now, as it says itself; null while none does. */
export async function primaryNow(): Promise<MachineName | null> {
  const answers = await Promise.all(
    machineNames.map(async machine => {
      try {
        const signal = AbortSignal.timeout(1_500)
        const { status } = await fetch(patroniUrl(machine, '/primary'), { signal })
        return status === 200 ? machine : null
      } catch {
        return null
      }
    }),
  )
  return answers.find(one => one !== null) ?? null
}

/** Waits until a machine is the primary. */
export async function untilPrimary(withinMs = 90_000): Promise<MachineName> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const primary = await primaryNow()
    if (primary !== null) return primary
    if (performance.now() > giveUpAt) throw new Error(`no primary within ${withinMs} ms`)
    await sleep(250)
  }
}

/** Waits until the cluster is whole: one leader, one synchronous standby, and a third that follows. */
export async function untilWhole(withinMs = 180_000): Promise<void> {
  const giveUpAt = performance.now() + withinMs
  for (;;) {
    const members = (await membersOf()) ?? []
    const isWhole =
      members.length === machineNames.length &&
      members.every(({ state }) => /^(running|streaming)$/.test(state)) &&
      members.filter(({ role }) => role === 'leader').length === 1 &&
      members.some(({ role }) => role === 'sync_standby') &&
      members.every(({ role, lag }) => role === 'leader' || Number(lag ?? 1) < 1_048_576)
    if (isWhole && (await primaryNow()) !== null) return
    if (performance.now() > giveUpAt)
      throw new Error(`the cluster is not whole: ${JSON.stringify(members)}`)
    await sleep(500)
  }
}

/** A connection of the administrator to PostgreSQL on a machine, past pooler and balancer. */
export async function connectTo(
  drill: Drill,
  machine: MachineName,
  database = 'banyan',
): Promise<pg.Client> {
  const client = new pg.Client({
    host: addresses[machine],
    port: 5432,
    user: 'postgres',
    password: drill.passwords.superuser,
    database,
    ssl: { ca: readFileSync(drill.certificates.ca, 'utf8') },
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

/**
 * The database with its owner and the role of the programs, as the guide makes them. The role by which a former
 * primary is rewound is Patroni's own work.
 */
export async function makeDatabase(drill: Drill, primary: MachineName): Promise<void> {
  const client = await connectTo(drill, primary, 'postgres')
  try {
    await client.query(`create role banyan login password '${drill.passwords.database}'`)
    await client.query('create role banyan_app nologin')
    await client.query('grant banyan_app to banyan')
    await client.query('create database banyan owner banyan')
    const { rows } = await client.query<{ may: boolean }>(`
      select has_function_privilege(oid, 'pg_catalog.pg_read_binary_file(text, bigint, bigint, boolean)', 'execute') as may
      from pg_roles where rolname = 'rewinder'`)
    if (!rows[0]?.may) throw new Error('Patroni has not made the role rewinder as it is needed')
  } finally {
    await client.end()
  }
}

/** A command of the guide: `patronictl` with the configuration of a machine. Returns what it prints. */
export async function patronictl(
  drill: Drill,
  machine: MachineName,
  ...words: readonly string[]
): Promise<string> {
  const { env, patronictl: program } = drill.packages
  const configuration = join(placesOf(drill, machine).root, 'patroni.yml')
  // Debian's Python: another one may come first on the path.
  const args = [program, '-c', configuration, ...words]
  const { stdout } = await promisify(execFile)('/usr/bin/python3', args, { env, timeout: 60_000 })
  return stdout
}

/** Asks for another primary, in good order, as the guide does. */
export async function switchOver(drill: Drill): Promise<void> {
  const leader = await untilPrimary()
  await patronictl(drill, leader, 'switchover', 'banyan', '--force')
  await untilWhole()
}
