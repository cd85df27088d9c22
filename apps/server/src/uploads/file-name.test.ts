import { fileLimits } from '@banyan/domain'
import { expect, it } from 'vitest'
import { shownName } from './file-name.ts'

it('a name keeps its words and ends as what the file is', () => {
  expect(shownName('付款回单 3.PDF', 'document')).toBe('付款回单 3.pdf')
  expect(shownName('IMG_0042.MOV', 'video')).toBe('IMG_0042.mp4')
  expect(shownName('receipt.pdf.exe', 'document')).toBe('receipt.pdf.pdf')
  expect(shownName('v1.2 notes', 'document')).toBe('v1.2 notes.pdf')
})

it('has no folders, no signs that nobody sees, and no more than its characters', () => {
  expect(shownName('../../etc/passwd', 'document')).toBe('passwd.pdf')
  expect(shownName('..\\..\\evil.html', 'document')).toBe('evil.pdf')
  expect(shownName('a\u202efdp.exe\0\n"<b>', 'document')).toBe('afdp.pdf')
  expect(shownName('.', 'video')).toBe('video.mp4')
  expect(shownName('', 'document')).toBe('document.pdf')
  expect([...shownName('榕'.repeat(500), 'video')].length).toBe(fileLimits.nameCharacters)
})
