import type { Logger } from 'pino'
import { hideNumber, showNumber, shownNumbers } from './database/advisory-locks.ts'
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

/** What a running process has of a secret: the newest version, and the one that it uses. */
export interface KeysInUse {
  name: SecretName
  newest: number
  current: number
}

/**
 * Follows which keys the database wants: tells the rings, and shows by locks which versions this
 * process has. Whoever rotates a key sees every process that may still use the old one, a paused
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
    const still = lacking.filter(name => {
      secrets[name].find(readSecrets(dataDir)[name].candidates)
      return tellRing(kept, name, secrets[name]) !== null
    })
    if (still.length > 0 && !isLacking)
      logger.warn(
        { keys: still },
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

/** What each running process has of a secret. */
export async function keysInUse(database: Database, name: SecretName): Promise<KeysInUse[]> {
  const codes = await shownNumbers(database, 'keysInUse')
  return codes
    .filter(code => secretNames[Math.floor(code / 65_536)] === name)
    .map(code => ({ name, newest: Math.floor(code / 256) % 256, current: code % 256 }))
}
