import { unreadNotices } from '@banyan/domain'
import { expect, test } from 'vitest'
import { unreadNoticesCall } from './calls.ts'

test('Home requests unread notices at the address of the contract', () => {
  const { method, path, money } = unreadNotices
  expect(unreadNoticesCall).toEqual({ method, path, money })
})
