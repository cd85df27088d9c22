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

/** What sending needs of others. */
export interface SendingContext {
  database: Database
  sealing: Sealing
  logger: Logger
  /** Under every accepted push key, the current one first. */
  vapids(): readonly [Vapid, ...Vapid[]]
  testService: string | null
  /** The sessions among these that are not over. */
  liveSessions(reader: Database, sessionIds: readonly string[]): Promise<string[]>
}

const AT_ONCE = 100
/** Longer than a push service may take to answer. */
const LEASE_MS = 60_000

export const messagePlace = (messageId: string): string => `push message ${messageId}`

/**
 * One run: sends some due messages at once. The rest waits for the next run, so that a shutdown
 * does not have to wait.
 */
export async function sendDue(context: SendingContext): Promise<void> {
  const taken = await store.takeDue(context.database, AT_ONCE, LEASE_MS)
  await Promise.all(taken.map(one => sendOne(context, one)))
}

/** Drops a message that cannot be sent, so that it does not delay the others. */
async function sendOne(context: SendingContext, taken: store.TakenMessage): Promise<void> {
  const { database, logger } = context
  const subscription = await store.subscriptionById(database, taken.subscriptionId)
  if (!subscription) return
  let next: Next
  try {
    next = await tryOne(context, taken, subscription)
  } catch (error) {
    // Logs only the name of the error: its message may contain an address.
    logger.error(
      { message: taken.id, error: (error as Error).name },
      'a push message could not be built',
    )
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
  const { sealing, testService } = context
  // Checked at the last moment: a device that was logged out or revoked gets no more messages.
  const live = await context.liveSessions(context.database, [subscription.sessionId])
  if (live.length === 0) return { do: 'endSubscription' }
  if (taken.leftS <= 0) return { do: 'drop' }
  const payload: PushPayload = JSON.parse(sealing.open(taken.message, messagePlace(taken.id)))
  if (!subscription.kinds.includes(payload.kind)) return { do: 'drop' }
  const { vapidKey, ...to } = openAddress(sealing, subscription)
  // A push service accepts only messages of the key that the browser subscribed with. The address
  // is checked again, because the program's list of push services may have become shorter since.
  const vapid = context.vapids().find(one => one.publicKey === vapidKey)
  if (!vapid || !isPushService(to.endpoint, testService)) return { do: 'endSubscription' }
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
      'a push message was not accepted',
    )
  return next
}

/**
 * While a phone is off, a later message about the same subject replaces the earlier one at the push
 * service. The topic is a hash, because the push service reads it. It includes the account, because
 * one browser may hold several.
 */
const topicOf = ({ account, kind, subject, side }: PushPayload): string =>
  createHash('sha256')
    .update(`${account} ${subject ?? kind} ${side}`)
    .digest('base64url')
    .slice(0, 32)
