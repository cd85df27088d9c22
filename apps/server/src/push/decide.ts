import type { PushKind } from '@banyan/domain'

/** For how long a message is worth something, in seconds; afterwards neither we nor the push service send it. */
const ttl: Readonly<Record<PushKind, number>> = {
  taken: 1_800,
  paid: 7_200,
  release: 7_200,
  case: 86_400,
  credited: 86_400,
  sent: 86_400,
}
/** RFC 8030, 5.3: what waits for the member's hand wakes the phone; what has happened may wait for it. */
const urgencies: Readonly<Record<PushKind, 'high' | 'normal'>> = {
  taken: 'high',
  paid: 'high',
  release: 'high',
  case: 'high',
  credited: 'normal',
  sent: 'normal',
}
export const ttlOf = (kind: PushKind): number => ttl[kind]
export const urgencyOf = (kind: PushKind): 'high' | 'normal' => urgencies[kind]

/** How a push service answered; null where nothing came back. */
export type ServiceAnswer = { status: number; retryAfterS: number | null } | null

/** What becomes of a message, or of the whole subscription, after a try. */
export type Next =
  | { do: 'done' }
  | { do: 'endSubscription' }
  | { do: 'drop' }
  | { do: 'again'; waitS: number }

const WAITS_S = [10, 60, 300] as const
const LONGEST_WAIT_S = 3_600

/** After the `tries`-th try. */
export function nextOf(answer: ServiceAnswer, tries: number): Next {
  if (answer !== null) {
    const { status } = answer
    if (status >= 200 && status < 300) return { do: 'done' }
    // RFC 8030, 7.3: the browser has ended it, or it has expired.
    if (status === 404 || status === 410) return { do: 'endSubscription' }
    // A redirect is not followed, and what was refused once will be refused again.
    if (status < 500 && status !== 429) return { do: 'drop' }
  }
  const wait = WAITS_S[tries - 1]
  if (wait === undefined) return { do: 'drop' }
  const asked = Math.min(answer?.retryAfterS ?? 0, LONGEST_WAIT_S)
  return { do: 'again', waitS: Math.max(wait, asked) }
}
