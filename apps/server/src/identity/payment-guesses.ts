/** The stored state of a member's guesses at the payment password. */
export interface PaymentGuesses {
  /** Wrong guesses since the last right one or the last lock. */
  readonly wrongInRow: number
  readonly lockedUntil: Date | null
  /** Wrong guesses of the last 24 h. */
  readonly wrongAt: readonly Date[]
  /** Ten wrong guesses in 24 h: only a reset unlocks the account's money. */
  readonly resetNeeded: boolean
}

/**
 * The decision before anything is compared: a guess that counts as wrong until it is proven right,
 * or no guess.
 */
export type GuessPermit =
  | { kind: 'go'; guesses: PaymentGuesses }
  | { kind: 'locked'; until: Date }
  | { kind: 'resetNeeded' }

const IN_ROW = 5
const IN_A_DAY = 10
const LOCK_MS = 30 * 60_000
const DAY_MS = 24 * 3_600_000

/** security.md 4.2: five wrong guesses in a row lock for 30 min, ten in 24 h lock until a reset. */
export function reserveGuess(before: PaymentGuesses, now: Date): GuessPermit {
  if (before.resetNeeded) return { kind: 'resetNeeded' }
  if (before.lockedUntil && before.lockedUntil > now)
    return { kind: 'locked', until: before.lockedUntil }
  const wrongInRow = (before.lockedUntil ? 0 : before.wrongInRow) + 1
  const wrongAt = [
    ...before.wrongAt.filter(at => now.getTime() - at.getTime() < DAY_MS).slice(1 - IN_A_DAY),
    now,
  ]
  return {
    kind: 'go',
    guesses: {
      wrongInRow,
      lockedUntil: wrongInRow >= IN_ROW ? new Date(now.getTime() + LOCK_MS) : null,
      wrongAt,
      resetNeeded: wrongAt.length >= IN_A_DAY,
    },
  }
}

/**
 * The password was right: the guess reserved at `reservedAt` no longer counts, and the row of wrong
 * ones ends. The wrong ones of the day stay, so a thief gains nothing by waiting for the owner to
 * succeed. A lock caused by guesses made at the same time stays too.
 */
export function proveGuess(before: PaymentGuesses, reservedAt: Date): PaymentGuesses {
  const returned = returnGuess(before, reservedAt)
  const isLast = before.wrongAt.at(-1)?.getTime() === reservedAt.getTime()
  if (before.lockedUntil && !isLast) return { ...returned, lockedUntil: before.lockedUntil }
  return { ...returned, wrongInRow: 0, lockedUntil: null }
}

/** The server failed before it could compare, so the guess does not count. */
export function returnGuess(before: PaymentGuesses, reservedAt: Date): PaymentGuesses {
  const mine = before.wrongAt.findIndex(at => at.getTime() === reservedAt.getTime())
  const wrongAt = before.wrongAt.filter((_, i) => i !== mine)
  const wrongInRow = Math.max(0, before.wrongInRow - 1)
  return {
    wrongInRow,
    lockedUntil: wrongInRow >= IN_ROW ? before.lockedUntil : null,
    wrongAt,
    resetNeeded: before.resetNeeded && wrongAt.length >= IN_A_DAY,
  }
}

/** Guesses left before the next lock. */
export const guessesLeft = (after: PaymentGuesses): number =>
  Math.max(0, Math.min(IN_ROW - after.wrongInRow, IN_A_DAY - after.wrongAt.length))
