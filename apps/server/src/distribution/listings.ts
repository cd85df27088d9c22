import type { ListedRole } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { isInsider, listInsider } from './insiders.ts'
import type { Reader } from './store.ts'

/** One operator's proposal that a member's account is the platform's own. */
export interface AskedListing {
  accountId: string
  role: ListedRole
  why: string
}

/** A listing with the account in its public form. */
export interface Listing extends AskedListing {
  id: string
  memberId: string
  nickname: string
}

/** Stores the proposal and returns its id. Refuses `insiderUnknown`, and `insiderListed`. */
export async function writeListing(
  tx: Tx,
  { accountId, role, why }: AskedListing,
): Promise<string> {
  const member = await tx
    .selectFrom('member')
    .select('id')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!member) return refuse('insiderUnknown', { accountId })
  if (await isInsider(tx, member.id)) refuse('insiderListed', { accountId })
  const id = newUuid()
  await tx.insertInto('insiderListing').values({ id, memberId: member.id, role, why }).execute()
  return id
}

/**
 * Lists the account, after another operator has approved; from the next cut-off on the network pays
 * it nothing. Refuses `insiderListed` when it was listed meanwhile.
 */
export async function carryOutListing(tx: Tx, listingId: string): Promise<void> {
  const listing = (await listings(tx, [listingId]))[0]
  if (!listing) return refuse('notFound')
  const { memberId, accountId, role } = listing
  if (!(await listInsider(tx, memberId, role))) refuse('insiderListed', { accountId })
  await announce(tx, [{ memberId, topic: 'earnings', subject: null }])
}

/** The proposals with these ids. */
export async function listings(reader: Reader, ids: readonly string[]): Promise<Listing[]> {
  const { rows } = await sql<Listing>`
    select listing.id, listing.member_id, listing.role, listing.why, member.account_id, member.nickname
    from insider_listing listing join member on member.id = listing.member_id
    where listing.id = any(${[...ids]}::uuid[])`.execute(reader)
  return rows
}
