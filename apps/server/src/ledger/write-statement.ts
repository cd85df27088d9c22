import { type RawBuilder, sql } from 'kysely'
import type { Placeholders } from '../platform/database/prepared.ts'

/** The columns of each list of a batch, in the order of their values. */
const lists = {
  changed: [
    'id uuid',
    'posted numeric',
    'held numeric',
    'version bigint',
    'epoch integer',
    'was_version bigint',
    'was_held numeric',
    'was_epoch integer',
  ],
  transfers: [
    'id uuid',
    'group_id uuid',
    'debit_account uuid',
    'credit_account uuid',
    'asset text',
    'amount numeric',
    'kind text',
    'reference text',
    'hold_id uuid',
    'epoch integer',
    'request_hash bytea',
    'at timestamptz',
    'debit_version bigint',
    'debit_after numeric',
    'credit_version bigint',
    'credit_after numeric',
  ],
  holds: [
    'id uuid',
    'account_id uuid',
    'amount numeric',
    'kind text',
    'reference text',
    'epoch integer',
    'request_hash bytea',
  ],
  ends: ['hold_id uuid', 'outcome text', 'posted numeric', 'request uuid'],
} as const

export type List = keyof typeof lists

/** The order in which the lists are written. */
export const listOrder: readonly List[] = ['changed', 'transfers', 'holds', 'ends']

/**
 * The lists that a batch has: its statement names nothing else, so that the common one is short.
 */
export interface Shape {
  lists: readonly List[]
  /** Split lines are among its transfers. */
  hasSplits: boolean
}

/** What the statement reports. */
export interface Written {
  /** How many rows were written: none when one of the requests was in the books already. */
  transfers: number
  holds: number
  ends: number
  /** False when an account was no longer as it had been read. */
  whole: boolean
}

/** The part of the statement that must be true for the balances to change: every request is new. */
const GATE = sql.raw('keys')
type Gate = typeof GATE | null

type Sql = RawBuilder<unknown>

/**
 * One statement writes a batch. When one of its requests is in the books already, nothing else is
 * written, and the caller's transaction goes on. Balances change only where the account is still as
 * it was read. The values are the columns of the shape's lists, one after the other.
 */
export const writeStatement =
  ({ lists: present, hasSplits }: Shape) =>
  (given: Placeholders<readonly string[]>) => {
    const values = new Values(present, given)
    const count = (list: List): Sql => (values.has(list) ? countOf(list) : sql`0`)
    const splitLines = hasSplits ? sql`+ (select count(*) from split_lines)` : sql``
    return sql<Written>`
      with ${sql.join(partsOf(values, hasSplits), sql`, `)}
      select (${count('transfers')} ${splitLines})::int as transfers,
        ${count('holds')}::int as holds, ${count('ends')}::int as ends,
        not (select ok from ${GATE}) or ${allChanged(values)} as whole`
  }

function partsOf(values: Values, hasSplits: boolean): Sql[] {
  const once = (list: List, table: string, where = sql``): Sql | null =>
    values.part(
      list,
      list,
      sql`${insertOf(values, list, table, null)} ${where} on conflict do nothing returning 1`,
    )
  // A split line belongs to no request: when the request is skipped, the line is not written
  // either.
  const splitLines = () => sql`
    ${insertOf(values, 'transfers', 'ledger_transfer', GATE)} and given.kind = 'split' returning 1`
  return [
    moment,
    once('transfers', 'ledger_transfer', hasSplits ? sql`where given.kind <> 'split'` : sql``),
    once('holds', 'ledger_hold'),
    once('ends', 'ledger_hold_resolution'),
    sql`${GATE} as materialized (select ${allNew(values, hasSplits)} as ok)`,
    hasSplits ? values.part('split_lines', 'transfers', splitLines()) : null,
    changed(values),
  ].filter(part => part !== null)
}

const moment = sql`moment as materialized (select house_now() as at)`

const countOf = (part: List): Sql => sql`(select count(*) from ${sql.raw(part)})`

const changed = (values: Values): Sql | null =>
  values.part(
    'changed',
    'changed',
    sql`
      update ledger_account account
      set posted = given.posted, held = given.held, version = given.version, epoch = given.epoch
      from ${GATE}, ${values.rows('changed')}
      where ${GATE}.ok and account.id = given.id
        and account.version = given.was_version and account.held = given.was_held
        and account.epoch = given.was_epoch
      returning 1`,
  )

const allChanged = (values: Values): Sql =>
  values.has('changed') ? sql`${countOf('changed')} = ${values.size('changed')}` : sql`true`

/** Whether every request of the batch was new. */
function allNew(values: Values, hasSplits: boolean): Sql {
  const requests = hasSplits
    ? sql`(select count(*) from unnest(${values.column('transfers', 'kind')}::text[]) as kind
        where kind <> 'split')`
    : values.size('transfers')
  const claims = [
    values.has('transfers') ? sql`${countOf('transfers')} = ${requests}` : null,
    values.has('holds') ? sql`${countOf('holds')} = ${values.size('holds')}` : null,
    values.has('ends') ? sql`${countOf('ends')} = ${values.size('ends')}` : null,
  ].filter(claim => claim !== null)
  return claims.length === 0 ? sql`true` : sql.join(claims, sql` and `)
}

/** Values that are sent only where they differ from these. */
const usual: Readonly<Record<string, string>> = {
  'transfers group_id': 'given.id',
  'transfers epoch': '0',
}

function insertOf(values: Values, list: List, table: string, gate: Gate): Sql {
  const names = namesOf(list).filter(name => name !== 'at')
  const given = names.map(name => {
    const otherwise = usual[`${list} ${name}`]
    return otherwise ? `coalesce(given.${name}, ${otherwise})` : `given.${name}`
  })
  const isTransfer = list === 'transfers'
  const from = [...(isTransfer ? [sql`moment`] : []), ...(gate ? [gate] : []), values.rows(list)]
  return sql`
    insert into ${sql.raw(table)} (${sql.raw(names.join(', '))}${sql.raw(isTransfer ? ', posted_at' : '')})
    select ${sql.raw(given.join(', '))}${sql.raw(isTransfer ? ', coalesce(given.at, moment.at)' : '')}
    from ${sql.join(from)} ${gate ? sql`where ${gate}.ok` : sql``}`
}

const namesOf = (list: List): string[] =>
  lists[list].map(column => column.slice(0, column.indexOf(' ')))

/** The values of a statement: for each column of each list that it has, one array. */
class Values {
  readonly #first = new Map<List, number>()
  readonly #given: Placeholders<readonly string[]>

  constructor(present: readonly List[], given: Placeholders<readonly string[]>) {
    this.#given = given
    let next = 0
    for (const list of listOrder.filter(one => present.includes(one))) {
      this.#first.set(list, next)
      next += lists[list].length
    }
  }

  has(list: List): boolean {
    return this.#first.has(list)
  }

  /** A named part; null when its list is absent. */
  part(name: string, list: List, query: Sql): Sql | null {
    return this.has(list) ? sql`${sql.raw(name)} as (${query})` : null
  }

  /** A column of a list, as the value that carries it. */
  column(list: List, column: string) {
    return this.#given[(this.#first.get(list) ?? 0) + namesOf(list).indexOf(column)]
  }

  /** A list as rows, in its own order. */
  rows(list: List): Sql {
    const arrays = lists[list].map(column => {
      const [name, type] = column.split(' ') as [string, string]
      return sql`${this.column(list, name)}::${sql.raw(type)}[]`
    })
    // Behind a select the planner does not see the length of the list: its plan for one batch is
    // never cheaper than its plan for all, so a prepared statement is not planned again.
    const [first, ...rest] = arrays as [Sql, ...Sql[]]
    return sql`unnest(${sql.join([sql`(select ${first})`, ...rest])})
      as given (${sql.raw(namesOf(list).join(', '))})`
  }

  size(list: List): Sql {
    return sql`cardinality(${this.#given[this.#first.get(list) ?? 0]}::uuid[])`
  }
}
