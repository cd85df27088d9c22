import { type OperatorTopic, type Topic, topics } from '@banyan/domain'
import type { Tx } from '../database/connect.ts'
import { newUuid } from '../ids.ts'

/**
 * A topic of the outbox: of members, of operators, or that the session of the operator in `subject`
 * may have ended.
 */
export type OutboxTopic = Topic | OperatorTopic | 'operatorSession'

const forMembers: ReadonlySet<OutboxTopic> = new Set(topics)

/** True for news that members may hear; the others are for operators alone. */
export const isForMembers = (topic: OutboxTopic): topic is Topic => forMembers.has(topic)

/**
 * News and its receiver. A null `memberId` means everyone who listens; where the topic is one of
 * operators alone, every operator whose role hears it.
 */
export interface Announcement {
  memberId: string | null
  topic: OutboxTopic
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

/** Announces a change to the operators whose roles hear of the topic. */
export const announceToOperators = (
  tx: Tx,
  topic: Exclude<OutboxTopic, Topic>,
  subject: string | null = null,
): Promise<void> => announce(tx, [{ memberId: null, topic, subject }])
