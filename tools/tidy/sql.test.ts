import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { sourcesOf } from './imports.ts'
import { sqlViolations } from './sql.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const product = sourcesOf(root).filter(
  ({ path }) =>
    path.startsWith('apps/server/src/') &&
    !/\.(test|fixture)\.ts$|\/testing\/|\/generated\.ts$/.test(path),
)

describe('the SQL of the server', () => {
  it('is said by the builder, or by an `sql` template', () => {
    expect(product.length).toBeGreaterThan(500)
    expect(sqlViolations(product)).toEqual([])
  })
})

/** What is found in a file that does what must not be done. */
const planted = (text: string, path = 'apps/server/src/otc/planted.ts') =>
  sqlViolations([{ path, text }]).map(({ why }) => why)

/** A program that runs a statement, in which `@` marks the values. */
const executed = (statement: string): string =>
  `await sql\`${statement.replace(/@(\w+)/g, `\${$1}`)}\`.execute(tx)`

describe('a planted violation is found', () => {
  it.each([
    "await platform.pool.query('select 1')",
    'const { rows } = await client.query<{ n: number }>({ text, values })',
    'class Reader { read() { return this.#client.query(text) } }',
  ])('when a module hands text to the driver: %s', text => {
    expect(planted(text)).toEqual(['hands text to the driver'])
    expect(planted(text, 'apps/server/src/platform/database/planted.ts')).toEqual([])
    expect(planted(text, 'apps/server/src/accountant/planted.ts')).toEqual([])
  })

  it('when a module runs a text of its own', () => {
    const text = "import { CompiledQuery } from 'kysely'"
    expect(planted(text)).toEqual(['runs a text that is no `sql` template: CompiledQuery'])
  })

  it.each([
    'select id, closed_at as at from trade where state = @state and closed_at is null limit 1',
    'select from trade where id = @id::uuid for update',
    'insert into trade (id, at) values (@id, house_now()) on conflict do nothing',
    "update trade set state = 'over', at = house_now() where id = @id returning id",
    'delete from trade where at < @before',
  ])('when the builder says a statement: %s', statement => {
    expect(planted(executed(statement))).toEqual([
      expect.stringContaining('is said by the builder'),
    ])
  })

  it('when rows are read without a type', () => {
    const statement = 'sql`select max(at) from trade group by side`.execute(tx)'
    const why = ['reads rows without naming their type']
    expect(planted(`const { rows } = await ${statement}`)).toEqual(why)
    expect(planted(`const first = (await ${statement}).rows[0]`)).toEqual(why)
    expect(planted(`await ${statement}`)).toEqual([])
    expect(
      planted('const { rows } = await sql<any>`select max(at) from trade`.execute(tx)'),
    ).toEqual(['has rows of any type: `sql<any>`'])
  })
})

describe('an `sql` template', () => {
  it.each([
    'select pg_advisory_xact_lock(@number::bigint)',
    'update trade set state = given.state from unnest(@states::text[]) as given (state)',
    'select id from trade where id = any(@ids::uuid[])',
    'update trade set price = price * @multiple',
    'select id from trade join member on member.id = trade.buyer_id',
    'select id from trade where (at, id) < (@at, @id)',
  ])('says what the builder cannot: %s', statement => {
    expect(planted(executed(statement))).toEqual([])
  })

  it('may be a part of a query of the builder, whatever it is', () => {
    expect(planted("tx.updateTable('trade').set({ at: sql<Date>`house_now()` })")).toEqual([])
  })
})
