import {
  getNotice,
  markNoticesRead,
  noticeList,
  UNREAD_SHOWN,
  unreadNotices,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Auth } from '../platform/http/auth.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import type { OperatorAuth } from '../platform/http/operator-call.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { stateAfter } from './decide.ts'
import { operatorNoticeRoutes, type RecordAct } from './operator-routes.ts'
import { noticePictureCalls, type PictureKeeping } from './picture-calls.ts'
import { lineOf, listLine, memberView } from './present.ts'
import {
  findNotice,
  insertVersion,
  lockDue,
  markRead,
  memberNotice,
  memberPage,
  saveNotice,
  unreadNoticesOf,
} from './store.ts'

export { noticeFiles, picturesNamed } from './store.ts'

export interface Notices {
  module: Module
}

export interface NoticeDeps {
  /** When these members joined: earlier notices are not unread for them. */
  joinedAmong(reader: Database | Tx, memberIds: readonly string[]): Promise<Map<string, Date>>
  pictures: PictureKeeping
  recordAct: RecordAct
  auth: Pick<Auth, 'authenticate'> & OperatorAuth
}

const DUE_MS = 5_000

/** Announcements to all members: written by operators, read and marked by members. */
export function openNotices({ database }: Platform, deps: NoticeDeps): Notices {
  const pictureCalls = noticePictureCalls(database, deps)
  return {
    module: {
      routes: [...memberRoutes(database, deps), ...operatorNoticeRoutes(database, deps.recordAct)],
      plugin: pictureCalls.ofMembers,
      operatorPlugin: pictureCalls.ofOperators,
      jobs: [
        {
          name: 'scheduled notices',
          runsIn: 'worker',
          everyMs: DUE_MS,
          wokenBy: ['noticeDesk'],
          run: async () => {
            while (await publishDue(database));
          },
        },
      ],
    },
  }
}

/** Publishes the notice that is due first; false when none is due. */
const publishDue = (database: Database): Promise<boolean> =>
  inTransaction(database, async tx => {
    const row = await lockDue(tx)
    if (!row) return false
    const now = await systemNow(tx)
    const state = stateAfter(row, 'publish', { actor: 'clock', version: row.version })
    const change = { state, publishAt: null, publishedAt: now, changedAt: now }
    const saved = await saveNotice(tx, row, change)
    await insertVersion(tx, saved, { event: 'publish', actor: 'clock', reason: null, at: now })
    const subject = wireIdOf('ntc', row.id)
    await announce(tx, [
      { memberId: null, topic: 'notices', subject },
      { memberId: null, topic: 'noticeDesk', subject },
    ])
    return true
  })

function memberRoutes(database: Database, { joinedAmong }: NoticeDeps): Route[] {
  const unreadFor = async (memberId: string) => {
    const joinedAt = (await joinedAmong(database, [memberId])).get(memberId) ?? new Date(0)
    return unreadNoticesOf(database, { memberId, joinedAt }, UNREAD_SHOWN)
  }
  return [
    route(noticeList, async ({ query, caller: { memberId }, locale }) => {
      const after = readCursor(query.cursor, ['integer', 'instant', 'uuid'], locale)
      const rows = await memberPage(database, memberId, { after, limit: query.limit })
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      const key = last && [`${last.onTop}`, (last.publishedAt as Date).toISOString(), last.id]
      return {
        items: shown.map(listLine),
        nextCursor: key ? writeCursor(key) : null,
        unread: (await unreadFor(memberId)).unread,
      }
    }),

    route(unreadNotices, async ({ caller: { memberId } }) => {
      const { items, unread } = await unreadFor(memberId)
      return { items: items.map(row => lineOf(row, false)), unread }
    }),

    route(getNotice, async ({ params, caller: { memberId } }) => {
      const row = await memberNotice(database, memberId, uuidOf(params.id))
      return (row && memberView(row)) ?? refuse('notFound')
    }),

    route(markNoticesRead, async ({ body, caller: { memberId } }) => {
      const id = body.id && uuidOf(body.id)
      if (id && (await findNotice(database, id))?.state !== 'published') refuse('notFound')
      await inTransaction(database, async tx => {
        const marked = await markRead(tx, memberId, id)
        if (marked > 0) await announce(tx, [{ memberId, topic: 'notices', subject: null }])
      })
      return { unread: (await unreadFor(memberId)).unread }
    }),
  ]
}
