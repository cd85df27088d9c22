import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

/** What all processes together have counted under a name. */
export interface SharedCount {
  name: string
  points: number
  /** When it starts again at 0, in milliseconds since 1970. */
  endsAt: number
}

/**
 * Counts of limits that every process of the platform shares. A process counts in its own memory and
 * passes on what it has counted once a second, so no call waits for it: a caller who uses several
 * processes at once can have a second's calls more than a limit says.
 */
export interface SharedCounts {
  /** Passes on what this process has counted; `learn` receives what all have counted. */
  add(count: SharedCount, learn: (all: SharedCount) => void): void
}

const EVERY_MS = 1_000
/** Counts of one statement. What is more waits for the next one. */
const MOST = 2_000

interface Pending {
  count: SharedCount
  learn: (all: SharedCount) => void
}

/** Opens the shared counts of one process; nothing runs while nothing is counted. */
export function openSharedCounts(database: Database): SharedCounts {
  const pending = new Map<string, Pending>()
  let timer: NodeJS.Timeout | undefined
  const schedule = (): void => {
    if (timer !== undefined || pending.size === 0) return
    timer = setTimeout(() => void passOn(), EVERY_MS).unref()
  }
  const passOn = async (): Promise<void> => {
    const batch = [...pending.values()].slice(0, MOST)
    for (const { count } of batch) pending.delete(count.name)
    try {
      const known = new Map((await store(database, batch)).map(one => [one.name, one]))
      for (const { count, learn } of batch) {
        const all = known.get(count.name)
        if (all) learn({ ...all, points: Math.max(0, all.points) })
      }
    } catch {
      // While the database is away every process counts for itself.
    } finally {
      timer = undefined
      schedule()
    }
  }
  return {
    add(count, learn) {
      const before = pending.get(count.name)
      const points = (before?.count.points ?? 0) + count.points
      pending.set(count.name, { count: { ...count, points }, learn })
      schedule()
    },
  }
}

/** Adds to the stored counts and returns them; one whose time is over starts again. */
async function store(database: Database, batch: readonly Pending[]): Promise<SharedCount[]> {
  const sorted = batch.map(({ count }) => count).sort((a, b) => (a.name < b.name ? -1 : 1))
  const { rows } = await sql<SharedCount>`
    insert into limit_count (name, points, ends_at)
    select * from unnest(${sorted.map(one => one.name)}::text[], ${sorted.map(one => one.points)}::int[],
      ${sorted.map(one => Math.ceil(one.endsAt))}::bigint[])
    on conflict (name) do update set
      points = case when limit_count.ends_at <= ${Date.now()} then excluded.points
        else limit_count.points + excluded.points end,
      ends_at = case when limit_count.ends_at <= ${Date.now()} then excluded.ends_at
        else limit_count.ends_at end
    returning name, points, ends_at`.execute(database)
  return rows
}

const opened = new WeakMap<Database, SharedCounts>()

/** The shared counts of the process that has this database open. */
export function sharedCountsOf(database: Database): SharedCounts {
  const known = opened.get(database) ?? openSharedCounts(database)
  opened.set(database, known)
  return known
}
