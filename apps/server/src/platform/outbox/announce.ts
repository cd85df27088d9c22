import type { Topic } from '@banyan/domain'
import type { Tx } from '../database/connect.ts'
import { newUuid } from '../ids.ts'

/** Whom to tell what. `memberId` null tells everyone who listens. */
export interface Announcement {
  memberId: string | null
  topic: Topic
  /** Wire id of the thing that changed. */
  subject: string | null
}

/**
 * Writes news beside the change it is about: both are there after the commit, or neither is. What
 * would be said twice to the same is said once.
 */
export async function announce(tx: Tx, news: readonly Announcement[]): Promise<void> {
  if (news.length === 0) return
  const said = new Map(news.map(one => [`${one.memberId} ${one.topic} ${one.subject}`, one]))
  await tx
    .insertInto('outbox')
    .values(
      [...said.values()].map(one => ({
        id: newUuid(),
        memberId: one.memberId,
        topic: one.topic,
        subject: one.subject,
      })),
    )
    .execute()
}
