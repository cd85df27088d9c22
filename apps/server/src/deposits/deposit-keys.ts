import { ConfigError } from '../platform/config.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type DeriveAddress, openDerivation } from './derive.ts'
import { type Generation, generationsOf } from './key-store.ts'

/**
 * The deposit keys of the settings. The books hold from which index on each key is used. An address
 * is shown only when both agree, so neither a changed setting nor a changed row moves a member to
 * another key.
 */
export interface DepositKeys {
  /** The key of a platform that has given out no address yet. */
  first: string
  /** True when the settings name this key. */
  names(xpub: string): boolean
  /**
   * Returns what derives recharge addresses by these generations.
   * @throws DepositKeyNotNamed where the settings do not name the key of one.
   */
  ring(generations: readonly Generation[]): KeyRing
}

/** All generations, each with a key that the settings name. */
export interface KeyRing {
  generations: readonly Generation[]
  current: Generation
  /** The generation of an index. */
  of(index: number): Generation
  derive: DeriveAddress
}

/** The books hold a deposit key that the settings do not name. */
export class DepositKeyNotNamed extends ConfigError {
  /** @param which the key, in a form that an operator can look for. */
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

/**
 * The newest generation that an index can belong to: each starts at an index and ends before the
 * start of the next.
 */
export function generationAt(generations: readonly Generation[], index: number): Generation {
  const generation = generations.findLast(one => one.firstIndex <= index)
  if (generation === undefined) throw new Error(`index ${index} belongs to no generation`)
  return generation
}

/**
 * The ring of the current books.
 * @throws DepositKeyNotNamed where the settings do not name one of its keys.
 */
export const readRing = async (keys: DepositKeys, reader: Database | Tx): Promise<KeyRing> =>
  keys.ring(await generationsOf(reader))
