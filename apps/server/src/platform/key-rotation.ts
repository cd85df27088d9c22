import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ConfigError } from './config.ts'
import { alone } from './database/advisory-locks.ts'
import type { Database, Tx } from './database/connect.ts'
import { inTransaction } from './database/transaction.ts'
import { checkOf, type KnownKey, keptChecks, knownAmong, tellRing } from './key-check.ts'
import type { KeyRing } from './key-ring.ts'
import { keysInUse } from './key-watch.ts'
import { makeNextSecret, readSecrets, type SecretName, secretVariables } from './secrets.ts'

/** How one secret is replaced. */
export interface KeyUse {
  /**
   * The shortest time for which the old key is accepted after the command has seen that no process
   * uses it for what is new.
   */
  restMs: number
  /**
   * Makes anew with the current key what can be made anew; can be killed and run again. Says how
   * far it is.
   */
  renew?(say: (line: string) => void): Promise<void>
  /** What needs the old key still, in words; null when nothing does. */
  left(old: KnownKey & { key: Buffer }): Promise<string | null>
  /** True where the old key may be retired although something needs it. */
  mayLeaveBehind: boolean
  /** Takes away what is left of the old key in places that the database does not name. */
  afterwards?(): Promise<void>
}

export interface Rotating {
  /** A connection of the owner of the tables: only it writes what the keys are. */
  owner: Database
  dataDir: string
  ring: KeyRing
  name: SecretName
  use: KeyUse
  say: (line: string) => void
  env?: Record<string, string | undefined>
  /**
   * How long running processes, and another command that is ending, are waited for until the command
   * ends and is to be run again.
   */
  patienceMs?: number
}

/** How a run of the command ended: the old key is refused, or the command is to be run again. */
export type Rotated = 'done' | 'waits'

const PATIENCE_MS = 10 * 60_000
const LOOK_MS = 500
/** The lock of a command that was killed is free when PostgreSQL has seen its end. */
const ENDING_MS = 5_000
/** Versions are the first byte of what is encrypted. */
const LAST_VERSION = 255

/**
 * Replaces the key of one secret while everything runs, from wherever an earlier run ended: a new
 * key is made known, every running process has it, then uses it; what can be made anew is; at last the
 * old key is refused. Nothing is lost where it is killed, and no other command runs meanwhile.
 * @throws ConfigError in one sentence.
 */
export const rotateKey = (
  rotating: Rotating,
  options: { leaveBehind?: boolean } = {},
): Promise<Rotated> => asOnlyOne(rotating, () => rotateAlone(rotating, options))

async function rotateAlone(
  rotating: Rotating,
  { leaveBehind = false }: { leaveBehind?: boolean },
): Promise<Rotated> {
  const { name, say, use } = rotating
  const state = await stateOf(rotating)
  if (!state.next && !state.old) await begin(rotating)
  const { next } = await stateOf(rotating)
  if (next) {
    say(`Key ${next.version} of ${name} is known to the database.`)
    const all = await everywhere(rotating, 'have the new key', one => one.newest >= next.version)
    if (!all) return 'waits'
    await switchTo(rotating, next.version)
  }
  const { current, old } = await stateOf(rotating)
  if (!current || !old) throw new Error(`${name} is in no state to be rotated`)
  say(`Key ${current.version} of ${name} is used for what is new.`)
  const all = await everywhere(rotating, 'use it', one => one.current === current.version)
  if (!all) return 'waits'
  const unusedSince = await noteUnused(rotating, { current, old })
  const kept = await keptChecks(rotating.owner)
  const oldKey = keyOf(rotating, old, kept)
  tellRing(kept, name, rotating.ring)
  if (rotating.ring.current.version !== current.version) throw changedMeanwhile(name)
  await use.renew?.(say)
  const rest = await restOf(rotating, unusedSince)
  if (rest !== null) {
    say(`Key ${old.version} is still accepted. Run this command again after ${rest.toISOString()}.`)
    return 'waits'
  }
  await use.afterwards?.()
  const left = await use.left(oldKey)
  if (left !== null && !(leaveBehind && use.mayLeaveBehind)) {
    say(`Key ${old.version} is still needed: ${left}`)
    return 'waits'
  }
  await retire(rotating, old.version, current.version)
  say(
    `Key ${old.version} of ${name} is refused from now on. Keep it with the backups of before; take it out of what the processes are given.`,
  )
  return 'done'
}

/**
 * Goes back to the key before, as long as it is not retired: it is used for what is new again, and
 * the next run of the command replaces the newer one by it.
 * @throws ConfigError where there is no way back.
 */
export const undoRotation = (rotating: Rotating): Promise<void> =>
  asOnlyOne(rotating, () => undoAlone(rotating))

async function undoAlone(rotating: Rotating): Promise<void> {
  const { name, owner, say } = rotating
  const back = await inTransaction(owner, async tx => {
    await holdKeys(tx, name)
    const { next, current, old } = await stateOf(rotating, tx)
    const target = next ? current : old
    if (target) keyOf(rotating, target, await keptChecks(tx))
    if (next) {
      await tx.deleteFrom('keyCheck').where('name', '=', name).where('state', '=', 'next').execute()
      return current
    }
    if (!old || !current)
      throw new ConfigError(
        `There is no way back for ${name}: no rotation is under way, and a retired key is not accepted again.`,
      )
    await exchange(tx, { name, old: current.version, current: old.version })
    return old
  })
  say(
    `Key ${back?.version} of ${name} is the one for what is new again. Run the command without --back to retire the other one.`,
  )
}

/** A sentence for each secret about its keys. */
export async function describeKeys(owner: Database, name: SecretName): Promise<string> {
  const known = (await keptChecks(owner)).of(name)
  const running = await keysInUse(owner, name)
  const keys = known.map(
    one => `key ${one.version} ${one.state} since ${one.changedAt.toISOString()}`,
  )
  const uses = [...new Set(running.map(one => one.current))].map(
    version =>
      `${running.filter(one => one.current === version).length} running ${version === 0 ? 'without saying with which' : `with key ${version}`}`,
  )
  return `${name}: ${[...keys, ...uses].join('; ')}`
}

interface State {
  next: KnownKey | undefined
  current: KnownKey | undefined
  old: KnownKey | undefined
}

async function stateOf({ owner, name }: Rotating, tx: Database | Tx = owner): Promise<State> {
  const known = (await keptChecks(tx)).of(name)
  const one = (state: KnownKey['state']) => known.find(key => key.state === state)
  return { next: one('next'), current: one('current'), old: one('old') }
}

/** Makes a new key known to the database: of the environment, or made in the data folder. */
async function begin(rotating: Rotating): Promise<void> {
  const { owner, name } = rotating
  await inTransaction(owner, async tx => {
    await holdKeys(tx, name)
    const kept = await keptChecks(tx)
    if (kept.of(name).some(one => one.state === 'next' || one.state === 'old')) return
    const version = 1 + Math.max(...kept.of(name).map(one => one.version))
    if (version > LAST_VERSION)
      throw new ConfigError(`${name} was rotated too often: ask the makers.`)
    const key = newKey(rotating, kept, version)
    const value = checkOf(key, name, kept.installation)
    await tx.insertInto('keyCheck').values({ name, version, value, state: 'next' }).execute()
  })
}

/**
 * A key that the database does not know: of the environment, or made now. One that lies in the data
 * folder from before may have been left there by a rotation that was undone, and is not taken.
 */
function newKey(
  { name, dataDir, ring, env = process.env }: Rotating,
  kept: Awaited<ReturnType<typeof keptChecks>>,
  version: number,
): Buffer {
  const variable = secretVariables[name]
  if (!env[variable]) {
    const key = makeNextSecret(dataDir, name, version)
    ring.find(readSecrets(dataDir, env)[name].candidates)
    return key
  }
  const known = knownAmong(kept, name, ring.candidates).map(({ key }) => key)
  const given = ring.candidates.find(one => !known.includes(one))
  if (given) return given
  throw new ConfigError(
    `${variable} has no new key: set it to the present key, a comma and a new one (openssl rand -hex 32), here and for every process, and run this command again.`,
  )
}

async function switchTo(rotating: Rotating, version: number): Promise<void> {
  const { owner, name } = rotating
  await inTransaction(owner, async tx => {
    await holdKeys(tx, name)
    const { next, current } = await stateOf(rotating, tx)
    if (next?.version !== version || !current) return
    await exchange(tx, { name, old: current.version, current: version })
  })
}

/** Refuses an old key from now on, if it is the old one still and the current one is the same. */
async function retire(rotating: Rotating, version: number, currentVersion: number): Promise<void> {
  const { owner, name } = rotating
  await inTransaction(owner, async tx => {
    await holdKeys(tx, name)
    const { current, old } = await stateOf(rotating, tx)
    if (old?.version !== version || current?.version !== currentVersion)
      throw changedMeanwhile(name)
    await setState(tx, { name, version, state: 'retired' })
  })
}

const changedMeanwhile = (name: SecretName): ConfigError =>
  new ConfigError(`The keys of ${name} were changed meanwhile: run this command again.`)

/**
 * Runs one command at a time over all secrets: two would take away each other's files, and one could
 * retire what the other has made current.
 */
async function asOnlyOne<T>(
  { owner, patienceMs = PATIENCE_MS }: Rotating,
  work: () => Promise<T>,
): Promise<T> {
  const end = performance.now() + Math.min(patienceMs, ENDING_MS)
  for (;;) {
    const done = await alone(owner, 'keyRotation', async () => ({ result: await work() }))
    if (done) return done.result
    if (performance.now() >= end)
      throw new ConfigError(
        'Another command is replacing a key: wait until it has ended, or end it, and run this one again.',
      )
    await sleep(LOOK_MS)
  }
}

/** Holds what the database knows of the keys of a secret, also where the lock was lost with its connection. */
async function holdKeys(tx: Tx, name: SecretName): Promise<void> {
  await tx.selectFrom('keyCheck').select('version').where('name', '=', name).forUpdate().execute()
}

/** Makes one key the current one, and another one old, with one and the same time. */
async function exchange(
  tx: Tx,
  { name, old, current }: { name: SecretName; old: number; current: number },
): Promise<void> {
  // Only one key is current at any moment, and only one is on its way.
  await setState(tx, { name, version: old, state: 'retired' })
  await setState(tx, { name, version: current, state: 'current' })
  await setState(tx, { name, version: old, state: 'old' })
  await sql`
    update key_check set changed_at = (
      select changed_at from key_check where name = ${name} and version = ${current})
    where name = ${name} and version = ${old}`.execute(tx)
}

async function setState(
  tx: Tx,
  { name, version, state }: { name: SecretName; version: number; state: KnownKey['state'] },
): Promise<void> {
  await tx
    .updateTable('keyCheck')
    .set({ state, changedAt: sql<Date>`house_now()` })
    .where('name', '=', name)
    .where('version', '=', version)
    .execute()
}

/** Waits until every running process is as it should be; false when that takes too long. */
async function everywhere(
  { owner, name, say, patienceMs = PATIENCE_MS }: Rotating,
  what: string,
  isWell: (one: { newest: number; current: number }) => boolean,
): Promise<boolean> {
  const end = performance.now() + patienceMs
  let said = ''
  for (;;) {
    const running = await keysInUse(owner, name)
    const waiting = running.filter(one => !isWell(one)).length
    const line = `${running.length - waiting} of ${running.length} running processes ${what}.`
    if (line !== said) say(line)
    said = line
    if (waiting === 0) return true
    if (performance.now() >= end) {
      say(
        `The others do not: restart them, with both keys in ${secretVariables[name]} where it is set, and run this command again.`,
      )
      return false
    }
    await sleep(LOOK_MS)
  }
}

/**
 * Since when no process uses an old key for what is new: the first time at which that was seen. It is
 * kept as the time of the old key, which until then is not after that of the current one.
 */
async function noteUnused(
  rotating: Rotating,
  seen: { current: KnownKey; old: KnownKey },
): Promise<Date> {
  const { owner, name } = rotating
  return inTransaction(owner, async tx => {
    await holdKeys(tx, name)
    const { current, old } = await stateOf(rotating, tx)
    if (old?.version !== seen.old.version || current?.version !== seen.current.version)
      throw changedMeanwhile(name)
    if (old.changedAt > current.changedAt) return old.changedAt
    await setState(tx, { name, version: old.version, state: 'old' })
    return (await stateOf(rotating, tx)).old?.changedAt ?? old.changedAt
  })
}

/** Until when the old key must be accepted; null when that is over. */
async function restOf({ owner, use }: Rotating, unusedSince: Date): Promise<Date | null> {
  const until = new Date(unusedSince.getTime() + use.restMs)
  const { rows } = await sql<{ now: Date }>`select house_now() as now`.execute(owner)
  return rows[0] && rows[0].now < until ? until : null
}

/** A known key with its bytes. Throws where the command was not given it. */
function keyOf(
  { name, ring, dataDir }: Rotating,
  { version }: KnownKey,
  kept: Awaited<ReturnType<typeof keptChecks>>,
): KnownKey & { key: Buffer } {
  const found = knownAmong(kept, name, ring.candidates).find(one => one.version === version)
  if (found) return found
  throw new ConfigError(
    `Key ${version} of ${name} is not in ${dataDir} (or ${secretVariables[name]}): give this command both keys.`,
  )
}
