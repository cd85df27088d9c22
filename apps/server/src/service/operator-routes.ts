import * as domain from '@banyan/domain'
import { attachedIn } from '../platform/attached.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import {
  type Operator,
  operatorMoneyRoute,
  operatorRoute,
  type Route,
} from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { ServiceContext } from './context.ts'
import {
  type ConversationRow,
  type InboxEntry,
  inboxCounts,
  inboxEntry,
  inboxPage,
  saveNickname,
} from './conversation-store.ts'
import { assign, close, lockOwn, ratingOf, take, writeAsStaff } from './conversations.ts'
import { announceThread, presentMessage, threadPage } from './messages.ts'
import { findThread, moveMark } from './thread-store.ts'

type Reader = Database | Tx

/** The operators' calls about conversations. Every act of theirs is in the audit log. */
export function operatorRoutes(database: Database, context: ServiceContext): Route[] {
  /** An act on a conversation, with its line in the log, and the conversation after it. */
  const act = (
    action: string,
    { caller, params }: { caller: Operator; params: { id: string } },
    decide: (tx: Tx, id: string) => Promise<ConversationRow>,
  ) =>
    inTransaction(database, async tx => {
      const { id } = await decide(tx, domain.uuidOf(params.id))
      const [entry] = await entriesOf(tx, id)
      const [row] = await inboxRows(tx, context, entry ? [entry] : [])
      const members = entry ? [entry.memberId] : []
      await context.recordAct(tx, caller, { action, object: params.id, members })
      return row as domain.InboxRow
    })

  return [
    operatorRoute(domain.serviceInbox, async ({ query, caller, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const isUnread = query.unread === undefined ? null : query.unread === 'true'
      const filter = { view: query.view, isUnread }
      const page = { after, limit: query.limit }
      const rows = await inboxPage(database, caller.operatorId, filter, page)
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      const at = query.view === 'waiting' ? last?.waitingSince : last?.lastAt
      return {
        items: await inboxRows(database, context, shown),
        nextCursor: last && at ? writeCursor([at.toISOString(), last.id]) : null,
        serverNow: (await systemNow(database)).toISOString(),
        counts: await inboxCounts(database, caller.operatorId),
      }
    }),

    operatorRoute(domain.serviceThread, async ({ params, query, locale }) => {
      const [entry] = await entriesOf(database, domain.uuidOf(params.id))
      if (!entry) return refuse('notFound')
      const [before = null] = readCursor(query.cursor, ['integer'], locale) ?? []
      const thread = await findThread(database, entry.memberId)
      const [conversation] = await inboxRows(database, context, [entry])
      const page = { before, limit: query.limit }
      return {
        conversation: conversation as domain.InboxRow,
        ...(await threadPage(database, context, entry.memberId, page)),
        read: { member: thread?.memberRead ?? 0, staff: thread?.staffRead ?? 0 },
      }
    }),

    operatorRoute(domain.takeConversation, call =>
      act('take conversation', call, (tx, id) => take(tx, context, call.caller, id)),
    ),
    operatorRoute(domain.assignConversation, call =>
      act(`assign conversation to ${call.body.name}`, call, (tx, id) =>
        assign(tx, context, call.caller, { id, name: call.body.name }),
      ),
    ),
    operatorRoute(domain.closeConversation, call =>
      act('close conversation', call, (tx, id) =>
        close(tx, context, call.caller, { id, place: call.body.place }),
      ),
    ),

    operatorMoneyRoute(domain.answerMember, async (tx, { params, body, caller }) => {
      const id = domain.uuidOf(params.id)
      const { row, uploadIds } = await writeAsStaff(tx, context, caller, {
        id,
        body: { text: body.text, ...attachedIn(body) },
        place: body.place,
      })
      const files = await context.filesAmong(tx, uploadIds)
      const answer = presentMessage(context.sealing, row, uploadIds, files)
      const members = (await entriesOf(tx, id)).map(({ memberId }) => memberId)
      await context.recordAct(tx, caller, { action: 'answer member', object: params.id, members })
      return answer
    }),

    operatorRoute(domain.markConversationRead, async ({ params, body, caller }) => {
      await inTransaction(database, async tx => {
        const conversation = await lockOwn(tx, domain.uuidOf(params.id), caller)
        if (!(await moveMark(tx, conversation.memberId, 'staff', body.place))) return
        await announceThread(tx, conversation)
        const members = [conversation.memberId]
        const action = 'read conversation'
        await context.recordAct(tx, caller, { action, object: params.id, members })
      })
      return { place: body.place }
    }),

    operatorRoute(domain.setServiceNickname, async ({ body: { nickname }, caller }) => {
      await inTransaction(database, async tx => {
        await saveNickname(tx, caller.operatorId, nickname)
        const action = `service nickname ${nickname}`
        await context.recordAct(tx, caller, { action, object: caller.name })
      })
      return { nickname }
    }),
  ]
}

async function entriesOf(reader: Reader, id: string): Promise<InboxEntry[]> {
  const entry = await inboxEntry(reader, id)
  return entry ? [entry] : []
}

/** Conversations as an operator sees them. */
async function inboxRows(
  reader: Reader,
  context: ServiceContext,
  rows: readonly InboxEntry[],
): Promise<domain.InboxRow[]> {
  const members = await servedMembers(
    reader,
    context,
    rows.map(row => row.memberId),
  )
  return rows.map(row => ({
    id: domain.wireIdOf('svc', row.id),
    state: row.closedAt === null ? ('open' as const) : ('closed' as const),
    member: members.get(row.memberId) ?? nobody,
    unread: row.unread,
    waitingSince: row.waitingSince?.toISOString() ?? null,
    personAsked: row.personAskedAt !== null,
    assignedTo: row.operatorName,
    openedAt: row.openedAt.toISOString(),
    lastAt: row.lastAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
    rating: ratingOf(context.sealing, row),
  }))
}

const nobody = { accountId: '', nickname: '' }

/** What operators see of members: account ID and nickname, nothing else. */
export async function servedMembers(
  reader: Reader,
  context: Pick<ServiceContext, 'nicknames' | 'accountIdOf'>,
  memberIds: readonly string[],
): Promise<Map<string, { accountId: string; nickname: string }>> {
  const each = [...new Set(memberIds)]
  const names = await context.nicknames(reader, each)
  const members = new Map<string, { accountId: string; nickname: string }>()
  for (const id of each)
    members.set(id, {
      accountId: await context.accountIdOf(reader, id),
      nickname: names.get(id) ?? '',
    })
  return members
}
