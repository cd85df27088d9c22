import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ringOf } from '../platform/key-ring.ts'
import { lineOfMember, openHashing } from './hashing.ts'

const line = lineOfMember('somebody')

describe('a password hash', () => {
  const hashing = openHashing(ringOf(randomBytes(32)))

  it('matches its password, however an accent was typed, and no other', async () => {
    const stored = await hashing.hash('caf\u00e9 1234', line)
    expect(stored).toMatch(/^v1:\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashing.fits(stored, 'cafe\u0301 1234', line)).toBe(true)
    expect(await hashing.fits(stored, 'cafe 1234', line)).toBe(false)
  })

  it('is worthless without the pepper', async () => {
    const stored = await hashing.hash('green leaves 42', line)
    expect(await openHashing(ringOf(randomBytes(32))).fits(stored, 'green leaves 42', line)).toBe(
      false,
    )
  })

  it('is never the same twice', async () => {
    expect(await hashing.hash('same 1234', line)).not.toBe(await hashing.hash('same 1234', line))
  })

  it('of an unknown account is compared with the same settings and matches nothing', async () => {
    expect(await hashing.fits(null, 'green leaves 42', line)).toBe(false)
    expect(await hashing.fits(null, '', line)).toBe(false)
  })
})
