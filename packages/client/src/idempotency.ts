/** A store in which keys survive a reload: `sessionStorage`, or a Map in Node. */
export interface KeyStore {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

/** A new key: 32 random hex digits. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The key of one opened form. It is stored before the call is sent, so that a reload in between
 * sends the same key and the money moves once. It is dropped when the server has responded either
 * way; another body is another request and gets another key.
 */
export class FormKey {
  readonly #name: string
  readonly #store: KeyStore

  constructor(form: string, store: KeyStore) {
    this.#name = `key:${form}`
    this.#store = store
  }

  /** Returns the key to send with this body; the same body gets the same key until `settle`. */
  forBody(body: unknown): string {
    const print = fingerprint(body)
    const [key, of] = this.#store.getItem(this.#name)?.split(' ') ?? []
    if (key && of === print) return key
    const fresh = newIdempotencyKey()
    this.#store.setItem(this.#name, `${fresh} ${print}`)
    return fresh
  }

  /** The server has responded: the next request gets a new key. */
  settle(): void {
    this.#store.removeItem(this.#name)
  }
}

/**
 * Fingerprints a body (64-bit FNV-1a over the JSON). Passwords and codes are left out: they are not
 * part of the request, and nothing derived from them may be stored.
 */
function fingerprint(body: unknown): string {
  const text = JSON.stringify(body ?? {}, (name, value) =>
    /password|emailCode/i.test(name) ? undefined : value,
  )
  let hash = 0xcbf29ce484222325n
  for (let i = 0; i < text.length; i++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n)
  }
  return hash.toString(16)
}
