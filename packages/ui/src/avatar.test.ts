import { describe, expect, it } from 'vitest'
import { avatarPattern } from './avatar.tsx'

describe('an avatar', () => {
  it('is the same for the same account', () => {
    expect(avatarPattern('36351614')).toEqual(avatarPattern('36351614'))
  })
  it('has six hues and four rotations, all of them in use', () => {
    const patterns = Array.from({ length: 400 }, (_, n) =>
      avatarPattern(String(30_000_000 + n * 7919)),
    )
    expect(new Set(patterns.map(({ hue }) => hue))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect(new Set(patterns.map(({ turn }) => turn))).toEqual(new Set([0, 1, 2, 3]))
  })
})
