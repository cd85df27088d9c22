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

/** The order in which the lists' values are numbered. */
export const listOrder: readonly List[] = ['changed', 'transfers', 'holds', 'ends']

/**
 * The lists that a batch has: its statement names nothing else, so that the common one is short.
 */
export interface Shape {
  lists: readonly List[]
  /** Split lines are among its transfers. */
  hasSplits: boolean
}

/** The part of the statement that must be true for the balances to change: every request is new. */
const GATE = 'keys'
type Gate = typeof GATE | null

/**
 * One statement writes a batch. When one of its requests is in the books already, nothing else is
 * written, and the caller's transaction goes on. Balances change only where the account is still as
 * it was read.
 */
export function writeStatement(shape: Shape): string {
  const values = new Values(shape.lists)
  const has = (list: List) => shape.lists.includes(list)
  const parts = partsOf(values, shape.hasSplits)
  const transfers = shape.hasSplits ? '+ (select count(*) from told)' : ''
  const whole = `not (select ok from ${GATE}) or ${allChanged(values)}`
  return `with ${parts.filter(part => part !== null).join(',\n')}
    select (${has('transfers') ? countOf('transfers') : 0} ${transfers})::int as transfers,
      ${has('holds') ? countOf('holds') : 0}::int as holds,
      ${has('ends') ? countOf('ends') : 0}::int as ends, ${whole} as whole`
}

type Part = string | null

function partsOf(values: Values, hasSplits: boolean): Part[] {
  const once = (list: List, table: string, where = ''): Part =>
    values.part(
      list,
      list,
      `${insertOf(values, list, table, null)} ${where} on conflict do nothing returning 1`,
    )
  // A split line belongs to no request: when the request is skipped, the line is not written
  // either.
  const splitLines = `${insertOf(values, 'transfers', 'ledger_transfer', GATE)}
    and given.kind = 'split' returning 1`
  return [
    moment,
    once('transfers', 'ledger_transfer', hasSplits ? "where given.kind <> 'split'" : ''),
    once('holds', 'ledger_hold'),
    once('ends', 'ledger_hold_resolution'),
    `${GATE} as materialized (select ${allNew(values, hasSplits)} as ok)`,
    hasSplits ? values.part('told', 'transfers', splitLines) : null,
    changed(values),
  ]
}

const moment = 'moment as materialized (select house_now() as at)'

const countOf = (part: string): string => `(select count(*) from ${part})`

const changed = (values: Values): Part =>
  values.part(
    'changed',
    'changed',
    `update ledger_account account
    set posted = given.posted, held = given.held, version = given.version, epoch = given.epoch
    from ${GATE}, ${values.rows('changed')}
    where ${GATE}.ok and account.id = given.id
      and account.version = given.was_version and account.held = given.was_held
      and account.epoch = given.was_epoch
    returning 1`,
  )

const allChanged = (values: Values): string =>
  values.has('changed') ? `${countOf('changed')} = ${values.size('changed')}` : 'true'

/** Whether every request of the batch was new. */
function allNew(values: Values, hasSplits: boolean): string {
  const requests = hasSplits
    ? `(select count(*) from unnest(${values.number('transfers', 'kind')}::text[]) as kind
        where kind <> 'split')`
    : values.size('transfers')
  const claims = [
    values.has('transfers') ? `${countOf('transfers')} = ${requests}` : null,
    values.has('holds') ? `${countOf('holds')} = ${values.size('holds')}` : null,
    values.has('ends') ? `${countOf('ends')} = ${values.size('ends')}` : null,
  ]
  return claims.filter(claim => claim !== null).join(' and ') || 'true'
}

/** Values that are sent only where they differ from these. */
const usual: Readonly<Record<string, string>> = {
  'transfers group_id': 'given.id',
  'transfers epoch': '0',
}

function insertOf(values: Values, list: List, table: string, gate: Gate): string {
  const names = namesOf(list).filter(name => name !== 'at')
  const given = names.map(name => {
    const otherwise = usual[`${list} ${name}`]
    return otherwise ? `coalesce(given.${name}, ${otherwise})` : `given.${name}`
  })
  const isTransfer = list === 'transfers'
  const from = [...(isTransfer ? ['moment'] : []), ...(gate ? [gate] : []), values.rows(list)]
  return `insert into ${table} (${names.join(', ')}${isTransfer ? ', posted_at' : ''})
    select ${given.join(', ')}${isTransfer ? ', coalesce(given.at, moment.at)' : ''}
    from ${from.join(', ')} ${gate ? `where ${gate}.ok` : ''}`
}

const namesOf = (list: List): string[] =>
  lists[list].map(column => column.slice(0, column.indexOf(' ')))

/** The numbered values of a statement. */
class Values {
  readonly #first = new Map<List, number>()
  /** The number of the first value after those of the lists. */
  next = 1

  constructor(present: readonly List[]) {
    for (const list of listOrder.filter(one => present.includes(one))) {
      this.#first.set(list, this.next)
      this.next += lists[list].length
    }
  }

  has(list: List): boolean {
    return this.#first.has(list)
  }

  /** A named part; empty when its list is absent. */
  part(name: string, list: List, text: string): Part {
    return this.has(list) ? `${name} as (${text})` : null
  }

  /** A column of a list, as the value that carries it. */
  number(list: List, column: string): string {
    return `$${(this.#first.get(list) ?? 0) + namesOf(list).indexOf(column)}`
  }

  /** A list as rows, in its own order. */
  rows(list: List): string {
    const first = this.#first.get(list) ?? 0
    const arrays = lists[list].map(
      (column, place) => `$${first + place}::${column.slice(column.indexOf(' ') + 1)}[]`,
    )
    // Behind a select the planner does not see the length of the list: its plan for one batch is
    // never cheaper than its plan for all, so a prepared statement is not planned again.
    arrays[0] = `(select ${arrays[0]})`
    return `unnest(${arrays.join(', ')}) as given (${namesOf(list).join(', ')})`
  }

  size(list: List): string {
    return `cardinality($${this.#first.get(list) ?? 0}::uuid[])`
  }
}
