import { createHash } from 'node:crypto'
import type { PushPayload } from '@banyan/domain'
import type { Logger } from 'pino'
import type { PushSubscription } from 'web-push'
import type { Database } from '../platform/database/connect.ts'
import type { Sealing } from '../platform/sealing.ts'
import { nextOf, urgencyOf } from './decide.ts'
import { sendPush } from './request.ts'
import { isPushService } from './services.ts'
import * as store from './store.ts'
import type { Vapid } from './vapid.ts'

/** What sending asks of the rest. */
export interface SendingWorld {
  database: Database
  sealing: Sealing
  logger: Logger
  vapid: Vapid
  testService: string | null
  /** Of these sessions, those that are not over. */
  liveSessions(reader: Database, sessionIds: readonly string[]): Promise<string[]>
  /** Aborted when the process stops. */
  stopping: AbortSignal
}

const AT_ONCE = 20
/** Longer than a push service may take. */
const LEASE_MS = 60_000

export const addressPlace = (sessionId: string): string => `push address ${sessionId}`
export const messagePlace = (messageId: string): string => `push message ${messageId}`

/** One turn: what is due is sent, some at once, until nothing is. */
export async function sendDue(world: SendingWorld): Promise<void> {
  for (;;) {
    const taken = await store.takeDue(world.database, AT_ONCE, LEASE_MS)
    await Promise.all(taken.map(one => sendOne(world, one)))
    if (taken.length < AT_ONCE || world.stopping.aborted) return
  }
}

async function sendOne(world: SendingWorld, taken: store.TakenMessage): Promise<void> {
  const { database, sealing, testService } = world
  const subscription = await store.subscriptionById(database, taken.subscriptionId)
  if (!subscription) return
  // Asked in the last moment: a device that was logged out or revoked is told nothing more.
  const live = await world.liveSessions(database, [subscription.sessionId])
  if (live.length === 0) return store.dropSubscriptions(database, { id: subscription.id })
  if (taken.leftS <= 0) return store.dropMessage(database, taken.id)
  const to: PushSubscription = JSON.parse(
    sealing.open(subscription.address, addressPlace(subscription.sessionId)),
  )
  const payload: PushPayload = JSON.parse(sealing.open(taken.message, messagePlace(taken.id)))
  if (!subscription.kinds.includes(payload.kind)) return store.dropMessage(database, taken.id)
  // What a subscription was taken for once may be called no longer: the list of services is the program's.
  if (!isPushService(to.endpoint, testService))
    return store.dropSubscriptions(database, { id: subscription.id })
  const answer = await sendPush(
    to,
    JSON.stringify(payload),
    {
      vapidDetails: world.vapid,
      TTL: taken.leftS,
      urgency: urgencyOf(payload.kind),
      topic: topicOf(payload),
    },
    world.stopping,
  )
  const next = nextOf(answer, taken.tries)
  if (next.do !== 'done')
    world.logger.info(
      { message: taken.id, tries: taken.tries, status: answer?.status, next: next.do },
      'a push message was not taken',
    )
  if (next.do === 'endSubscription')
    return store.dropSubscriptions(database, { id: subscription.id })
  if (next.do === 'again') return store.putOff(database, taken.id, next.waitS)
  return store.dropMessage(database, taken.id)
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
