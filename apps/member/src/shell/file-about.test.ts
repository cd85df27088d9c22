import { expect, it } from 'vitest'
import { fileAbout } from './file-about.ts'

it('a video is shown with its length and size, a document with its size', () => {
  expect(fileAbout({ bytes: 12_900_000, seconds: 42 })).toBe('0:42 · 12.3 MB')
  expect(fileAbout({ bytes: 2_048, seconds: 60 })).toBe('1:00 · 2 kB')
  expect(fileAbout({ bytes: 2_048, seconds: null })).toBe('2 kB')
})
