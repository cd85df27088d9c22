import { Client } from 'pg'

export const HOUR_MS = 3_600_000
/** A cut-off is at 16:00 UTC every day. */
const CUT_OFF_HOUR_UTC = 16
export const DAY_MS = 24 * HOUR_MS

/** Does something in a database as its owner. */
export async function inDatabaseAt<T>(url: string, work: (client: Client) => Promise<T>) {
  const client = new Client({ connectionString: url })
  // The database may be disturbed meanwhile.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Moves the clock of the platform against that of the machine, by so much more; backwards too. */
export const moveClock = (url: string, ms: number): Promise<void> =>
  inDatabaseAt(url, async client => {
    await client.query(
      `insert into house_clock (shift) values ($1 * interval '1 millisecond')
       on conflict (only_row) do update set shift = house_clock.shift + excluded.shift`,
      [ms],
    )
  })

/** The time of the platform. */
export const clockOf = (url: string): Promise<Date> =>
  inDatabaseAt(url, async client => {
    const { rows } = await client.query<{ now: Date }>('select house_now() as now')
    return (rows[0] as { now: Date }).now
  })

/** Moves the clock of the platform to an instant. */
export const setClock = async (url: string, at: Date): Promise<void> =>
  moveClock(url, at.getTime() - (await clockOf(url)).getTime())

/** The first cut-off after an instant. */
export const cutOffAfter = (at: Date): Date =>
  new Date((daysTo(at) + 1) * DAY_MS + CUT_OFF_HOUR_UTC * HOUR_MS)

/** How many cut-offs are between two instants. */
export const cutOffsBetween = (from: Date, to: Date): number => daysTo(to) - daysTo(from)

const daysTo = (at: Date): number =>
  Math.floor((at.getTime() - CUT_OFF_HOUR_UTC * HOUR_MS) / DAY_MS)

/** The settlements that are published, and whether a day between the first and the last has none. */
export const settlements = (url: string) =>
  inDatabaseAt(url, async client => {
    const { rows } = await client.query<{ published: number; gaps: number }>(
      `select count(*)::int as published,
         coalesce(extract(day from max(cutoff_at) - min(cutoff_at))::int + 1 - count(*)::int, 0) as gaps
       from settlement_run where published_at is not null`,
    )
    return rows[0] as { published: number; gaps: number }
  })
