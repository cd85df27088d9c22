import { describe, expect, it } from 'vitest'
import type { PasswordReset } from '../identity/index.ts'
import { objectsTo } from './cancel-reset.ts'

const madeAt = new Date('2026-11-21T08:00:00Z')
const reset: PasswordReset = {
  id: '33333333-3333-4333-8333-333333333333',
  memberId: '11111111-1111-4111-8111-111111111111',
  password: 'login',
  proof: 'words',
  madeAt,
  cancellableUntil: new Date('2026-11-22T08:00:00Z'),
  replacedHash: 'hash',
}
const since = (ms: number) => new Date(madeAt.getTime() + ms)
const older: Parameters<typeof objectsTo>[0] = {
  memberId: reset.memberId,
  lineBeganAt: since(-1),
  endReason: null,
}

describe('a session may undo a reset', () => {
  it('when its line began before the reset, not when it began with it or after it', () => {
    const may = [-1, 0, 1].map(ms => objectsTo({ ...older, lineBeganAt: since(ms) }, reset))
    expect(may).toEqual([true, false, false])
  })

  it('of its own member alone', () => {
    expect(objectsTo({ ...older, memberId: '22222222-2222-4222-8222-222222222222' }, reset)).toBe(
      false,
    )
  })

  it.each([
    [null, true],
    ['passwordReset', true],
    ['replaced', true],
    ['logout', false],
    ['revoked', false],
    ['removed', false],
    ['passwordChanged', false],
    ['resetCancelled', false],
    ['accountClosed', false],
    ['operator', false],
  ] as const)('after it ended as %s: %s', (endReason, may) => {
    expect(objectsTo({ ...older, endReason }, reset)).toBe(may)
  })
})
