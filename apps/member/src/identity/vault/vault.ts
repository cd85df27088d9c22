import { type KeptWords, newDeviceKey, openSealed, type SealedWords, sealWords } from './seal.ts'

/** What the device stores for one account. */
export interface VaultRecord {
  readonly deviceKey: CryptoKey
  readonly box: SealedWords
  /** The same words under a login password that the server may or may not have accepted. */
  readonly next?: SealedWords
}

/** The store of the records: IndexedDB, the only store of a browser that accepts a key it may not read. */
export interface VaultStore {
  get(accountId: string): Promise<VaultRecord | undefined>
  put(accountId: string, record: VaultRecord): Promise<void>
  delete(accountId: string): Promise<void>
}

/** The state of the words during a change of the login password. */
export type Resealing = 'none' | 'locked' | 'ready'

/**
 * Stores the words of this device's accounts, sealed (security.md 4.1). Nothing of it is ever sent;
 * clearing the browser's data clears it too.
 */
export class Vault {
  readonly #store: VaultStore
  readonly #rounds: number | undefined

  /** `rounds` is for tests: the product's value takes a second. */
  constructor(store: VaultStore, { rounds }: { rounds?: number } = {}) {
    this.#store = store
    this.#rounds = rounds
  }

  /** True when the words of an account are stored here. False in a browser that cannot store any. */
  async has(accountId: string): Promise<boolean> {
    try {
      return (await this.#store.get(accountId)) !== undefined
    } catch {
      return false
    }
  }

  /**
   * Stores words under the login password; replaces those stored for the account before.
   * @throws the browser's error when it cannot store anything.
   */
  async keep(accountId: string, words: KeptWords, loginPassword: string): Promise<void> {
    const deviceKey = await newDeviceKey()
    const box = await this.#seal(words, { accountId, loginPassword, deviceKey })
    await this.#store.put(accountId, { deviceKey, box })
  }

  /** The words, or null when nothing is stored or they were sealed by another password. */
  async open(accountId: string, loginPassword: string): Promise<KeptWords | null> {
    const record = await this.#store.get(accountId)
    if (!record) return null
    const keys = { accountId, loginPassword, deviceKey: record.deviceKey }
    const { deviceKey, box, next } = record
    const words = await openSealed(box, keys)
    if (words || !next) return words
    // The response to a change of the password was lost: it did happen, so the new seal is valid.
    const late = await openSealed(next, keys)
    if (late) await this.#store.put(accountId, { deviceKey, box: next })
    return late
  }

  /**
   * Before the login password changes: seals the words by the new one, beside the old seal. Then
   * call `settle` or `abandon`; when neither is called, because the response was lost, either
   * password opens.
   */
  async prepare(accountId: string, before: string, after: string): Promise<Resealing> {
    if (!(await this.has(accountId))) return 'none'
    const words = await this.open(accountId, before)
    const record = words && (await this.#store.get(accountId))
    if (!words || !record) return 'locked'
    const { deviceKey, box } = record
    try {
      const next = await this.#seal(words, { accountId, loginPassword: after, deviceKey })
      await this.#store.put(accountId, { deviceKey, box, next })
    } finally {
      words.entropy.fill(0)
    }
    return 'ready'
  }

  /** The server has accepted the new password. */
  async settle(accountId: string): Promise<void> {
    const record = await this.#store.get(accountId)
    if (!record?.next) return
    await this.#store.put(accountId, { deviceKey: record.deviceKey, box: record.next })
  }

  /** The server has refused the new password. */
  async abandon(accountId: string): Promise<void> {
    const record = await this.#store.get(accountId)
    if (!record?.next) return
    await this.#store.put(accountId, { deviceKey: record.deviceKey, box: record.box })
  }

  /** Removes the words of an account. */
  async forget(accountId: string): Promise<void> {
    await this.#store.delete(accountId)
  }

  #seal(words: KeptWords, keys: Parameters<typeof sealWords>[1]): Promise<SealedWords> {
    return sealWords(words, keys, this.#rounds ? { rounds: this.#rounds } : {})
  }
}
