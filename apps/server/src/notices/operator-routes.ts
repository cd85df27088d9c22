import {
  createNotice,
  editNotice,
  type Locale,
  type NoticeEvent,
  operatorNotice,
  operatorNoticeList,
  parseNotice,
  picturesOf,
  previewNotice,
  publishNotice,
  scheduleNotice,
  unscheduleNotice,
  uuidOf,
  wireIdOf,
  withdrawNotice,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Operator, operatorRoute, type Route } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { announce, announceToOperators } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import {
  checkEdit,
  checkTimes,
  faultText,
  type NoticeContent,
  picturesIn,
  stateAfter,
} from './decide.ts'
import { operatorLine, operatorView } from './present.ts'
import {
  findNotice,
  insertNotice,
  insertVersion,
  lockNotice,
  missingPictures,
  type NoticeRow,
  noticesPage,
  saveNotice,
  versionsOf,
} from './store.ts'

export type RecordAct = (
  tx: Tx,
  doer: Operator,
  act: {
    action: string
    object: string
    reason?: string | null
    before?: unknown
    after?: unknown
  },
) => Promise<void>

/**
 * The routes with which support and administrators write notices. Every act is in the audit log.
 */
export function operatorNoticeRoutes(database: Database, recordAct: RecordAct): Route[] {
  const view = async (reader: Database | Tx, row: NoticeRow) =>
    operatorView(row, await versionsOf(reader, row.id))
  const act = (call: Asking, event: NoticeEvent, change: Change) =>
    inTransaction(database, async tx =>
      view(tx, await carryOut(tx, recordAct, call, event, change)),
    )
  return [
    operatorRoute(operatorNoticeList, async ({ query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const rows = await noticesPage(database, query.state, { after, limit: query.limit })
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: shown.map(operatorLine),
        nextCursor: last ? writeCursor([last.changedAt.toISOString(), last.id]) : null,
      }
    }),

    operatorRoute(operatorNotice, async ({ params }) => {
      const row = await findNotice(database, uuidOf(params.id))
      return row ? view(database, row) : refuse('notFound')
    }),

    operatorRoute(previewNotice, async ({ body, locale }) => {
      const { blocks, faults } = parseNotice(body.text)
      const missing = await missingPictures(database, picturesOf(blocks).map(uuidOf))
      return {
        blocks,
        faults: faults.map(one => ({ ...one, text: faultText(one.fault, locale) })),
        missingPictures: missing.map(id => wireIdOf('npic', id)),
      }
    }),

    operatorRoute(createNotice, ({ body, caller, locale }) =>
      inTransaction(database, async tx => {
        const now = await systemNow(tx)
        const content = contentOf(body)
        checkTimes(now, { publishAt: null, endsAt: content.endsAt })
        const row = await insertNotice(tx, {
          id: newUuid(),
          state: 'draft',
          changedAt: now,
          ...content,
          pictures: await knownPictures(tx, content, locale),
        })
        await insertVersion(tx, row, {
          event: 'create',
          actor: caller.name,
          reason: null,
          at: now,
        })
        await announceToOperators(tx, 'noticeDesk', wireIdOf('ntc', row.id))
        await recordAct(tx, caller, actOf('write notice', row, null))
        return view(tx, row)
      }),
    ),

    operatorRoute(editNotice, call =>
      act(call, 'edit', async (tx, row, now) => {
        const content = contentOf(call.body)
        checkEdit(now, row, content)
        const pictures = await knownPictures(tx, content, call.locale)
        return { ...content, pictures, ...(row.state === 'published' && { editedAt: now }) }
      }),
    ),

    operatorRoute(scheduleNotice, call =>
      act(call, 'schedule', async (_tx, row, now) => {
        const publishAt = new Date(call.body.publishAt)
        checkTimes(now, { publishAt, endsAt: row.endsAt })
        return { publishAt }
      }),
    ),

    operatorRoute(unscheduleNotice, call =>
      act(call, 'unschedule', async () => ({ publishAt: null })),
    ),

    operatorRoute(publishNotice, call =>
      act(call, 'publish', async (_tx, row, now) => {
        checkTimes(now, { publishAt: null, endsAt: row.endsAt })
        return { publishAt: null, publishedAt: now }
      }),
    ),

    operatorRoute(withdrawNotice, call =>
      act(call, 'withdraw', async (_tx, _row, now) => ({ publishAt: null, withdrawnAt: now })),
    ),
  ]
}

interface Asking {
  caller: Operator
  params: { id: string }
  body: { version: number; reason?: string }
}

type Change = (tx: Tx, row: NoticeRow, now: Date) => Promise<Partial<NoticeRow>>

/**
 * Loads for update, decides, saves, records, announces. A change becomes visible to all members at
 * once.
 */
async function carryOut(
  tx: Tx,
  recordAct: RecordAct,
  { caller, params, body }: Asking,
  event: NoticeEvent,
  change: Change,
): Promise<NoticeRow> {
  const row = (await lockNotice(tx, uuidOf(params.id))) ?? refuse('notFound')
  const state = stateAfter(row, event, { actor: 'operator', version: body.version })
  const now = await systemNow(tx)
  const saved = await saveNotice(tx, row, {
    ...(await change(tx, row, now)),
    state,
    changedAt: now,
  })
  const reason = body.reason ?? null
  await insertVersion(tx, saved, { event, actor: caller.name, reason, at: now })
  if (row.publishedAt !== null || saved.publishedAt !== null)
    await announce(tx, [{ memberId: null, topic: 'notices', subject: params.id }])
  await announceToOperators(tx, 'noticeDesk', params.id)
  await recordAct(tx, caller, { ...actOf(`${event} notice`, saved, row), reason })
  return saved
}

const actOf = (action: string, row: NoticeRow, before: NoticeRow | null) => ({
  action,
  object: wireIdOf('ntc', row.id),
  after: row,
  ...(before && { before }),
})

function contentOf(body: Omit<NoticeContent, 'endsAt'> & { endsAt: string | null }): NoticeContent {
  const { titleZh, bodyZh, titleEn, bodyEn, pinned, endsAt } = body
  return {
    titleZh,
    bodyZh,
    titleEn,
    bodyEn,
    pinned,
    endsAt: endsAt === null ? null : new Date(endsAt),
  }
}

async function knownPictures(tx: Tx, content: NoticeContent, locale: Locale): Promise<string[]> {
  const ids = picturesIn(content, locale).map(uuidOf)
  if ((await missingPictures(tx, ids)).length > 0) refuse('noticePictureUnknown')
  return ids
}
