import { sql } from 'kysely'
import type { Tx } from './handles.ts'

/** One row, and the columns that change. */
export interface Changed<Row> {
  id: string
  change: Partial<Row>
}

const snake = (name: string): string => name.replace(/[A-Z]/g, one => `_${one.toLowerCase()}`)

/** As JSON that PostgreSQL reads with the types of the table. */
const asJson = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))

/**
 * Updates many rows of a table in one statement, by their ids: the same columns of each. Returns the new
 * rows in the same order.
 * @throws when a row is missing, or when two changes name different columns.
 */
export async function updateEach<Row extends { id: string }>(
  tx: Tx,
  table: string,
  changes: readonly Changed<Row>[],
): Promise<Row[]> {
  const [first] = changes
  if (!first) return []
  const columns = Object.keys(first.change).map(snake)
  const given = changes.map(({ id, change }) => ({
    id,
    ...Object.fromEntries(Object.entries(change).map(([name, value]) => [snake(name), value])),
  }))
  if (given.some(row => columns.some(column => !(column in row))))
    throw new Error(`changes of ${table} name different columns`)
  const sets = columns.map(column => sql`${sql.id(column)} = given.${sql.id(column)}`)
  const { rows } = await sql<Row>`
    update ${sql.table(table)} set ${sql.join(sets)}
    from json_populate_recordset(null::${sql.table(table)}, ${asJson(given)}::json) as given
    where ${sql.table(table)}.id = given.id
    returning ${sql.table(table)}.*`.execute(tx)
  const byId = new Map(rows.map(row => [row.id, row]))
  return changes.map(({ id }) => {
    const row = byId.get(id)
    if (!row) throw new Error(`${table} ${id} is not there`)
    return row
  })
}
