import { expect, it } from 'vitest'
import { contentOf, emptyForm, lackOf, withLine } from './form.ts'

const written = { ...emptyForm, titleZh: '夜间维护', bodyZh: '今晚 23:00 起。' }

it('an empty English side is none, and half of one is a fault', () => {
  expect(contentOf(written)).toMatchObject({ titleEn: null, bodyEn: null, endsAt: null })
  expect(lackOf(written)).toBeNull()
  expect(lackOf({ ...written, titleEn: 'Maintenance' })).toBe('halfEnglish')
  expect(lackOf({ ...written, bodyZh: ' \n' })).toBe('chinese')
  expect(lackOf({ ...written, titleZh: '长'.repeat(81) })).toBe('tooLong')
})

it.each([
  ['', 0, '![](p)'],
  ['one', 3, 'one\n\n![](p)'],
  ['one\n', 4, 'one\n\n![](p)'],
  ['one\n\ntwo', 5, 'one\n\n![](p)\n\ntwo'],
])('a picture in %j at %d has a line of its own', (text, at, result) => {
  const inserted = withLine(text, at, '![](p)')
  expect(inserted.text).toBe(result)
  expect(inserted.text.slice(0, inserted.at).endsWith('![](p)')).toBe(true)
})
