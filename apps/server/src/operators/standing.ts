import type { OperatorProof, RefusalName, RefusalSlots } from '@banyan/domain'
import type { OperatorStanding } from '../platform/http/route.ts'

/** security.md 4.1: how long a session may be idle, and how long it lasts in any case. */
export const IDLE_MINUTES = 15
export const SESSION_HOURS = 8

/** How long a proven second factor, or a fresh sign-in, counts for what asks for a recent one. */
export const RECENT_MINUTES = 5

/** True when something happened so lately that it counts as recent. */
export const isRecent = (at: Date | null, now: Date): boolean =>
  at !== null && now.getTime() - at.getTime() <= RECENT_MINUTES * 60_000

/** True when a session was not used for too long. */
export const isIdle = (lastSeenAt: Date, now: Date): boolean =>
  now.getTime() - lastSeenAt.getTime() >= IDLE_MINUTES * 60_000

/**
 * What a session lacks for a call that asks for this proof, or null. `isOptional`: an account
 * without any second factor may do everything.
 */
export function missingProof(
  { isLocked, factors, provenAt, now }: OperatorStanding,
  proof: OperatorProof,
  isOptional: boolean,
): { refusal: RefusalName; slots?: RefusalSlots } | null {
  if (proof === 'opened') return null
  if (isLocked) return { refusal: 'operatorSessionLocked', slots: { minutes: IDLE_MINUTES } }
  if (proof === 'password') return null
  if (factors.length === 0)
    return proof === 'recentFactor' && !isOptional ? { refusal: 'operatorFactorMissing' } : null
  if (provenAt === null) return { refusal: 'operatorFactorAsked' }
  if (proof === 'recentFactor' && !isRecent(provenAt, now))
    return { refusal: 'operatorFactorStale', slots: { minutes: RECENT_MINUTES } }
  return null
}
