import { createHash } from 'node:crypto'
import type { PushPayload } from '@banyan/domain'
import type { Logger } from 'pino'
import type { Database } from '../platform/database/connect.ts'
import type { Sealing } from '../platform/sealing.ts'
import { openAddress } from './address.ts'
import { type Next, nextOf, urgencyOf } from './decide.ts'
import { sendPush } from './request.ts'
import { isPushService } from './services.ts'
import * as store from './store.ts'
import type { Vapid } from './vapid.ts'

/** What sending asks of the rest. */
export interface SendingContext {
  database: Database
  sealing: Sealing
  logger: Logger
  vapid: Vapid
  testService: string | null
  /** Of these sessions, those that are not over. */
  liveSessions(reader: Database, sessionIds: readonly string[]): Promise<string[]>
}

const AT_ONCE = 100
/** Longer than a push service may take. */
const LEASE_MS = 60_000

export const messagePlace = (messageId: string): string => `push message ${messageId}`

/** One turn: some of what is due is sent at once. What is left waits for the next turn, so that a stop has not to wait. */
export async function sendDue(context: SendingContext): Promise<void> {
  const taken = await store.takeDue(context.database, AT_ONCE, LEASE_MS)
  await Promise.all(taken.map(one => sendOne(context, one)))
}

/** A message that cannot be sent is dropped: it must not hold up the others. */
async function sendOne(context: SendingContext, taken: store.TakenMessage): Promise<void> {
  const { database, logger } = context
  const subscription = await store.subscriptionById(database, taken.subscriptionId)
  if (!subscription) return
  let next: Next
  try {
    next = await tryOne(context, taken, subscription)
  } catch (error) {
    // Of the error only its name: what it says may hold an address.
    logger.error({ message: taken.id, error: (error as Error).name }, 'a push message was not made')
    next = { do: 'drop' }
  }
  if (next.do === 'endSubscription')
    return store.dropSubscriptions(database, { id: subscription.id })
  if (next.do === 'again') return store.putOff(database, taken.id, next.waitS)
  return store.dropMessage(database, taken.id)
}

async function tryOne(
  context: SendingContext,
  taken: store.TakenMessage,
  subscription: store.Subscription,
): Promise<Next> {
  const { sealing, testService, vapid } = context
  // Asked in the last moment: a device that was logged out or revoked is told nothing more.
  const live = await context.liveSessions(context.database, [subscription.sessionId])
  if (live.length === 0) return { do: 'endSubscription' }
  if (taken.leftS <= 0) return { do: 'drop' }
  const payload: PushPayload = JSON.parse(sealing.open(taken.message, messagePlace(taken.id)))
  if (!subscription.kinds.includes(payload.kind)) return { do: 'drop' }
  const { vapidKey, ...to } = openAddress(sealing, subscription)
  // A push service takes messages of the key that a browser subscribed with and of no other. And what was taken as a
  // push service once may be called no longer: the list is the program's.
  if (vapidKey !== vapid.publicKey || !isPushService(to.endpoint, testService))
    return { do: 'endSubscription' }
  const answer = await sendPush(to, payload, {
    vapidDetails: vapid,
    TTL: taken.leftS,
    urgency: urgencyOf(payload.kind),
    topic: topicOf(payload),
  })
  const next = nextOf(answer, taken.tries)
  if (next.do !== 'done')
    context.logger.info(
      { message: taken.id, tries: taken.tries, status: answer?.status, next: next.do },
      'a push message was not taken',
    )
  return next
}

/**
 * Of what waits at the push service for a phone that is off, a later message about the same thing takes the place
 * of the earlier. A hash, because the push service reads it, and the account in it, because one browser may hold several.
 */
const topicOf = ({ account, kind, subject, side }: PushPayload): string =>
  createHash('sha256')
    .update(`${account} ${subject ?? kind} ${side}`)
    .digest('base64url')
    .slice(0, 32)
