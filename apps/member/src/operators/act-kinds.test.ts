import { expect, it } from 'vitest'
import { actKindOf } from './act-kinds.ts'

it('names acts by the log’s words, and no other words', () => {
  expect(actKindOf('release withdrawal')).toBe('releaseWithdrawal')
  // The colleague's name is not the member's to read.
  expect(actKindOf('assign conversation to mei')).toBe('assignConversation')
  expect(actKindOf('something new')).toBeNull()
  expect(actKindOf('constructor')).toBeNull()
})
