import { ConfigError } from '../platform/config.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type DeriveAddress, openDerivation } from './derive.ts'
import { type Generation, generationsOf } from './key-store.ts'

/**
 * The deposit keys of the settings. Which of them is in use from which index on is in the books: without
 * both nobody is shown an address, so neither a changed setting nor a changed row moves anybody.
 */
export interface DepositKeys {
  /** Of a platform that has given out no address yet. */
  first: string
  /** Do the settings name this key? */
  names(xpub: string): boolean
  /**
   * What derives recharge addresses by these generations.
   * @throws DepositKeyNotNamed where the settings do not name the key of one.
   */
  ring(generations: readonly Generation[]): KeyRing
}

/** All generations, each by a key that the settings name. */
export interface KeyRing {
  generations: readonly Generation[]
  current: Generation
  /** The generation of an index. */
  of(index: number): Generation
  derive: DeriveAddress
}

/** The books hold a deposit key that the settings do not name. */
export class DepositKeyNotNamed extends ConfigError {
  /** @param which key, as an operator can look for it. */
  constructor(which: string) {
    super(
      `DEPOSIT_XPUB does not name ${which}: name every deposit key that was ever in use, the first one first, with commas between them.`,
    )
  }
}

/**
 * Opens the deposit keys of the settings.
 * @throws ConfigError when one of them is no extended public key.
 */
export function openDepositKeys(xpubs: readonly string[]): DepositKeys {
  const derivations = new Map(xpubs.map(xpub => [xpub, openDerivation(xpub)]))
  const [first] = xpubs
  if (first === undefined) throw new ConfigError('DEPOSIT_XPUB names no key.')
  const before: Generation = { number: 1, xpub: first, firstIndex: 0, since: null, why: null }
  return {
    first,
    names: xpub => derivations.has(xpub),
    ring: kept => {
      const generations = kept.length === 0 ? [before] : kept
      for (const one of generations)
        if (!derivations.has(one.xpub))
          throw new DepositKeyNotNamed(`the deposit key ${one.xpub}, which is in use`)
      const of = (index: number) => generationAt(generations, index)
      return {
        generations,
        current: generations.at(-1) ?? before,
        of,
        derive: index => (derivations.get(of(index).xpub) as DeriveAddress)(index),
      }
    },
  }
}

/** The newest generation that an index can be of: each begins at an index, and the next one behind it. */
export function generationAt(generations: readonly Generation[], index: number): Generation {
  const found = generations.findLast(one => one.firstIndex <= index)
  if (found === undefined) throw new Error(`index ${index} is of no generation`)
  return found
}

/**
 * The ring of the books as they are now.
 * @throws DepositKeyNotNamed where the settings do not name one of its keys.
 */
export const readRing = async (keys: DepositKeys, reader: Database | Tx): Promise<KeyRing> =>
  keys.ring(await generationsOf(reader))
