import { createHmac } from 'node:crypto'
import { sharedArgon2 } from '../platform/argon2.ts'
import type { Line } from '../platform/fair-queue.ts'
import { addressOf } from '../platform/http/limits.ts'
import type { KeyRing } from '../platform/key-ring.ts'

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

/**
 * Names the settings of a hash and the version of its pepper, which version 1 leaves out: `v1:`,
 * `v1p2:`. Other settings will get another number.
 */
const tagOf = (pepper: number): string => (pepper === 1 ? 'v1:' : `v1p${pepper}:`)
const TAG = /^v1(?:p(\d{1,3}))?:/
/** OWASP's minimum for Argon2id (algorithm 2). Memory is in KiB. */
const SETTINGS = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const
/** The beginning of every hash with the current settings, behind its tag. */
const TODAYS = `$argon2id$v=19$m=${SETTINGS.memoryCost},t=${SETTINGS.timeCost},p=${SETTINGS.parallelism}$`
/** A hash that matches no password: an unknown account costs the same work as a known one. */
const NOBODYS = `${TODAYS}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** The line of a member who is logged in. */
export const lineOfMember = (memberId: string): Line => ({ kind: 'member', who: memberId })

/** The line of an anonymous caller, by the address that the call comes from. */
export const lineOfAnonymous = (ip: string): Line => ({ kind: 'anonymous', who: addressOf(ip) })

/** The line of an operator, by the name that was typed. */
export const lineOfOperator = (name: string): Line => ({ kind: 'operator', who: name })

/**
 * What hashes of a version of the pepper begin with, for SQL `like`: such a hash can be renewed only
 * when its password is typed.
 */
export const hashesOfPepper = (version: number): string => `${tagOf(version)}%`

/** Opens the hashing of one process. The pepper is never stored in the database. */
export function openHashing(pepper: KeyRing): Hashing {
  const argon2 = sharedArgon2()
  // In hex, because the comparison accepts only text. No bit of the 256 is lost.
  const peppered = (password: string, key: Buffer) =>
    createHmac('sha256', key).update(password.normalize('NFC')).digest('hex')
  return {
    hash: async (password, line) => {
      const { version, key } = pepper.current
      return tagOf(version) + (await argon2.hash(line, peppered(password, key), SETTINGS))
    },
    fits: async (stored, password, line) => {
      const { version, hash } = stored === null ? { version: 0, hash: NOBODYS } : partsOf(stored)
      const key = pepper.at(version)
      // A hash of a retired pepper fits nothing, at the same cost.
      const isRight = await argon2.verify(line, hash, peppered(password, key ?? pepper.current.key))
      return isRight && key !== undefined
    },
    isOutdated: stored => !stored.startsWith(tagOf(pepper.current.version) + TODAYS),
  }
}

function partsOf(stored: string): { version: number; hash: string } {
  const tag = TAG.exec(stored)
  if (!tag) throw new Error('a password hash has an unknown tag')
  return { version: Number(tag[1] ?? 1), hash: stored.slice(tag[0].length) }
}
