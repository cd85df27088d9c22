import { describe, expect, it } from 'vitest'
import { OpenedWords } from './opened-words.ts'

const words = () => ({ entropy: new Uint8Array(16).fill(7), list: 'zh' as const })

function watched() {
  let leave = () => {}
  let watching = 0
  const opened = new OpenedWords(left => {
    leave = left
    watching++
    return () => watching--
  })
  return { opened, leave: () => leave(), watching: () => watching }
}

describe('opened words', () => {
  it('are wiped when their pages are left, and their watch ends', () => {
    const { opened, leave, watching } = watched()
    const given = words()
    opened.show(given)
    expect(opened.words()).toBe(given)
    leave()
    expect(opened.words()).toBeNull()
    expect(given.entropy).toEqual(new Uint8Array(16))
    expect(watching()).toBe(0)
  })

  it('show the same entropy in the other list', () => {
    const { opened } = watched()
    opened.show(words())
    opened.tellIn('en')
    expect(opened.words()).toEqual({ ...words(), list: 'en' })
  })

  it('wipe what they showed before', () => {
    const { opened, watching } = watched()
    const first = words()
    opened.show(first)
    opened.show(words())
    expect(first.entropy).toEqual(new Uint8Array(16))
    expect(watching()).toBe(1)
  })
})
