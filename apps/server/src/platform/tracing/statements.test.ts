import { expect, it } from 'vitest'
import { readStatement, statementSpan } from './statements.ts'

it.each([
  ['begin', 'begin', null],
  ['select "id" from "member" where "id" = $1 for update', 'select', 'member'],
  [
    'insert into "outbox" ("id") values ($1) on conflict (id) do update set id = 1',
    'insert',
    'outbox',
  ],
  ['update "otc_order" set "version" = $1 from "member" where true', 'update', 'otc_order'],
  ['delete from only session where id = $1', 'delete', 'session'],
  ['with due as (select id from chat_message) select * from due', 'select', 'chat_message'],
  ['with a (x) as materialized (select 1) select x from a', 'select', null],
  ['with gone as (select 1 from a) delete from limit_count where true', 'delete', 'limit_count'],
  ['select extract(epoch from created_at) as at from trade', 'select', 'trade'],
  [
    'select a is distinct from b as differs from unnest($1::uuid[]) b join ledger_account on true',
    'select',
    'ledger_account',
  ],
  ["select set_config('statement_timeout', $1, true)", 'select', null],
  ["select 'a secret from somebody' as x", 'select', null],
  ['select $q$ words from somebody $q$', 'select', null],
  ["insert into note (text) values ('update nobody')", 'insert', 'note'],
  ['/* from nowhere */ lock table member', 'lock', null],
])('%s', (text, operation, table) => {
  expect(readStatement(text)).toEqual({ operation, table })
})

it('a span of a statement has its operation and its table, and nothing else of it', () => {
  expect(statementSpan("select name from person where name = 'Sorrel'")).toEqual({
    name: 'select person',
    kind: 'client',
    facts: {
      'db.system.name': 'postgresql',
      'db.operation.name': 'select',
      'db.collection.name': 'person',
    },
  })
})
