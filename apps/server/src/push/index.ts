import {
  endPush,
  type Locale,
  type NotificationKind,
  type PushKind,
  type PushPayload,
  type PushState,
  pushKindOf,
  pushLine,
  pushState,
  subscribeToPush,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { type Route, route } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import type { Module, Platform } from '../platform/module.ts'
import { refuse } from '../platform/refused.ts'
import type { Sealing } from '../platform/sealing.ts'
import { openAddress, sealAddress } from './address.ts'
import { ttlOf } from './decide.ts'
import { messagePlace, type SendingContext, sendDue } from './send.ts'
import { isPushService } from './services.ts'
import * as store from './store.ts'
import { contactOf, isPoint, vapidsOf } from './vapid.ts'

export { countSubscribedWith } from './address.ts'

/** Tries again by the clock; what is new comes with a notification. */
const EVERY_MS = 2_000
const FORGET_MS = 60_000
const SESSIONS_AT_ONCE = 1_000

/** What push needs of sealing and of sessions. */
export interface PushSources {
  sealing: Sealing
  /** The sessions among these that are not over. */
  liveSessions(reader: Database | Tx, sessionIds: readonly string[]): Promise<string[]>
}

/** A notification of a member. */
interface PushNews {
  memberId: string
  kind: NotificationKind
  side: 'buyer' | 'seller' | null
  subject: string | null
}

/** A browser that gets push messages, as its member may see it. */
interface PushDevice {
  sessionId: string
  /** The host of the push service that delivers them. */
  service: string
  kinds: readonly PushKind[]
  locale: Locale
  createdAt: Date
}

/** Push messages: written beside their notification, and sent by a job after the transaction. */
export interface Push {
  module: Module
  /** Queues messages for every browser whose member asked for this kind. */
  post(tx: Tx, news: readonly PushNews[]): Promise<void>
  /** Deletes the subscriptions and queued messages of a closed member. */
  forget(tx: Tx, memberId: string): Promise<void>
  /** The browsers of a member, for an export. */
  ownDevices(reader: Database | Tx, memberId: string): Promise<PushDevice[]>
}

/** Opens push messages. */
export function openPush(platform: Platform, sources: PushSources): Push {
  const { config, database, logger, secrets } = platform
  const context: SendingContext = {
    database,
    logger,
    sealing: sources.sealing,
    liveSessions: sources.liveSessions,
    vapids: vapidsOf(secrets.pushKey, contactOf(config.publicOrigins, config.mailFrom)),
    testService: config.pushTestService,
  }
  return {
    module: {
      routes: pushRoutes(context),
      jobs: [
        {
          name: 'push',
          runsIn: 'worker',
          everyMs: EVERY_MS,
          wokenBy: ['notifications'],
          run: () => sendDue(context),
        },
        {
          name: 'push of sessions that are over',
          runsIn: 'worker',
          everyMs: FORGET_MS,
          run: () => forgetEnded(context),
        },
      ],
    },
    post: (tx, news) => postNews(tx, sources, news),
    forget: (tx, memberId) => store.dropSubscriptions(tx, { memberId }),
    ownDevices: async (reader, memberId) =>
      (await store.devicesOf(reader, memberId)).map(
        ({ address, sessionId, kinds, locale, createdAt }) => {
          const { endpoint } = openAddress(sources.sealing, { address, sessionId })
          return { sessionId, service: new URL(endpoint).host, kinds, locale, createdAt }
        },
      ),
  }
}

function pushRoutes(context: SendingContext): Route[] {
  const { database, sealing, testService, vapids } = context
  const present = async (sessionId: string): Promise<PushState> => ({
    publicKey: vapids()[0].publicKey,
    kinds: await store.kindsOfSession(database, sessionId),
  })
  return [
    route(pushState, ({ caller }) => present(caller.sessionId)),

    route(subscribeToPush, async ({ body, caller, locale }) => {
      const { kinds, serverKey = vapids()[0].publicKey, ...to } = body
      if (!isPushService(to.endpoint, testService)) refuse('pushServiceUnknown')
      if (!isPoint(to.keys.p256dh)) refuse('pushKeyUnusable')
      // The key may have been replaced since the browser asked for it; a retired one signs no more.
      if (!vapids().some(one => one.publicKey === serverKey)) refuse('pushKeyUnusable')
      const { memberId, sessionId } = caller
      const address = sealAddress(sealing, { ...to, vapidKey: serverKey }, sessionId)
      await store.saveSubscription(database, {
        id: newUuid(),
        memberId,
        sessionId,
        address,
        kinds,
        locale,
      })
      return present(caller.sessionId)
    }),

    route(endPush, async ({ caller: { sessionId } }) => {
      await store.dropSubscriptions(database, { sessionId })
      return present(sessionId)
    }),
  ]
}

async function postNews(
  tx: Tx,
  { sealing }: PushSources,
  news: readonly PushNews[],
): Promise<void> {
  const messages = news.flatMap(one => {
    const kind = pushKindOf(one.kind, one.side)
    return kind === null ? [] : [{ ...one, pushKind: kind }]
  })
  const memberIds = [...new Set(messages.map(one => one.memberId))]
  const subscriptions = await store.subscriptionsOf(tx, memberIds)
  if (subscriptions.length === 0) return
  const now = (await systemNow(tx)).getTime()
  for (const { memberId, pushKind, side, subject } of messages)
    for (const to of subscriptions) {
      if (to.memberId !== memberId || !to.kinds.includes(pushKind)) continue
      const payload: PushPayload = {
        account: memberId,
        kind: pushKind,
        side,
        subject,
        line: pushLine(pushKind, to.locale),
      }
      const id = newUuid()
      await store.addMessage(tx, {
        id,
        subscriptionId: to.id,
        message: sealing.seal(JSON.stringify(payload), messagePlace(id)),
        expiresAt: new Date(now + ttlOf(pushKind) * 1000),
      })
    }
}

/**
 * Deletes the browsers of sessions that are over. Sending checks the session itself; this removes
 * the rest.
 */
async function forgetEnded({ database, liveSessions }: SendingContext): Promise<void> {
  let after: string | null = null
  for (;;) {
    const some: string[] = await store.subscribedSessions(database, after, SESSIONS_AT_ONCE)
    const live = new Set(await liveSessions(database, some))
    for (const sessionId of some.filter(id => !live.has(id)))
      await store.dropSubscriptions(database, { sessionId })
    after = some.at(-1) ?? null
    if (some.length < SESSIONS_AT_ONCE) return
  }
}
