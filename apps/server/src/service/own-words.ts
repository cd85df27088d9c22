import type { Feedback, ServiceConversation, ServiceMessage } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { ServiceContext } from './context.ts'
import type { ConversationRow } from './conversation-store.ts'
import { presentConversation } from './conversations.ts'
import { feedbackPage, presentAll } from './feedback.ts'
import { threadPage } from './messages.ts'

/** Everything that a member and the service wrote to each other, as the member reads it. */
export interface OwnWords {
  conversations: ServiceConversation[]
  messages: ServiceMessage[]
  feedback: Feedback[]
}

const AT_ONCE = 200

/** Reads it page by page, oldest first. */
export async function ownWords(
  reader: Database | Tx,
  context: Pick<ServiceContext, 'sealing' | 'filesAmong'>,
  memberId: string,
): Promise<OwnWords> {
  const conversations = (await reader
    .selectFrom('serviceConversation')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('openedAt')
    .execute()) as ConversationRow[]
  return {
    conversations: await Promise.all(
      conversations.map(row => presentConversation(reader, context, row)),
    ),
    messages: await allMessages(reader, context, memberId),
    feedback: await allFeedback(reader, context, memberId),
  }
}

async function allMessages(
  reader: Database | Tx,
  context: Pick<ServiceContext, 'sealing' | 'filesAmong'>,
  memberId: string,
): Promise<ServiceMessage[]> {
  const messages: ServiceMessage[] = []
  let before: string | null = null
  do {
    const page = await threadPage(reader, context, memberId, { before, limit: AT_ONCE })
    messages.push(...page.items)
    before = page.nextCursor === null ? null : `${page.items.at(-1)?.place}`
  } while (before !== null)
  return messages.reverse()
}

async function allFeedback(
  reader: Database | Tx,
  context: Pick<ServiceContext, 'sealing' | 'filesAmong'>,
  memberId: string,
): Promise<Feedback[]> {
  const feedback: Feedback[] = []
  let after: string[] | null = null
  do {
    const rows = await feedbackPage(reader, { memberId }, { after, limit: AT_ONCE })
    const shown = rows.slice(0, AT_ONCE)
    feedback.push(...(await presentAll(reader, context, shown)))
    const last = shown.at(-1)
    after = rows.length > shown.length && last ? [last.sentAt.toISOString(), last.id] : null
  } while (after !== null)
  return feedback.reverse()
}
