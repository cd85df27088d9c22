import { addressFreezeHours, type freezeCauses, resetFreezeHours } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import type { Reader } from './store.ts'

export type FreezeCause = (typeof freezeCauses)[number]

/** Until when something waits, and why. */
export interface Freeze {
  until: Date
  cause: FreezeCause
}

/** What a member may not do for a while; null where nothing stands in the way. */
export interface Freezes {
  withdrawals: Freeze | null
  /** Publishing sell orders; what is on the market stays there. */
  sells: Freeze | null
}

/** The freezes of a member that last longest. */
export async function freezesOf(reader: Reader, memberId: string): Promise<Freezes> {
  const rows = await reader
    .selectFrom('memberFreeze')
    .select(['cause', 'withdrawals', 'sells', 'until'])
    .where('memberId', '=', memberId)
    .where('until', '>', sql<Date>`(select house_now())`)
    .orderBy('until', 'desc')
    .execute()
  const longest = (what: 'withdrawals' | 'sells'): Freeze | null => {
    const row = rows.find(one => one[what])
    return row ? { until: row.until, cause: row.cause as FreezeCause } : null
  }
  return { withdrawals: longest('withdrawals'), sells: longest('sells') }
}

/** security.md 4.2: what a reset freezes, and for how long. Answers until when. */
export const freezeAfterReset = (
  tx: Tx,
  memberId: string,
  reset: { password: 'login' | 'payment'; proof: 'words' | 'email'; madeAt: Date },
): Promise<Date> =>
  addFreeze(tx, memberId, reset.madeAt, resetFreezeHours[reset.proof], {
    cause: `${reset.password}-reset`,
    withdrawals: true,
    sells: true,
  })

/** What another receiving address freezes. Answers until when. */
export const freezeAfterAddress = (tx: Tx, memberId: string, changedAt: Date): Promise<Date> =>
  addFreeze(tx, memberId, changedAt, addressFreezeHours, {
    cause: 'address-change',
    withdrawals: false,
    sells: true,
  })

async function addFreeze(
  tx: Tx,
  memberId: string,
  beganAt: Date,
  hours: number,
  what: { cause: FreezeCause; withdrawals: boolean; sells: boolean },
): Promise<Date> {
  const until = new Date(beganAt.getTime() + hours * 3_600_000)
  await tx
    .insertInto('memberFreeze')
    .values({ id: newUuid(), memberId, beganAt, until, ...what })
    .execute()
  return until
}
