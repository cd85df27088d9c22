import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { announce } from '../platform/outbox/announce.ts'
import { insertInvitee } from './store.ts'
import { insertRoot } from './tree-store.ts'

/** Puts a newly registered member on the inviter's list. The transaction must hold the inviter's row. */
export async function welcome(
  tx: Tx,
  joined: { memberId: string; inviterId: string },
  placementDays: number,
): Promise<void> {
  await insertInvitee(tx, { ...joined, days: placementDays })
  await announce(tx, [{ memberId: joined.inviterId, topic: 'network', subject: null }])
}

/** Makes the root member final, once; from then on the deadlines of its invitees run. */
export async function placeRoot(tx: Tx, rootId: string, placementDays: number): Promise<void> {
  if (!(await insertRoot(tx, rootId))) return
  await sql`
    update invitee set due_at = greatest(registered_at, house_now()) + make_interval(days => ${placementDays})
    where inviter_id = ${rootId}::uuid and state <> 'placed'`.execute(tx)
}
