import pg from 'pg'
import { migrations } from '../migrations.ts'
import { migrate } from '../platform/database/migrate.ts'

/**
 * Fills an empty database as `pg_dump | psql` does: the same tables with the same rows, without
 * running their defaults and triggers. The new cluster has its own transaction numbers.
 */
export async function restoreLogically(from: pg.Pool, toUrl: string): Promise<void> {
  const to = new pg.Client({ connectionString: toUrl })
  await to.connect()
  try {
    await migrate(to, migrations)
    const { rows: tables } = await from.query<{ name: string; columns: string }>(
      `select relname as name, (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
         where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and not relispartition and relname <> 'schema_migration'`,
    )
    await to.query('set session_replication_role = replica')
    await to.query(`truncate ${tables.map(({ name }) => name).join(', ')}`)
    for (const { name, columns } of tables) {
      const { rows } = await from.query(`select row::text from ${name} as row`)
      await to.query(
        `insert into ${name} (${columns}) overriding system value
         select ${columns.replace(/[^, ]+/g, '(one.read).$&')}
         from (select text::${name} as read from unnest($1::text[]) as text) as one`,
        [rows.map(({ row }) => row)],
      )
    }
    const { rows: sequences } = await from.query(
      `select schemaname || '.' || sequencename as name, last_value from pg_sequences where last_value is not null`,
    )
    for (const { name, last_value } of sequences)
      await to.query('select setval($1, $2)', [name, last_value])
  } finally {
    await to.end()
  }
}
