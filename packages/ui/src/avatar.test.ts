import { describe, expect, it } from 'vitest'
import { avatarLook } from './avatar.tsx'

describe('an avatar', () => {
  it('is the same for the same account', () => {
    expect(avatarLook('36351614')).toEqual(avatarLook('36351614'))
  })
  it('has six hues and four rotations, all of them in use', () => {
    const looks = Array.from({ length: 400 }, (_, n) => avatarLook(String(30_000_000 + n * 7919)))
    expect(new Set(looks.map(({ hue }) => hue))).toEqual(new Set([0, 1, 2, 3, 4, 5]))
    expect(new Set(looks.map(({ turn }) => turn))).toEqual(new Set([0, 1, 2, 3]))
  })
})
