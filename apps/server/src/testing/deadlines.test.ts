import { codeTerms, ruleCheckWithinMs } from '@banyan/domain'
import { expect, test } from 'vitest'
import { movesOf, opensAt, type PositionTimes } from '../earnings/decide.ts'
import { isNoPayment } from '../evidence/decide.ts'
import { EASE_MS, easeHolds, type PaymentFacts } from '../identity/payment-ease.ts'
import { type PaymentGuesses, reserveGuess } from '../identity/payment-guesses.ts'
import { checkTimes } from '../notices/decide.ts'
import { objectsTo } from '../sessions/cancel-reset.ts'
import { FORGET_MS, type LoginFailures, reserveTry } from '../sessions/login-delay.ts'
import type { OrderTimes } from '../subscriptions/deal-instant.ts'
import { isCancellable, isCoolingOff } from '../subscriptions/decide.ts'
import { decideAsk } from '../verification/decide.ts'
import { waitsFor } from '../withdrawals/present.ts'

/** The deadline, or the end of the window; a cut-off, so that what ends with one ends then. */
const end = new Date('2026-03-02T16:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000
const before = (ms: number) => new Date(end.getTime() - ms)

/** What is true a millisecond before the instant, at it, and a millisecond after it. */
const around = (read: (now: Date) => boolean): [boolean, boolean, boolean] => [
  read(before(1)),
  read(end),
  read(before(-1)),
]
/** Something that ends at the instant is over when it comes; something that holds until it still holds. */
const untilThen = [true, false, false]
const untilAndThen = [true, true, false]
const fromThen = [false, true, true]
const afterThen = [false, false, true]

const accepted = (act: () => void): boolean => {
  try {
    act()
    return true
  } catch {
    return false
  }
}

const order: OrderTimes = {
  state: 'pending',
  placedAt: before(DAY),
  ripeAt: end,
  period: null,
  passedPeriod: null,
}
const position: PositionTimes = {
  state: 'asked',
  askedAt: before(60 * MINUTE),
  opensIn: null,
  passedIn: null,
  unlockAskedAt: null,
  leavesIn: null,
}
const unlocking: PositionTimes = {
  ...position,
  state: 'unlock_asked',
  opensIn: '2026-02-01',
  unlockAskedAt: before(60 * MINUTE),
}
const moves = (times: PositionTimes, event: 'cancel' | 'keep') => (now: Date) =>
  movesOf(times, now).includes(event)

const guesses: PaymentGuesses = {
  wrongInRow: 0,
  lockedUntil: null,
  wrongAt: [],
  resetNeeded: false,
}
const proven = (facts: Partial<PaymentFacts>, at: Date) =>
  easeHolds(
    { hash: 'h', at },
    { now: end, paymentHash: 'h', frozen: false, changes: [], guesses, ...facts },
  )

const none: LoginFailures = { failures: 0, beganAt: end, lastAt: end, lockedUntil: null }
const mayTry = (counts: Partial<{ place: LoginFailures; hour: LoginFailures }>) => (now: Date) =>
  reserveTry({ place: none, hour: none, ...counts }, now).kind === 'go'
const countAfter = (place: LoginFailures) => (now: Date) => {
  const permit = reserveTry({ place, hour: none }, now)
  return permit.kind === 'go' && permit.counts.place.failures === 1
}
const session = { memberId: 'm', endReason: null, lineBeganAt: end }
const reset = (madeAt: Date) => ({
  id: 'r',
  memberId: 'm',
  password: 'login' as const,
  proof: 'words' as const,
  madeAt,
  cancellableUntil: end,
  replacedHash: 'h',
})

const mayAsk = (times: Partial<Parameters<typeof decideAsk>[0]>) => (now: Date) =>
  decideAsk({ same: null, account: [], address: [], ...times }, now).kind === 'go'
const times = (most: number, at: Date) => Array<Date>(most).fill(at)
const HOUR = 60 * MINUTE

const waits = (row: { approvableFrom: Date; requestedAt: Date }, checksByRule: boolean) => {
  const nothing = { frozenUntil: null, isFrozen: false, pause: null, payout: null, ruleCheck: null }
  return (now: Date) =>
    waitsFor({ state: 'requested', ...row }, { ...nothing, checksByRule, now })?.for
}

const claims: readonly [string, (now: Date) => boolean, readonly boolean[]][] = [
  ['an order cools off', now => isCoolingOff(order, now), untilThen],
  [
    'an order can be cancelled',
    now => isCancellable({ ...order, ripeAt: before(MINUTE) }, now),
    untilThen,
  ],
  [
    'an order that a run did not fill can be cancelled',
    now => isCancellable({ ...order, passedPeriod: '2026-03-01' }, now),
    untilThen,
  ],
  ['a position that is asked for can be cancelled', moves(position, 'cancel'), untilThen],
  [
    'a position that a run did not open can be cancelled',
    moves({ ...position, askedAt: before(9 * DAY), passedIn: '2026-03-01' }, 'cancel'),
    untilThen,
  ],
  ['a position that is to be freed can be kept', moves(unlocking, 'keep'), untilThen],
  ['a proof is of later than now', now => proven({ now: end }, now), untilAndThen],
  ['a proof holds', now => proven({ now }, before(EASE_MS)), untilThen],
  ['a proof survives what happened at', at => proven({ changes: [at] }, end), untilThen],
  [
    'a proof survives a wrong guess at',
    at => proven({ guesses: { ...guesses, wrongAt: [at] } }, end),
    untilThen,
  ],
  [
    'guesses are locked',
    now => reserveGuess({ ...guesses, lockedUntil: end }, now).kind === 'locked',
    untilThen,
  ],
  [
    'a tenth guess of the day needs a reset',
    now => {
      const permit = reserveGuess({ ...guesses, wrongAt: times(9, before(DAY)) }, now)
      return permit.kind === 'go' && permit.guesses.resetNeeded
    },
    untilThen,
  ],
  ['a login may be tried again', mayTry({ place: { ...none, lockedUntil: end } }), fromThen],
  [
    'a login may be tried when the hour is over',
    mayTry({ hour: { ...none, failures: 100, beganAt: before(HOUR) } }),
    fromThen,
  ],
  [
    'failures of a login are forgotten',
    countAfter({ ...none, failures: 3, lastAt: before(FORGET_MS) }),
    fromThen,
  ],
  ['a session objects to a reset made', madeAt => objectsTo(session, reset(madeAt)), afterThen],
  [
    'a notice may be planned for the instant',
    now => accepted(() => checkTimes(now, { publishAt: end, endsAt: null })),
    untilThen,
  ],
  [
    'a notice may end at the instant',
    now => accepted(() => checkTimes(now, { publishAt: null, endsAt: end })),
    untilThen,
  ],
  [
    'a notice ends after it is published',
    endsAt => accepted(() => checkTimes(before(DAY), { publishAt: end, endsAt })),
    afterThen,
  ],
  [
    'a code may be asked for again',
    mayAsk({ same: before(codeTerms.resendSeconds * 1000) }),
    fromThen,
  ],
  [
    'a code may be asked for after those of an hour',
    mayAsk({ account: times(codeTerms.perHourAndAccount, before(HOUR)) }),
    fromThen,
  ],
  [
    'a code may be asked for at an address after those of an hour',
    mayAsk({ address: times(codeTerms.perHourAndAddress, before(HOUR)) }),
    fromThen,
  ],
  [
    'a withdrawal waits for its address',
    now => waits({ approvableFrom: end, requestedAt: before(DAY) }, false)(now) === 'address',
    untilThen,
  ],
  [
    'a withdrawal waits for the check by rule',
    now =>
      waits({ approvableFrom: before(DAY), requestedAt: before(ruleCheckWithinMs) }, true)(now) ===
      'check',
    untilThen,
  ],
  [
    'a hash that does not pay is no payment',
    now => isNoPayment('wrong_recipient', { chainAt: end, now, deadline: end }),
    afterThen,
  ],
  [
    'a hash that nobody has seen is no payment, by the time of the chain',
    chainAt => isNoPayment('not_found', { chainAt, now: before(-DAY), deadline: end }),
    afterThen,
  ],
]

test.each(claims)(
  '%s: a millisecond before, then, and a millisecond after',
  (_, read, expected) => {
    expect(around(read)).toEqual(expected)
  },
)

test('a position opens with the run that took it, with the next cut-off, or after the one that did not', () => {
  expect(opensAt(position)).toEqual(end)
  expect(opensAt({ ...position, askedAt: end })).toEqual(before(-DAY))
  expect(opensAt({ ...position, opensIn: '2026-03-03' })).toEqual(before(-DAY))
  expect(opensAt({ ...position, passedIn: '2026-03-02' })).toEqual(before(-DAY))
  expect(opensAt({ ...position, state: 'cancelled' })).toBeNull()
})
