import type { Logger } from 'pino'
import { hideNumber, numbersShown, showNumber } from './database/advisory-locks.ts'
import type { Database } from './database/connect.ts'
import { keptChecks, tellRing } from './key-check.ts'
import type { Presence } from './presence.ts'
import {
  readSecrets,
  type SecretName,
  type Secrets,
  secretNames,
  secretVariables,
} from './secrets.ts'

/**
 * What a running process has of a secret: the newest version, and the one that it uses. Both are 0 of
 * one that runs and does not say it.
 */
export interface KeysInUse {
  name: SecretName
  newest: number
  current: number
}

/**
 * Follows which keys the database wants: sets the rings, and shows by locks which versions this
 * process has. The rotation of a key sees every process that may still use the old one, a paused
 * one too. A key that is new in the data folder is found without a restart.
 */
export function watchKeys(
  presence: Presence,
  { secrets, dataDir, logger }: { secrets: Secrets; dataDir: string; logger: Pick<Logger, 'warn'> },
): void {
  let shown: readonly number[] = []
  let isLacking = false

  const follow = (kept: Awaited<ReturnType<typeof keptChecks>>): void => {
    const lacking = secretNames.filter(name => tellRing(kept, name, secrets[name]) !== null)
    let unreadable: unknown
    const still = lacking.filter(name => {
      try {
        secrets[name].find(readSecrets(dataDir)[name].candidates)
      } catch (error) {
        // It goes on with the keys that it has, and shows them: the rotation waits for it.
        unreadable = error
      }
      return tellRing(kept, name, secrets[name]) !== null
    })
    if (still.length > 0 && !isLacking)
      logger.warn(
        { keys: still, ...(unreadable === undefined ? {} : { err: unreadable }) },
        `a key is being rotated that this process does not have: restart it with ${still.map(name => secretVariables[name]).join(', ')} set to both keys`,
      )
    isLacking = still.length > 0
  }

  /** Shows the new state before it takes back what it showed: at no moment it shows nothing. */
  const show = async (own: Database): Promise<void> => {
    const now = secretNames.map(name => codeOf(inUse(name, secrets)))
    for (const code of now.filter(one => !shown.includes(one)))
      await showNumber(own, 'keysInUse', code)
    for (const code of shown.filter(one => !now.includes(one)))
      await hideNumber(own, 'keysInUse', code)
    shown = now
  }

  presence.whenLooking(async (own, isNew) => {
    if (isNew) shown = []
    follow(await keptChecks(own))
    await show(own)
  })
}

const inUse = (name: SecretName, secrets: Secrets): KeysInUse => ({
  name,
  newest: Math.max(...secrets[name].accepted.map(({ version }) => version)),
  current: secrets[name].current.version,
})

const codeOf = ({ name, newest, current }: KeysInUse): number =>
  secretNames.indexOf(name) * 65_536 + newest * 256 + current

/** What each running process has of a secret, also of one that does not say it. */
export async function keysInUse(database: Database, name: SecretName): Promise<KeysInUse[]> {
  const shown = await numbersShown(database, 'keysInUse')
  const of = shown.filter(({ number }) => secretNames[Math.floor(number / 65_536)] === name)
  const silent = (await numbersShown(database, 'running')).filter(
    ({ pid }) => !of.some(one => one.pid === pid),
  )
  return [
    ...of.map(({ number }) => ({
      name,
      newest: Math.floor(number / 256) % 256,
      current: number % 256,
    })),
    ...silent.map(() => ({ name, newest: 0, current: 0 })),
  ]
}
