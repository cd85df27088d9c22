import type { Notification } from '@banyan/domain'
import { expect, it } from 'vitest'
import { momentNameOf, momentsIn } from './moments.ts'

const opened = Date.parse('2026-11-23T12:00:00Z')
const notification = (id: string, more: Partial<Notification> = {}): Notification => ({
  id,
  kind: 'deposit.credited',
  side: null,
  subject: 'dep_1',
  slots: { amount: '5.00' },
  at: '2026-11-23T12:00:01.000Z',
  read: false,
  ...more,
})
const shownOf = (items: Notification[], shown: string[] = []) =>
  momentsIn(items, { since: opened, shown }).map(one => one.id)

it('shows each event once, the oldest first', () => {
  const items = [notification('ntf_2', { at: '2026-11-23T12:00:02.000Z' }), notification('ntf_1')]
  expect(shownOf(items)).toEqual(['ntf_1', 'ntf_2'])
  expect(shownOf(items, ['ntf_1'])).toEqual(['ntf_2'])
})

it('shows nothing that is older than the open app, that was read, or that is no result', () => {
  expect(
    shownOf([
      notification('ntf_1', { at: '2026-11-23T11:59:59.000Z' }),
      notification('ntf_2', { read: true }),
      notification('ntf_3', { kind: 'withdrawal.sent' }),
    ]),
  ).toEqual([])
})

it('shows a release to the buyer, and not to the seller', () => {
  for (const kind of ['trade.release', 'trade.releaseVerified', 'trade.releaseAnyway'] as const) {
    expect(momentNameOf(notification('ntf_1', { kind, side: 'buyer' }))).toBe('bought')
    expect(momentNameOf(notification('ntf_1', { kind, side: 'seller' }))).toBeNull()
  }
})

it('shows the arrival of a withdrawal, and not its sending, refusal or cancellation', () => {
  expect(momentNameOf(notification('ntf_1', { kind: 'withdrawal.adopted' }))).toBe('paidOut')
  for (const kind of ['withdrawal.sent', 'withdrawal.refused', 'withdrawal.cancelled'] as const)
    expect(momentNameOf(notification('ntf_1', { kind }))).toBeNull()
})
