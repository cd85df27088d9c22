import { sql } from 'kysely'
import type { Tx } from '../../platform/database/connect.ts'
import { Refused } from '../../platform/refused.ts'
import type { Companion } from '../index.ts'

/** A room as small as can be: shelves with goods, and who took how many of them. */
export const shelfTables = `
  create table shelf (name text primary key, remaining integer not null check (remaining >= 0));
  create table taking (reference text primary key, shelf text not null, count integer not null);
  grant select, update on shelf to banyan_app;
  grant select, insert on taking to banyan_app`

export interface Taking {
  reference: string
  shelf: string
  count: number
}

/** What has been read and locked, as it will be left: an order's remaining quantity is such a thing. */
export type Shelves = Map<string, number>

/** The room's rows on the lane. A count of 13 cannot be written, and one of 66 is a bug of its caller. */
export const taking: Companion<Taking, Shelves> = {
  kind: 'taking',
  load: async (tx, rows) => {
    const names = [...new Set(rows.map(({ shelf }) => shelf))]
    const found = await sql<{ name: string; remaining: number }>`
      select name, remaining from shelf where name = any(${names}) order by name for update`.execute(
      tx,
    )
    return new Map(found.rows.map(({ name, remaining }) => [name, remaining]))
  },
  decide: (shelves, { shelf, count }) => {
    if (count === 66) throw new Error('nobody asks for so many')
    return count <= (shelves.get(shelf) ?? 0) ? null : new Refused('stale')
  },
  accept: (shelves, { shelf, count }) => {
    shelves.set(shelf, (shelves.get(shelf) ?? 0) - count)
  },
  write: async (tx, rows, shelves) => {
    if (rows.some(({ count }) => count === 13)) throw new Error('this row cannot be written')
    await sql`
      insert into taking (reference, shelf, count) select * from unnest(
        ${rows.map(row => row.reference)}::text[], ${rows.map(row => row.shelf)}::text[],
        ${rows.map(row => row.count)}::integer[])`.execute(tx)
    const names = [...shelves.keys()]
    await sql`
      update shelf set remaining = given.remaining
      from unnest(${names}::text[], ${[...shelves.values()]}::integer[]) as given (name, remaining)
      where shelf.name = given.name`.execute(tx)
  },
}

/** The same action on the joined path, in the one order of every action: the measure for the lane. */
export async function takeJoined(
  tx: Tx,
  row: Taking,
  post: () => Promise<unknown>,
): Promise<'done' | 'replayed'> {
  const shelves = await taking.load(tx, [row])
  const { rows } = await sql`select from taking where reference = ${row.reference}`.execute(tx)
  if (rows.length > 0) return 'replayed'
  const refused = taking.decide(shelves, row)
  if (refused) throw refused
  await post()
  taking.accept(shelves, row)
  await taking.write(tx, [row], shelves)
  return 'done'
}
