import {
  addressFreezeHours,
  emailFreezeHours,
  type FreezeCause,
  freezeTable,
  type LiveFreeze,
  resetFreezeHours,
} from '@banyan/domain'
import { sql } from 'kysely'
import { Batches } from '../platform/batches.ts'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import type { Reader } from './store.ts'

/**
 * Reads the freezes of a member that have not ended. Those of members who are asked for at once are read
 * by one statement, which begins after all of them were asked for; nothing is kept.
 */
export function liveFreezesReader(database: Reader) {
  const reads = new Batches<string, LiveFreeze[]>(async (_, memberIds) => {
    const freezes = await liveFreezesAmong(database, [...new Set(memberIds)])
    return memberIds.map(id => ({ value: freezes.get(id) ?? [] }))
  })
  return (memberId: string): Promise<LiveFreeze[]> => reads.ask('freezes', memberId)
}

/** The freezes of several members that have not ended; members without one are omitted. */
export async function liveFreezesAmong(
  reader: Reader,
  memberIds: readonly string[],
): Promise<Map<string, LiveFreeze[]>> {
  const freezes = new Map<string, LiveFreeze[]>()
  if (memberIds.length === 0) return freezes
  const rows = await reader
    .selectFrom('memberFreeze')
    .select(['memberId', 'cause', 'until'])
    .where('memberId', 'in', memberIds)
    .where('until', '>', sql<Date>`(select house_now())`)
    .execute()
  for (const { memberId, cause, until } of rows) {
    const live = freezes.get(memberId) ?? []
    live.push({ cause: cause as FreezeCause, until })
    freezes.set(memberId, live)
  }
  return freezes
}

/**
 * security.md 4.2: a reset freezes the account, the longer the weaker its proof is. Returns the end
 * of the freeze.
 */
export const freezeAfterReset = (
  tx: Tx,
  memberId: string,
  reset: { password: 'login' | 'payment'; proof: 'words' | 'email'; madeAt: Date },
): Promise<Date> =>
  addFreeze(tx, memberId, reset.madeAt, {
    cause: `${reset.password}-reset`,
    hours: resetFreezeHours[reset.proof],
  })

/** A changed receiving address freezes the account. Returns the end of the freeze. */
export const freezeAfterAddress = (tx: Tx, memberId: string, changedAt: Date): Promise<Date> =>
  addFreeze(tx, memberId, changedAt, { cause: 'address-change', hours: addressFreezeHours })

/** A changed e-mail address freezes the account. Returns the end of the freeze. */
export const freezeAfterEmail = (tx: Tx, memberId: string, changedAt: Date): Promise<Date> =>
  addFreeze(tx, memberId, changedAt, { cause: 'email-change', hours: emailFreezeHours })

async function addFreeze(
  tx: Tx,
  memberId: string,
  beganAt: Date,
  { cause, hours }: { cause: FreezeCause; hours: number },
): Promise<Date> {
  const until = new Date(beganAt.getTime() + hours * 3_600_000)
  // The same rule for SQL, taken from the table: the market hides the orders of members who may not
  // sell.
  const refuses = (kind: 'takeOut' | 'sell') => freezeTable[kind][cause] === 'refused'
  const what = { withdrawals: refuses('takeOut'), sells: refuses('sell') }
  await tx
    .insertInto('memberFreeze')
    .values({ id: newUuid(), memberId, beganAt, until, cause, ...what })
    .execute()
  return until
}
