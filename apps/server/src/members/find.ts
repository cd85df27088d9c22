import { uuidOf } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'

/* What an operator typed: its kind is read from its shape, so that one field finds everything. */

export type Typed =
  | { kind: 'email'; address: string }
  | { kind: 'address'; address: string }
  | { kind: 'transaction'; hash: string }
  | { kind: 'id'; prefix: string; uuid: string }
  | { kind: 'number'; number: string }
  | { kind: 'text'; text: string }

/** What a typed text can be. Nicknames and account IDs are text. */
export function readTyped(find: string): Typed {
  const text = find.trim()
  const [, prefix] = /^(dep|wdr|sub|pos|exc|ord|trd|cas|svc|fbk)_[0-9a-f]{32}$/i.exec(text) ?? []
  if (prefix) return { kind: 'id', prefix: prefix.toLowerCase(), uuid: uuidOf(text.toLowerCase()) }
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: 'email', address: text }
  if (/^0x[0-9a-f]{40}$/i.test(text)) return { kind: 'address', address: text }
  if (/^0x[0-9a-f]{64}$/i.test(text)) return { kind: 'transaction', hash: text.toLowerCase() }
  if (/^[a-z]{1,3}\d{9,24}$/i.test(text)) return { kind: 'number', number: text.toUpperCase() }
  return { kind: 'text', text }
}

/** Where an id of each kind has its member, or both its parties. */
const ofId: Readonly<Record<string, (uuid: string) => ReturnType<typeof sql<{ id: string }>>>> = {
  dep: uuid => sql<{ id: string }>`select member_id as id from deposit where id = ${uuid}::uuid`,
  wdr: uuid => sql<{ id: string }>`select member_id as id from withdrawal where id = ${uuid}::uuid`,
  sub: uuid =>
    sql<{ id: string }>`select member_id as id from subscription where id = ${uuid}::uuid`,
  pos: uuid =>
    sql<{ id: string }>`select member_id as id from static_position where id = ${uuid}::uuid`,
  exc: uuid => sql<{ id: string }>`select member_id as id from redemption where id = ${uuid}::uuid`,
  ord: uuid => sql<{ id: string }>`select member_id as id from otc_order where id = ${uuid}::uuid`,
  trd: uuid => sql<{ id: string }>`
    select unnest(array[buyer_id, seller_id]) as id from otc_trade where id = ${uuid}::uuid`,
  cas: uuid => sql<{ id: string }>`
    select unnest(array[buyer_id, seller_id]) as id from otc_trade
    where id = (select trade_id from otc_dispute where id = ${uuid}::uuid)`,
  svc: uuid => sql<{ id: string }>`
    select member_id as id from service_conversation where id = ${uuid}::uuid`,
  fbk: uuid => sql<{ id: string }>`select member_id as id from feedback where id = ${uuid}::uuid`,
}

/** The members of what was typed; null where it is text, which a list is narrowed by. */
export async function membersTyped(
  database: Database,
  typed: Typed,
  membersWithEmail: (address: string) => Promise<string[]>,
): Promise<string[] | null> {
  switch (typed.kind) {
    case 'text':
      return null
    case 'email':
      return membersWithEmail(typed.address)
    case 'id':
      return idsOf(database, ofId[typed.prefix]?.(typed.uuid))
    case 'address':
      // Withdrawals keep their address when the member takes it off the list.
      return idsOf(
        database,
        sql<{ id: string }>`
          select member_id as id from withdrawal_address where lower(address) = lower(${typed.address})
          union select member_id from deposit_address where lower(address) = lower(${typed.address})
          limit 100`,
      )
    case 'transaction':
      return idsOf(
        database,
        sql<{ id: string }>`
          select distinct member_id as id from deposit where transaction_hash = ${typed.hash} limit 100`,
      )
    case 'number':
      return idsOf(
        database,
        sql<{ id: string }>`
          select member_id as id from withdrawal where order_number = ${typed.number}
          union select member_id from subscription where order_number = ${typed.number}
          union select member_id from redemption where order_number = ${typed.number}
          union select member_id from otc_order where order_number = ${typed.number}
          union select unnest(array[buyer_id, seller_id]) from otc_trade where matching_id = ${typed.number}
          union select unnest(array[buyer_id, seller_id]) from otc_trade where id in
            (select trade_id from otc_dispute where case_number = ${typed.number})`,
      )
  }
}

async function idsOf(
  database: Database,
  query: ReturnType<typeof sql<{ id: string }>> | undefined,
): Promise<string[]> {
  if (!query) return []
  const { rows } = await query.execute(database)
  return rows.map(row => row.id)
}
