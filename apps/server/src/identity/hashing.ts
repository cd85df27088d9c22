import { createHmac } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { openTurns } from '../platform/turns.ts'

/** Hashes passwords and compares them, never more than four at once. */
export interface Hashing {
  /** Argon2id of the peppered password, with its own salt. Refuses `notReady` when the queue is full. */
  hash(password: string): Promise<string>
  /** Compares; without a stored hash it does the same work and answers false. */
  fits(stored: string | null, password: string): Promise<boolean>
  /** True when a hash was made with other settings than those of today. */
  isOutdated(stored: string): boolean
}

/** The settings that made a hash: another tag will mean other settings. */
const TAG = 'v1:'
/** OWASP's minimum for Argon2id (algorithm 2). Memory is in KiB. */
const SETTINGS = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const
/** How every hash of these settings begins. */
const TODAYS = `${TAG}$argon2id$v=19$m=${SETTINGS.memoryCost},t=${SETTINGS.timeCost},p=${SETTINGS.parallelism}$`
/** Nobody's password: an account that is not there costs the same work as one that is. */
const NOBODYS = `${TODAYS}${'A'.repeat(22)}$${'A'.repeat(43)}`

const AT_ONCE = 4
const WAITING = 50

/** Opens the hashing of one process; `pepper` never enters the database. */
export function openHashing(pepper: Buffer): Hashing {
  const inTurn = openTurns(AT_ONCE, WAITING)
  // In hex, because the comparison takes only text; its 256 bits are all there.
  const peppered = (password: string) =>
    createHmac('sha256', pepper).update(password.normalize('NFC')).digest('hex')
  return {
    hash: password => inTurn(async () => TAG + (await hash(peppered(password), SETTINGS))),
    fits: (stored, password) =>
      inTurn(async () => {
        const fits = await verify(argon2Of(stored ?? NOBODYS), peppered(password))
        return fits && stored !== null
      }),
    isOutdated: stored => !stored.startsWith(TODAYS),
  }
}

function argon2Of(stored: string): string {
  if (!stored.startsWith(TAG)) throw new Error('a password hash has a tag that is not known')
  return stored.slice(TAG.length)
}
