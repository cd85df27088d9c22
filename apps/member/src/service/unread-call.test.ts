import { serviceUnread } from '@banyan/domain'
import { expect, it } from 'vitest'
import { unreadCall } from './unread-call.ts'

it('uses the address of the contract', () => {
  const { method, path, money } = serviceUnread
  expect(unreadCall).toEqual({ method, path, money })
})
