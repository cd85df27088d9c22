import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { makeBackupKeys, requirePublicKey, seal, unseal } from './sealing.ts'

const keys = makeBackupKeys()
const message = randomBytes(100_000)

it('opens with the private key of the pair only', () => {
  const sealed = seal(message, keys.publicKey)
  expect(unseal(sealed, keys.privateKey).equals(message)).toBe(true)
  expect(unseal(seal(Buffer.alloc(0), keys.publicKey), `${keys.privateKey}\n`)).toHaveLength(0)
  expect(() => unseal(sealed, makeBackupKeys().privateKey)).toThrow(
    /^The private key does not open/,
  )
})

it('differs each time, and shows nothing of its content', () => {
  const text = Buffer.from('pepper'.repeat(100))
  const [one, other] = [seal(text, keys.publicKey), seal(text, keys.publicKey)]
  expect(one.equals(other)).toBe(false)
  expect(one.toString('latin1')).not.toContain('pepper')
})

it('does not open when a byte was changed or the end is missing', () => {
  const sealed = seal(Buffer.from('short'), keys.publicKey)
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => unseal(changed, keys.privateKey), `byte ${at}`).toThrow(/^The private key/)
    expect(() => unseal(sealed.subarray(0, at), keys.privateKey)).toThrow(/^The private key/)
  }
})

it('detects a typing error in a key, and a key of the other kind', () => {
  const slip = keys.publicKey.replace(/.$/, last => (last === '0' ? '1' : '0'))
  for (const text of [slip, '', 'x', keys.privateKey, keys.publicKey.slice(0, -2)])
    expect(() => requirePublicKey(text)).toThrow(/^What was given is no public key of a backup/)
  expect(() => unseal(seal(message, keys.publicKey), keys.publicKey)).toThrow(/no private key/)
})
