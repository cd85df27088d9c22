import { describe, expect, test } from 'vitest'
import { loginKeyOf } from './login-key.ts'
import { entropyOf, wordsOf } from './words.ts'

const entropy = new Uint8Array(16).fill(0x7f)

/* Computed independently of this code: HKDF and Ed25519 of Node's own crypto module. */
const publicKey = 'd3030fa29eb0ab6e1c9f234f3a33b604118c5ba17f21e7871e0f459e8f2e0493'
const signature =
  'b71b33ea9d4404c146bff8de3e8b5ae853ed9f7e7d1ab103881b066a680bd0876956fb1895b6c7392a7c3631fa2a27fd2ae0567a57b8722cc85a4bd5ac23eb0e'

/** A browser that has HKDF but no Ed25519. */
const withoutEd25519 = new Proxy(crypto.subtle, {
  get:
    (subtle, name: keyof SubtleCrypto) =>
    (format: string, ...rest: never[]) =>
      format === 'pkcs8'
        ? Promise.reject(new DOMException('Unrecognized name', 'NotSupportedError'))
        : (subtle[name] as (...args: unknown[]) => unknown).call(subtle, format, ...rest),
})

describe('the login key', () => {
  test.each([
    ['the platform', crypto.subtle],
    ['the library', withoutEd25519],
  ])('by %s is the known one', async (_, subtle) => {
    const key = await loginKeyOf(entropy, subtle)
    expect(key.publicKey).toBe(publicKey)
    expect(await key.sign('banyan')).toBe(signature)
  })
  test('is the same from the words of either list', async () => {
    for (const list of ['zh', 'en'] as const) {
      const decoded = entropyOf(wordsOf(entropy, list), list)
      expect((await loginKeyOf(decoded as Uint8Array)).publicKey).toBe(publicKey)
    }
  })
  test('leaves the entropy unchanged', async () => {
    const mine = new Uint8Array(entropy)
    await loginKeyOf(mine)
    expect(mine).toEqual(entropy)
  })
})
