import { notificationsUnread } from '@banyan/domain'
import { expect, it } from 'vitest'
import { badgeText, unreadCall } from './unread-call.ts'

it('uses the address of the contract', () => {
  const { method, path, money } = notificationsUnread
  expect(unreadCall).toEqual({ method, path, money })
})

it.each([
  [0, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('a badge of %i shows "%s"', (count, text) => {
  expect(badgeText(count)).toBe(text)
})
