import type { Database } from '../platform/database/connect.ts'
import { inHouseZone } from '../platform/house-time.ts'
import { announcedOnes, cancellationsOf } from './store.ts'

/** Something of a wind-down that every member is told. */
export interface WindDownNews {
  /** Names it for ever. */
  key: string
  kind: 'announced' | 'cancelled' | 'closed'
  at: Date
  /** When the notice ends, as people read it. */
  until: string
}

/** What every member is to be told of the newest wind-down, in the order in which it happened. */
export async function windDownNews(reader: Database): Promise<WindDownNews[]> {
  const [newest] = await announcedOnes(reader)
  if (!newest) return []
  const { id, announcedAt, closedAt } = newest
  const cancelledAt = (await cancellationsOf(reader)).get(id)?.approvedAt ?? null
  const until = inHouseZone(newest.dueAt)
  const told = [
    { kind: 'announced', at: announcedAt },
    { kind: 'cancelled', at: cancelledAt },
    { kind: 'closed', at: closedAt },
  ] as const
  return told.flatMap(({ kind, at }) =>
    at === null ? [] : [{ key: `wind-down:${id}:${kind}`, kind, at, until }],
  )
}
