import type { CustodyUse } from '@banyan/domain'
import { sql } from 'kysely'
import { ConfigError } from '../platform/config.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'

/** An address that the platform publishes for its own money. */
export interface PublishedAddress {
  address: string
  use: CustodyUse
  publishedAt: Date
  replacedAt: Date | null
}

/** Every address that was ever published on a chain, current ones first. */
export const publishedAddresses = (
  reader: Database | Tx,
  chainId: number,
): Promise<PublishedAddress[]> =>
  reader
    .selectFrom('custodyAddress')
    .select(['address', 'use', 'publishedAt', 'replacedAt'])
    .where('chainId', '=', chainId)
    .orderBy(sql`replaced_at is not null`)
    .orderBy(sql`array_position(array['founding', 'income', 'hot', 'cold'], use)`)
    .orderBy('publishedAt')
    .execute() as Promise<PublishedAddress[]>

/**
 * Publishes the addresses of the settings. An address that is no longer in the settings is marked
 * and still watched.
 * @throws ConfigError for one that is a member's recharge address.
 */
export async function publishAddresses(
  database: Database,
  { chainId, addresses }: { chainId: number; addresses: Readonly<Record<CustodyUse, string>> },
): Promise<void> {
  const wanted = Object.entries(addresses)
  await inTransaction(database, async tx => {
    for (const [use, address] of wanted) {
      const taken = await tx
        .selectFrom('depositAddress')
        .select('memberId')
        .where('address', '=', address)
        .executeTakeFirst()
      if (taken)
        throw new ConfigError(
          `The ${use} address ${address} is the recharge address of a member: set another one.`,
        )
      await sql`
        insert into custody_address (chain_id, address, use, published_at)
        values (${chainId}, ${address}, ${use}, house_now())
        on conflict (chain_id, address) do update set use = excluded.use, replaced_at = null
        where custody_address.use <> excluded.use or custody_address.replaced_at is not null`.execute(
        tx,
      )
    }
    await sql`
      update custody_address set replaced_at = house_now()
      where chain_id = ${chainId} and replaced_at is null
        and address <> all(${wanted.map(([, address]) => address)}::text[])`.execute(tx)
  })
}

/** True for a published address of the platform, in this spelling. */
export async function isPublished(reader: Database | Tx, address: string): Promise<boolean> {
  const row = await reader
    .selectFrom('custodyAddress')
    .select('address')
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}
