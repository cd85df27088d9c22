import { expect, it } from 'vitest'
import { maskedAddress, maskedContact, maskedEmail } from './masks.ts'

it('a masked e-mail address shows its first character and its last part alone', () => {
  expect(maskedEmail('mei.lin@example.com')).toBe('m•••@•••.com')
  expect(maskedEmail('m@example.com')).toBe('•••@•••.com')
  expect(maskedEmail('mei@localhost')).toBe('m•••@•••')
})

it('a masked address shows its beginning and its end', () => {
  expect(maskedAddress('0x9c3d11223344556677889900aabbccddeeffcc66')).toBe('0x9c3d…cc66')
  expect(maskedAddress('0x9c3d1122cc66')).toBe('•••')
})

it('a masked contact shows nothing', () => {
  expect(maskedContact('Telegram @mei')).toBe('•••')
  expect(maskedContact('')).toBe('')
})
