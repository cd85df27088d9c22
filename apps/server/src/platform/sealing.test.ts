import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { openSealing } from './sealing.ts'

const sealing = openSealing(randomBytes(32))

it('decrypts what it encrypted, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, place) => {
      expect(sealing.open(sealing.seal(text, place), place)).toBe(text)
    }),
  )
})

it('reveals nothing: not the text, and not that two texts are the same', () => {
  const sealed = sealing.seal('ann@example.org', 'e-mail of 1')
  expect(sealed.toString('latin1')).not.toContain('ann')
  expect(sealed.equals(sealing.seal('ann@example.org', 'e-mail of 1'))).toBe(false)
})

it('does not decrypt in another place, by another key, or changed in any byte', () => {
  const sealed = sealing.seal('ann@example.org', 'e-mail of 1')
  expect(() => sealing.open(sealed, 'e-mail of 2')).toThrow()
  expect(() => openSealing(randomBytes(32)).open(sealed, 'e-mail of 1')).toThrow()
  for (let at = 0; at < sealed.length; at++) {
    const other = Buffer.from(sealed)
    other[at] = (other[at] ?? 0) ^ 1
    expect(() => sealing.open(other, 'e-mail of 1'), `byte ${at}`).toThrow()
  }
  expect(() => sealing.open(sealed.subarray(0, 20), 'e-mail of 1')).toThrow()
})

it('finds by an index that depends on the text, the place and the key', () => {
  const index = (text: string, place = 'e-mail') => sealing.index(text, place).toString('hex')
  expect(index('ann')).toBe(index('ann'))
  const others = [
    index('bob'),
    index('ann', 'contact'),
    openSealing(randomBytes(32)).index('ann', 'e-mail').toString('hex'),
  ]
  for (const other of others) expect(other).not.toBe(index('ann'))
})
