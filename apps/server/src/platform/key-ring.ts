/** A key with the number under which the database knows it. */
export interface VersionedKey {
  version: number
  key: Buffer
}

/**
 * The keys of one secret. One of them is current: it hashes, seals and signs what is new. While a
 * secret is rotated, others are accepted besides, for what was made with them. Which key has which
 * number and state is kept in the database (`key-check.ts`); a running process follows it
 * (`key-watch.ts`), so a user of a ring reads it each time.
 */
export class KeyRing {
  #accepted: readonly [VersionedKey, ...VersionedKey[]]
  #candidates: readonly [Buffer, ...Buffer[]]

  /** Keys as they were found; until the database was asked, the first one counts as version 1. */
  constructor(candidates: readonly [Buffer, ...Buffer[]]) {
    this.#candidates = candidates
    this.#accepted = [{ version: 1, key: candidates[0] }]
  }

  /** The key for what is new. */
  get current(): VersionedKey {
    return this.#accepted[0]
  }

  /** Every key that is accepted, the current one first. */
  get accepted(): readonly [VersionedKey, ...VersionedKey[]] {
    return this.#accepted
  }

  /** Every key that this process has, whatever its state; the one that was found first is first. */
  get candidates(): readonly [Buffer, ...Buffer[]] {
    return this.#candidates
  }

  /** The accepted key of a version. */
  at(version: number): Buffer | undefined {
    return this.#accepted.find(one => one.version === version)?.key
  }

  /** Takes over what the database says; the current key is first. */
  accept(accepted: readonly [VersionedKey, ...VersionedKey[]]): void {
    this.#accepted = accepted
  }

  /** Takes over keys that were found anew. */
  find(candidates: readonly [Buffer, ...Buffer[]]): void {
    this.#candidates = candidates
  }
}

/** A ring of one key. */
export const ringOf = (key: Buffer): KeyRing => new KeyRing([key])

/**
 * Computes something once for each key of a ring, for uses that derive keys. Keys are few, and a
 * retired one is forgotten when the ring has forgotten it.
 */
export function derived<T>(ring: KeyRing, derive: (key: Buffer) => T) {
  const known = new WeakMap<Buffer, T>()
  const of = (key: Buffer): T => {
    const value = known.get(key) ?? derive(key)
    known.set(key, value)
    return value
  }
  return {
    current: (): { version: number; value: T } => {
      const { version, key } = ring.current
      return { version, value: of(key) }
    },
    at: (version: number): T | undefined => {
      const key = ring.at(version)
      return key && of(key)
    },
    /** The current one first. */
    accepted: (): [T, ...T[]] => {
      const [current, ...others] = ring.accepted
      return [of(current.key), ...others.map(({ key }) => of(key))]
    },
  }
}
