import { codeTerms } from '@banyan/domain'

/** The recent requests for codes, newest first. */
export interface Asked {
  /** The last time for this account, purpose and address. */
  same: Date | null
  /** Of the last hour, for this account. */
  account: readonly Date[]
  /** Of the last hour, for this address. */
  address: readonly Date[]
}

/** Whether another code may be asked for, and if not, from when on. */
export type AskPermit =
  | { kind: 'go'; resendAt: Date }
  | { kind: 'tooSoon'; until: Date }
  | { kind: 'limit'; until: Date }

const HOUR_MS = 3_600_000

/** security.md 4.2: again after 60 s, five an hour for an account, three for an address. */
export function decideAsk(asked: Asked, now: Date): AskPermit {
  const until =
    later(
      freeFrom(asked.account, codeTerms.perHourAndAccount),
      freeFrom(asked.address, codeTerms.perHourAndAddress),
    ) ?? now
  if (until > now) return { kind: 'limit', until }
  const next = asked.same === null ? now : resendAt(asked.same)
  return next > now ? { kind: 'tooSoon', until: next } : { kind: 'go', resendAt: resendAt(now) }
}

const resendAt = (at: Date): Date => new Date(at.getTime() + codeTerms.resendSeconds * 1000)

/** When the oldest of the last `most` leaves the hour; null when there are fewer. */
function freeFrom(times: readonly Date[], most: number): Date | null {
  const oldest = times[most - 1]
  return oldest ? new Date(oldest.getTime() + HOUR_MS) : null
}

function later(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b
  return a > b ? a : b
}
