import type { Database } from '../platform/database/connect.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { announcedOnes, cancellationsOf } from './store.ts'

/** A piece of news of a wind-down for every member. */
export interface WindDownNews {
  /** Identifies it for ever. */
  key: string
  kind: 'announced' | 'cancelled' | 'closed'
  at: Date
  /** When the notice ends, as people read it. */
  until: string
}

/** The news of the newest wind-down for every member, in the order of events. */
export async function windDownNews(reader: Database): Promise<WindDownNews[]> {
  const [newest] = await announcedOnes(reader)
  if (!newest) return []
  const { id, announcedAt, closedAt } = newest
  const cancelledAt = (await cancellationsOf(reader)).get(id)?.approvedAt ?? null
  const until = inPlatformZone(newest.dueAt)
  const steps = [
    { kind: 'announced', at: announcedAt },
    { kind: 'cancelled', at: cancelledAt },
    { kind: 'closed', at: closedAt },
  ] as const
  return steps.flatMap(({ kind, at }) =>
    at === null ? [] : [{ key: `wind-down:${id}:${kind}`, kind, at, until }],
  )
}
