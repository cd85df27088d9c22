import {
  markNotificationsRead,
  type Notification,
  notificationList,
  notificationsKeptDays,
  notificationsUnread,
  UNREAD_COUNTED,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import { announce } from '../platform/outbox/announce.ts'
import {
  followNews,
  type NotificationSources,
  notifyLosses,
  notifyNewAddresses,
  notifySettlement,
  notifyWindDown,
} from './notify.ts'
import {
  countUnread,
  dropOfMember,
  dropOld,
  markRead,
  type NotificationRow,
  notificationPage,
} from './store.ts'

export type { NotificationSources } from './notify.ts'

/** Only for news that came while no process followed: others wake it. */
const FOLLOW_MS = 5_000
const SETTLEMENT_MS = 5_000
const EVERY_MS = 3_600_000
const DROPPED_AT_ONCE = 10_000

export interface Notifications {
  module: Module
  /** Writes notifications of everything in the outbox and of the newest settlement and loss; the jobs do it batch by batch. */
  notifyAll(): Promise<void>
  /** Takes away what is here of a closed member. */
  forget(tx: Tx, memberId: string): Promise<void>
}

/** What concerned a member: read behind the outbox, stored once, kept for half a year. */
export function openNotifications(
  { database }: Platform,
  sources: NotificationSources,
): Notifications {
  const follow = async (): Promise<void> => {
    while ((await followNews(database, sources)) > 0);
  }
  const settle = async (): Promise<void> => {
    while (!(await notifySettlement(database, sources)));
    while (!(await notifyLosses(database, sources)));
    while (!(await notifyWindDown(database, sources)));
    while (!(await notifyNewAddresses(database, sources)));
  }
  return {
    module: {
      routes: notificationRoutes(database),
      jobs: [
        {
          name: 'notifications',
          runsIn: 'worker',
          everyMs: FOLLOW_MS,
          wokenBy: 'all',
          run: follow,
        },
        { name: 'news of settlements', runsIn: 'worker', everyMs: SETTLEMENT_MS, run: settle },
        {
          name: 'old notifications',
          runsIn: 'worker',
          everyMs: EVERY_MS,
          run: () => dropOld(database, notificationsKeptDays, DROPPED_AT_ONCE),
        },
      ],
    },
    forget: dropOfMember,
    notifyAll: async () => {
      await follow()
      await settle()
    },
  }
}

function notificationRoutes(database: Database): Route[] {
  const unreadOf = (memberId: string) => countUnread(database, memberId, UNREAD_COUNTED)
  return [
    route(notificationList, async ({ query, caller, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const page = { after, limit: query.limit }
      const rows = await notificationPage(database, caller.memberId, page)
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: shown.map(present),
        nextCursor: last ? writeCursor([last.at.toISOString(), last.id]) : null,
        unread: await unreadOf(caller.memberId),
      }
    }),

    route(notificationsUnread, async ({ caller }) => ({
      unread: await unreadOf(caller.memberId),
    })),

    route(markNotificationsRead, async ({ body, caller: { memberId } }) => {
      await inTransaction(database, async tx => {
        const changed = await markRead(tx, memberId, body.id && uuidOf(body.id))
        if (changed > 0) await announce(tx, [{ memberId, topic: 'notifications', subject: null }])
      })
      return { unread: await unreadOf(memberId) }
    }),
  ]
}

const present = (row: NotificationRow): Notification => ({
  id: wireIdOf('ntf', row.id),
  kind: row.kind,
  side: row.side,
  subject: row.subject,
  slots: row.slots,
  at: row.at.toISOString(),
  read: row.readAt !== null,
})
