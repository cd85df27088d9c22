import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { type Presence, running } from '../presence.ts'

/** Who or what streams are counted by, and how many of them all processes together may have open. */
interface CountedName {
  name: string
  most: number
}

/** Places of open streams, counted over all processes. */
export interface StreamPlaces {
  /** Takes a place under each name, or under none: then it returns the name that is full. */
  take(names: readonly CountedName[]): Promise<string | null>
  /** Gives places back. */
  give(names: readonly CountedName[]): void
}

/** Rows of processes that have ended are taken away once in so many checks. */
const CLEAN_EVERY = 60

/**
 * Each process writes how many streams it has under a name; a limit is compared with the sum over
 * the processes that run. Numbers of a process that has ended count no more from the next look on,
 * at most a second later: no place is lost by a kill. While the database is away, each process counts
 * for itself.
 */
export function openStreamPlaces(database: Database, presence: Presence): StreamPlaces {
  const open = new Map<string, number>()
  const changed = new Set<string>()
  let others: readonly number[] = []
  let checks = 0
  let writing: Promise<Map<string, number>> | null = null
  let next: Promise<Map<string, number>> | null = null

  const write = async (): Promise<Map<string, number>> => {
    const names = [...changed].sort()
    changed.clear()
    const counts = names.map(name => open.get(name) ?? 0)
    try {
      return await store(database, { holder: presence.id, names, counts, others })
    } catch {
      for (const name of names) changed.add(name)
      return new Map()
    }
  }
  /** Writes what has changed, with what changes until then: one statement at a time. */
  const written = (): Promise<Map<string, number>> => {
    next ??= (async () => {
      await writing
      writing = next
      next = null
      return write()
    })()
    return next
  }
  const change = (names: readonly CountedName[], by: number): void => {
    for (const { name } of names) {
      const count = (open.get(name) ?? 0) + by
      if (count > 0) open.set(name, count)
      else open.delete(name)
      changed.add(name)
    }
  }
  const give = (names: readonly CountedName[]): void => {
    change(names, -1)
    void written()
  }

  presence.whenLooking(async (own, isNew) => {
    others = (await running(own)).filter(id => id !== presence.id)
    // What was written is lost where the database has changed over, or was started anew.
    if (isNew) for (const name of open.keys()) changed.add(name)
    if (changed.size > 0) await written()
    if (checks++ % CLEAN_EVERY === 0) await removeStale(own, presence.id)
  })

  return {
    async take(names) {
      const full = names.find(({ name, most }) => (open.get(name) ?? 0) >= most)
      if (full) return full.name
      // Counted before anything is awaited, so that many streams opened at once see each other.
      change(names, 1)
      const all = await written()
      const over = names.find(({ name, most }) => (all.get(name) ?? 0) > most)
      if (!over) return null
      give(names)
      return over.name
    },
    give,
  }
}

/**
 * Writes the counts of a process, and returns those of all. The sum is read after the write: of two
 * processes that take the last place at once, both see both.
 */
async function store(
  database: Database,
  {
    holder,
    names,
    counts,
    others,
  }: { holder: number; names: string[]; counts: number[]; others: readonly number[] },
): Promise<Map<string, number>> {
  if (names.length === 0) return new Map()
  await sql`
    insert into stream_place (name, holder, open)
    select name, ${holder}, open from unnest(${names}::text[], ${counts}::int[]) as given (name, open)
    on conflict (name, holder) do update set open = excluded.open`.execute(database)
  const { rows } = await sql<{ name: string; open: number }>`
    select name, sum(open)::int as open from stream_place
    where name = any(${names}) and holder = any(${[holder, ...others]}::int[]) group by name`.execute(
    database,
  )
  return new Map(rows.map(({ name, open }) => [name, open]))
}

/** Takes away rows of processes that have ended, and this process's own that count nothing. */
async function removeStale(own: Database, id: number): Promise<void> {
  const alive = await running(own)
  await sql`
    delete from stream_place where holder <> all(${alive}::int[]) or (holder = ${id} and open = 0)`.execute(
    own,
  )
}
