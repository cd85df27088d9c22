import type pg from 'pg'

/** What a program depends on in a schema, each by a short text. */
export interface Schema {
  /** `table.column` to its type, and whether an insert has to name it. */
  columns: ReadonlyMap<string, { type: string; isNeeded: boolean }>
  /** Functions with the types of what they are given. */
  functions: ReadonlySet<string>
  /** Rights of the application's role, such as `insert on otc_order`. */
  rights: ReadonlySet<string>
  /** What rows must fulfil, by table: constraints and unique indexes, as PostgreSQL writes them. */
  rules: ReadonlyMap<string, ReadonlySet<string>>
}

/** Reads the schema of a database. */
export async function readSchema(owner: pg.Pool): Promise<Schema> {
  const { rows: columns } = await owner.query<Row>(`
    select relname || '.' || attname as name, format_type(atttypid, atttypmod) as value,
      attnotnull and not atthasdef and attidentity = '' as needed
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and attnum > 0 and not attisdropped`)
  const { rows: functions } = await owner.query<Row>(
    `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace`,
  )
  const { rows: rights } = await owner.query<Row>(`
    select kind || ' on ' || relname as name from pg_class, unnest(array['select', 'insert', 'update', 'delete']) as kind
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
      and case when kind = 'delete' then has_table_privilege('banyan_app', pg_class.oid, kind)
        else has_any_column_privilege('banyan_app', pg_class.oid, kind) end`)
  const { rows: rules } = await owner.query<Row>(`
    select conrelid::regclass::text as name, pg_get_constraintdef(oid) as value from pg_constraint
    where connamespace = 'public'::regnamespace and conrelid <> 0 and contype in ('c', 'f', 'x')
    union all
    select indrelid::regclass::text, 'unique ' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', '')
    from pg_index join pg_class on pg_class.oid = indrelid
    where indisunique and relnamespace = 'public'::regnamespace`)
  const byTable = new Map<string, Set<string>>()
  for (const { name, value } of rules)
    byTable.set(name, (byTable.get(name) ?? new Set()).add(value))
  return {
    columns: new Map(
      columns.map(({ name, value, needed }) => [name, { type: value, isNeeded: needed }]),
    ),
    functions: new Set(functions.map(({ name }) => name)),
    rights: new Set(rights.map(({ name }) => name)),
    rules: byTable,
  }
}

interface Row {
  name: string
  value: string
  needed: boolean
}

/**
 * What a newer schema took away from the program of the older one, or asks of it besides: a sentence
 * each. A table that is new is nobody's loss.
 */
export function contractions(before: Schema, after: Schema): string[] {
  const known = new Set([...before.columns.keys()].map(tableOf))
  const found: string[] = []
  for (const [name, { type }] of before.columns) {
    const now = after.columns.get(name)
    if (!now) found.push(`column ${name} is gone`)
    else if (now.type !== type) found.push(`column ${name} is ${now.type} instead of ${type}`)
    else if (now.isNeeded && !before.columns.get(name)?.isNeeded)
      found.push(`column ${name} must be given`)
  }
  for (const [name, { isNeeded }] of after.columns)
    if (isNeeded && !before.columns.has(name) && known.has(tableOf(name)))
      found.push(`column ${name} is new and must be given`)
  for (const name of before.functions)
    if (!after.functions.has(name)) found.push(`function ${name} is gone`)
  for (const name of before.rights)
    if (!after.rights.has(name)) found.push(`the right to ${name} is gone`)
  for (const [table, rules] of after.rules)
    if (known.has(table))
      for (const rule of rules)
        if (!before.rules.get(table)?.has(rule) && isAboutKnown(rule, table, before))
          found.push(`rows of ${table} must fulfil ${rule}`)
  // An insert can name a unique index for what it does when the row is there.
  for (const [table, rules] of before.rules)
    for (const rule of rules)
      if (rule.startsWith('unique') && !after.rules.get(table)?.has(rule))
        found.push(`${table} is no longer ${rule}`)
  return found.sort()
}

/** A rule about new columns alone asks nothing of a program that does not know them. */
const isAboutKnown = (rule: string, table: string, { columns }: Schema): boolean =>
  rule.match(/\w+/g)?.some(word => columns.has(`${table}.${word}`)) ?? false

const tableOf = (column: string): string => column.slice(0, column.indexOf('.'))
