import { bytesArray, plainArray, sparseArray, textArray } from './array-text.ts'
import type { Batch } from './book.ts'

/** Runs one SQL text with numbered values: a transaction of a room, or the lane's own connection. */
export type Run = <Row>(text: string, values: readonly unknown[], name: string) => Promise<Row[]>

/** How many rows a batch really wrote: less than it has when a deed was in the books already. */
export interface Written {
  transfers: number
  holds: number
  ends: number
}

/** The columns of each list of a batch, in the order of their values. */
const lists = {
  opened: [
    ...['id uuid', 'owner uuid', 'asset text', 'kind text', 'overdraft boolean', 'epoch integer'],
    ...['posted numeric', 'held numeric', 'version bigint'],
  ],
  changed: [
    ...['id uuid', 'posted numeric', 'held numeric', 'version bigint', 'epoch integer'],
    ...['was_version bigint', 'was_held numeric', 'was_epoch integer'],
  ],
  transfers: [
    ...['id uuid', 'group_id uuid', 'debit_account uuid', 'credit_account uuid', 'asset text'],
    ...['amount numeric', 'kind text', 'reference text', 'hold_id uuid', 'reverses uuid'],
    ...['epoch integer', 'request_hash bytea', 'at timestamptz'],
  ],
  postings: [
    ...['account_id uuid', 'version bigint', 'transfer_id uuid', 'amount numeric'],
    ...['balance_after numeric', 'at timestamptz'],
  ],
  holds: [
    ...['id uuid', 'account_id uuid', 'amount numeric', 'kind text', 'reference text'],
    ...['epoch integer', 'request_hash bytea', 'expires_at timestamptz'],
  ],
  ends: ['hold_id uuid', 'outcome text', 'posted numeric', 'request uuid'],
} as const

type List = keyof typeof lists

const order: readonly List[] = ['opened', 'changed', 'transfers', 'postings', 'holds', 'ends']

/** The number of a list's first value. */
const firstOf = (list: List): number =>
  1 + order.slice(0, order.indexOf(list)).reduce((sum, one) => sum + lists[one].length, 0)

const names = (list: List): string[] => lists[list].map(column => column.split(' ')[0] as string)

/** A list as rows, in its own order. */
function given(list: List): string {
  const values = lists[list].map((column, place) => {
    const type = column.slice(column.indexOf(' ') + 1)
    return `$${firstOf(list) + place}::${type}[]`
  })
  return `unnest(${values.join(', ')}) as given (${names(list).join(', ')})`
}

const columns = (list: List): string =>
  names(list)
    .filter(name => name !== 'at')
    .join(', ')

/** Values that are sent only where they differ from these. */
const usual: Readonly<Record<string, string>> = {
  'transfers group_id': 'given.id',
  'transfers epoch': '0',
}

const givenColumns = (list: List): string =>
  names(list)
    .filter(name => name !== 'at')
    .map(name => {
      const otherwise = usual[`${list} ${name}`]
      return otherwise ? `coalesce(given.${name}, ${otherwise})` : `given.${name}`
    })
    .join(', ')

const has = (list: List): string => `cardinality($${firstOf(list)}::uuid[])`

const KIND = names('transfers').indexOf('kind')
const EPOCH = firstOf('ends') + lists.ends.length

/**
 * One statement writes a batch. Balances change only where the account is still as it was read, so
 * a batch that was decided without locks can be written as surely as one that holds them.
 *
 * `skip`: a deed that is in the books already is skipped, and nothing else is written then; the
 * caller's transaction goes on. `raise`: it ends the transaction, and so does a balance that has
 * changed; balances come first, so that rows are locked in the one order before any key is taken.
 */
function statement(onRepeat: 'skip' | 'raise'): string {
  const skip = onRepeat === 'skip'
  const insert = (list: List, table: string, from: string, last: string) => `
    insert into ${table} (${columns(list)}${last})
    select ${givenColumns(list)}${last && ', coalesce(given.at, moment.at)'}
    from moment, ${from}${given(list)}${from && ' where sound.ok'}`
  const key = (list: List, table: string, last = '') =>
    skip
      ? `${insert(list, table, '', last)} ${last && "where given.kind <> 'split'"} on conflict do nothing returning 1`
      : `${insert(list, table, 'sound, ', last)} returning 1`
  // A split line is nobody's request: with a deed that is skipped it is not told either.
  const told = `${insert('transfers', 'ledger_transfer', '', ', posted_at').replace('moment, ', 'moment, keys, ')}
    where keys.ok and given.kind = 'split' returning 1`
  const gate = skip ? 'keys' : 'sound'
  const opened = `
    insert into ledger_account (${columns('opened')})
    select given.* from ${skip ? 'keys, ' : ''}${given('opened')} ${skip ? 'where keys.ok' : ''} returning 1`
  const changed = `
    update ledger_account account
    set posted = given.posted, held = given.held, version = given.version, epoch = given.epoch
    from ${skip ? 'keys' : '(select count(*) as ok from opened) as first'}, ${given('changed')}
    where ${skip ? 'keys.ok and ' : ''}account.id = given.id and account.version = given.was_version
      and account.held = given.was_held and account.epoch = given.was_epoch
      and account.closed_at is null
    returning 1`
  const postings = `
    insert into ledger_posting (${columns('postings')}, posted_at)
    select ${givenColumns('postings')}, coalesce(given.at, moment.at)
    from moment, ${gate}, ${given('postings')} where ${gate}.ok returning 1`
  const unchanged = `(select count(*) from changed) = ${has('changed')}`
  const parts = {
    moment: 'select house_now() as at',
    ...(skip
      ? {}
      : {
          opened,
          changed,
          sound: `select case when ${unchanged}
            and (select coalesce(max(epoch), 0) from ledger_epoch) = $${EPOCH}::integer
            then true else ledger_stale() end as ok`,
        }),
    transfers: key('transfers', 'ledger_transfer', ', posted_at'),
    holds: key('holds', 'ledger_hold'),
    ends: key('ends', 'ledger_hold_resolution'),
    keys: `select (select count(*) from transfers) = (
        select count(*) from unnest($${firstOf('transfers') + KIND}::text[]) as kind
        ${skip ? "where kind <> 'split'" : ''})
      and (select count(*) from holds) = ${has('holds')}
      and (select count(*) from ends) = ${has('ends')} as ok`,
    ...(skip ? { told, opened, changed } : {}),
    postings,
    due: `
      insert into ledger_hold_due (hold_id, expires_at)
      select given.id, given.expires_at from keys, ${given('holds')}
      where keys.ok and given.expires_at is not null`,
    ended: `
      delete from ledger_hold_due using keys
      where keys.ok and hold_id = any($${firstOf('ends')}::uuid[])`,
  }
  const texts = Object.entries(parts).map(([name, text]) => `${name} as materialized (${text})`)
  return `with ${texts.map(text => text.replace(/ as materialized \((?=\s*(insert|update|delete))/, ' as (')).join(',\n')}
    select (select count(*) from transfers)::int${skip ? ' + (select count(*) from told)::int' : ''} as transfers, (select count(*) from holds)::int as holds,
      (select count(*) from ends)::int as ends${
        skip
          ? `, not (select ok from keys) or ${unchanged} as whole`
          : ', (select ok from sound) as whole'
      }`
}

/** The texts of the statement, for whoever looks at its plan. */
export const writeStatements = { skip: statement('skip'), raise: statement('raise') } as const

/** Writes a batch; see `statement` for what happens to a deed that is there already. */
export async function writeBatch(
  run: Run,
  batch: Batch,
  onRepeat: 'skip' | 'raise',
  epoch: number,
): Promise<Written> {
  const values = [...valuesOf(batch), ...(onRepeat === 'raise' ? [epoch] : [])]
  const [written] = await run<Written & { whole: boolean }>(
    writeStatements[onRepeat],
    values,
    `ledger_write_${onRepeat}`,
  )
  if (!written?.whole) throw new Error('a locked account changed under its lock')
  return written
}

function valuesOf({ opened, changed, transfers, postings, holds, ends }: Batch): string[] {
  return [
    plainArray(opened, one => one.id),
    plainArray(opened, one => one.owner),
    plainArray(opened, one => one.asset),
    textArray(opened, one => one.kind),
    plainArray(opened, one => one.overdraft),
    plainArray(opened, one => one.epoch),
    plainArray(opened, one => one.posted),
    plainArray(opened, one => one.held),
    plainArray(opened, one => one.version),
    plainArray(changed, ({ now }) => now.id),
    plainArray(changed, ({ now }) => now.posted),
    plainArray(changed, ({ now }) => now.held),
    plainArray(changed, ({ now }) => now.version),
    plainArray(changed, ({ now }) => now.epoch),
    plainArray(changed, ({ was }) => was.version),
    plainArray(changed, ({ was }) => was.held),
    plainArray(changed, ({ was }) => was.epoch),
    plainArray(transfers, one => one.draft.id),
    sparseArray(transfers, one => (one.group.id === one.draft.id ? null : one.group.id)),
    plainArray(transfers, one => one.draft.debit),
    plainArray(transfers, one => one.draft.credit),
    plainArray(transfers, one => one.draft.asset),
    plainArray(transfers, one => one.amount),
    textArray(transfers, one => one.draft.kind),
    textArray(transfers, one => one.draft.reference),
    sparseArray(transfers, one => one.group.holdId),
    sparseArray(transfers, one => one.draft.reverses),
    sparseArray(transfers, one => (one.epoch === 0 ? null : one.epoch)),
    bytesArray(transfers, one => one.group.requestHash),
    sparseArray(transfers, one => one.at),
    plainArray(postings, one => one.account),
    plainArray(postings, one => one.version),
    plainArray(postings, one => one.transfer),
    plainArray(postings, one => one.amount),
    plainArray(postings, one => one.balanceAfter),
    sparseArray(postings, one => one.at),
    plainArray(holds, one => one.id),
    plainArray(holds, one => one.account),
    plainArray(holds, one => one.amount),
    textArray(holds, one => one.kind),
    textArray(holds, one => one.reference),
    plainArray(holds, one => one.epoch),
    bytesArray(holds, one => one.requestHash),
    sparseArray(holds, one => one.expiresAt),
    plainArray(ends, one => one.hold),
    textArray(ends, one => one.outcome),
    plainArray(ends, one => one.posted),
    plainArray(ends, one => one.request),
  ]
}
