import { expect, it } from 'vitest'
import { stepped } from './stepped.ts'

it('steps through rows and stops at their ends', () => {
  const ids = ['a', 'b', 'c']
  expect(stepped(ids, null, 1)).toBe('a')
  expect(stepped(ids, null, -1)).toBe('c')
  expect(stepped(ids, 'a', 1)).toBe('b')
  expect(stepped(ids, 'c', 1)).toBe('c')
  expect(stepped(ids, 'a', -1)).toBe('a')
  expect(stepped(ids, 'gone', 1)).toBe('a')
  expect(stepped([], 'a', 1)).toBeNull()
})
