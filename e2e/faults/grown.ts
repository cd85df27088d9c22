import { createHash } from 'node:crypto'
import type { Client } from 'pg'

/** Members whom the rows say, as creating an account would leave them; passwords would be hashed for hours. */
export interface Newcomers {
  many: number
  /** SQL over the numbers `n`, from 1 on, and `final`, the members in the tree: the inviter's id. */
  inviter: string
  /** SQL: their wish for a place, or null for one who has not been asked for yet. */
  choice: string
}

/** Adds members to the community, each in the list of who invited them. */
export async function addNewcomers(client: Client, { many, inviter, choice }: Newcomers) {
  await client.query('begin')
  await client.query(
    `create temporary table newcomer on commit drop as
     with final as (select array_agg(member_id order by idx) as ids from placement),
     free as (
       select n, to_char(n, 'FM00000000') as account_id from generate_series(10000000, 10000000 + $1::int + (select count(*)::int from member)) n
       where not exists (select from member where account_id = to_char(n, 'FM00000000')) limit $1::int)
     select gen_random_uuid() as id, n, account_id, ${inviter} as inviter_id, ${choice} as choice
     from (select row_number() over () as n, account_id from free) one, final`,
    [many],
  )
  await client.query('analyze newcomer')
  await client.query(
    `insert into member (id, account_id, nickname, invite_code, country, consented_at, created_at, inviter_id)
     select id, account_id, 'Newcomer', 'Z' || to_char(row_number() over () + (select count(*) from member), 'FM0000000'),
       'SG', house_now(), house_now(), inviter_id from newcomer`,
  )
  await client.query(
    `insert into invitee (member_id, inviter_id, number, registered_at, due_at, state, choice, requested_at)
     select id, inviter_id, coalesce(last, 0) + row_number() over (partition by inviter_id order by n),
       house_now(), house_now() + interval '30 days', case when choice is null then 'pending' else 'requested' end,
       choice, case when choice is null then null else house_now() end
     from newcomer left join (select inviter_id, max(number) as last from invitee group by 1) known using (inviter_id)
     order by n`,
  )
  const { rows } = await client.query<{ id: string }>('select id from newcomer order by n')
  await client.query('commit')
  return rows.map(({ id }) => id)
}

/** Gives members a session each. Returns their tokens. */
export async function openSessions(client: Client, members: readonly string[]): Promise<string[]> {
  const sha256 = (text: string) => createHash('sha256').update(text)
  const tokens = members.map(id => `mt1_${sha256(`session of ${id}`).digest('base64url')}`)
  await client.query(
    `insert into session (id, token_hash, member_id, device_hash, expires_at, line_began_at)
     select gen_random_uuid(), decode(hash, 'hex'), id, decode(hash, 'hex'), house_now() + interval '30 days', house_now()
     from unnest($1::uuid[], $2::text[]) as one (id, hash)`,
    [members, tokens.map(token => sha256(token).digest('hex'))],
  )
  return tokens
}
