import { createHmac } from 'node:crypto'
import { sharedArgon2 } from '../platform/argon2.ts'
import type { Line } from '../platform/fair-queue.ts'
import { addressOf } from '../platform/http/limits.ts'

/**
 * Hashes and compares passwords in threads of their own, a few at once. Callers take turns by their
 * line; both throw `busy` when too many wait.
 */
export interface Hashing {
  /** Returns the Argon2id hash of the peppered password, with its own salt. */
  hash(password: string, line: Line): Promise<string>
  /**
   * Compares a password with a hash. Without a stored hash it does the same work and returns false.
   */
  fits(stored: string | null, password: string, line: Line): Promise<boolean>
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

/** The line of a member who is logged in. */
export const lineOfMember = (memberId: string): Line => ({ kind: 'member', who: memberId })

/** The line of an anonymous caller, by the address that the call comes from. */
export const lineOfAnonymous = (ip: string): Line => ({ kind: 'anonymous', who: addressOf(ip) })

/** The line of an operator, by the name that was typed. */
export const lineOfOperator = (name: string): Line => ({ kind: 'operator', who: name })

/** Opens the hashing of one process. `pepper` is never stored in the database. */
export function openHashing(pepper: Buffer): Hashing {
  const argon2 = sharedArgon2()
  // In hex, because the comparison accepts only text. No bit of the 256 is lost.
  const peppered = (password: string) =>
    createHmac('sha256', pepper).update(password.normalize('NFC')).digest('hex')
  return {
    hash: async (password, line) => TAG + (await argon2.hash(line, peppered(password), SETTINGS)),
    fits: async (stored, password, line) =>
      (await argon2.verify(line, argon2Of(stored ?? NOBODYS), peppered(password))) &&
      stored !== null,
    isOutdated: stored => !stored.startsWith(TODAYS),
  }
}

function argon2Of(stored: string): string {
  if (!stored.startsWith(TAG)) throw new Error('a password hash has an unknown tag')
  return stored.slice(TAG.length)
}
