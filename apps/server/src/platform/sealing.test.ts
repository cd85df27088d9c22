import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ringOf } from './key-ring.ts'
import { openSealing } from './sealing.ts'

const sealing = openSealing(ringOf(randomBytes(32)))

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
  expect(() => openSealing(ringOf(randomBytes(32))).open(sealed, 'e-mail of 1')).toThrow()
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
    openSealing(ringOf(randomBytes(32)))
      .index('ann', 'e-mail')
      .toString('hex'),
  ]
  for (const other of others) expect(other).not.toBe(index('ann'))
})

it('opens with every accepted key, seals with the current one, and forgets a retired one', () => {
  const [one, two] = [randomBytes(32), randomBytes(32)]
  const ring = ringOf(one)
  const rotated = openSealing(ring)
  const before = rotated.seal('ann', 'e-mail')
  const index = rotated.index('ann', 'e-mail')
  ring.accept([
    { version: 2, key: two },
    { version: 1, key: one },
  ])
  const after = rotated.seal('ann', 'e-mail')
  expect([before[0], after[0]]).toEqual([1, 2])
  expect([before, after].map(sealed => rotated.open(sealed, 'e-mail'))).toEqual(['ann', 'ann'])
  expect(rotated.indexes('ann', 'e-mail')).toEqual([rotated.index('ann', 'e-mail'), index])
  ring.accept([{ version: 2, key: two }])
  expect(() => rotated.open(before, 'e-mail')).toThrow('unknown tag')
  expect(rotated.open(after, 'e-mail')).toBe('ann')
})
