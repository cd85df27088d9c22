import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { openQueue } from '../platform/queue.ts'

/** Hashes and compares passwords, at most four at once. */
export interface Hashing {
  /**
   * Returns the Argon2id hash of the peppered password, with its own salt. Throws `notReady` when
   * the queue is full.
   */
  hash(password: string): Promise<string>
  /**
   * Compares a password with a hash. Without a stored hash it does the same work and returns false.
   */
  fits(stored: string | null, password: string): Promise<boolean>
  /** True when the hash was made with other settings than the current ones. */
  isOutdated(stored: string): boolean
}

/** Names the settings of a hash. Other settings will get another tag. */
const TAG = 'v1:'
/** OWASP's minimum for Argon2id (algorithm 2). Memory is in KiB. */
const SETTINGS = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const
/** The beginning of every hash with the current settings. */
const TODAYS = `${TAG}$argon2id$v=19$m=${SETTINGS.memoryCost},t=${SETTINGS.timeCost},p=${SETTINGS.parallelism}$`
/** A hash that matches no password: an unknown account costs the same work as a known one. */
const NOBODYS = `${TODAYS}${'A'.repeat(22)}$${'A'.repeat(43)}`

const AT_ONCE = 4
const WAITING = 50

/** Opens the hashing of one process. `pepper` is never stored in the database. */
export function openHashing(pepper: Buffer): Hashing {
  const queued = openQueue(AT_ONCE, WAITING)
  // In hex, because the comparison accepts only text. No bit of the 256 is lost.
  const peppered = (password: string) =>
    createHmac('sha256', pepper).update(password.normalize('NFC')).digest('hex')
  return {
    hash: password => queued(async () => TAG + (await hash(peppered(password), SETTINGS))),
    fits: (stored, password) =>
      queued(async () => {
        const fits = await verify(argon2Of(stored ?? NOBODYS), peppered(password))
        return fits && stored !== null
      }),
    isOutdated: stored => !stored.startsWith(TODAYS),
  }
}

function argon2Of(stored: string): string {
  if (!stored.startsWith(TAG)) throw new Error('a password hash has an unknown tag')
  return stored.slice(TAG.length)
}
