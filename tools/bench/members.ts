import { type AccountName, houseAccount } from '@banyan/server/ledger'
import type pg from 'pg'

/** An account's id as the ledger makes it, in SQL: a million rows are not sent one by one. */
export const uuidOfHash = `encode(set_byte(set_byte(hash, 6, (get_byte(hash, 6) & 15) | 128),
  8, (get_byte(hash, 8) & 63) | 128), 'hex')::uuid`

/** Opens an account for each of many new members. Returns them in the order in which they were inserted. */
export async function openMembers(
  owner: pg.Client,
  asset: AccountName['asset'],
  count: number,
  posted = 0,
): Promise<string[]> {
  await owner.query(
    `insert into ledger_account (id, owner, asset, kind, posted)
    select ${uuidOfHash}, owner, $1, 'available', $3
    from (
      select owner, substring(sha256(convert_to(owner || '/' || $1 || '/available', 'UTF8')) from 1 for 16) as hash
      from (select ('019000000000' || '7' || lpad(to_hex(n), 19, '0'))::uuid as owner from generate_series(1, $2::int) n) as member
    ) as hashed`,
    [asset, count, posted],
  )
  const { rows } = await owner.query<{ owner: string }>(
    "select owner from ledger_account where asset = $1 and kind = 'available' order by owner",
    [asset],
  )
  return rows.map(row => row.owner)
}

export const pool = houseAccount('USDT', 'POOL.static')
