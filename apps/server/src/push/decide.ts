import type { PushKind } from '@banyan/domain'

/**
 * How long a message is useful, in seconds. Afterwards neither the server nor the push service
 * sends it.
 */
const ttl: Readonly<Record<PushKind, number>> = {
  taken: 1_800,
  paid: 7_200,
  release: 7_200,
  case: 86_400,
  credited: 86_400,
  sent: 86_400,
}
/**
 * RFC 8030, 5.3: a message that needs the member's action wakes the phone; a report may wait until
 * the phone is awake.
 */
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

/** The answer of a push service; null when there was none. */
export type ServiceAnswer = { status: number; retryAfterS: number | null } | null

/** What to do with a message, or with the whole subscription, after a try. */
export type Next =
  | { do: 'done' }
  | { do: 'endSubscription' }
  | { do: 'drop' }
  | { do: 'again'; waitS: number }

const WAITS_S = [10, 60, 300] as const
const LONGEST_WAIT_S = 3_600

/** Decides what to do after the `tries`-th try. */
export function nextOf(answer: ServiceAnswer, tries: number): Next {
  if (answer !== null) {
    const { status } = answer
    if (status >= 200 && status < 300) return { do: 'done' }
    // RFC 8030, 7.3: the browser has ended the subscription, or it has expired.
    if (status === 404 || status === 410) return { do: 'endSubscription' }
    // A redirect is not followed, and a refused message would be refused again.
    if (status < 500 && status !== 429) return { do: 'drop' }
  }
  const wait = WAITS_S[tries - 1]
  if (wait === undefined) return { do: 'drop' }
  const requested = Math.min(answer?.retryAfterS ?? 0, LONGEST_WAIT_S)
  return { do: 'again', waitS: Math.max(wait, requested) }
}
