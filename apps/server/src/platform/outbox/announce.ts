import type { Topic } from '@banyan/domain'
import type { Tx } from '../database/connect.ts'
import { newUuid } from '../ids.ts'

/** News and its receiver. A null `memberId` means everyone who listens. */
export interface Announcement {
  memberId: string | null
  topic: Topic
  /** API id of the object that changed. */
  subject: string | null
}

/**
 * Writes news beside the change it is about: both are committed, or neither. Equal news for the
 * same receiver is written once.
 */
export async function announce(tx: Tx, news: readonly Announcement[]): Promise<void> {
  if (news.length === 0) return
  const unique = new Map(news.map(one => [`${one.memberId} ${one.topic} ${one.subject}`, one]))
  await tx
    .insertInto('outbox')
    .values(
      [...unique.values()].map(one => ({
        id: newUuid(),
        memberId: one.memberId,
        topic: one.topic,
        subject: one.subject,
      })),
    )
    .execute()
}
