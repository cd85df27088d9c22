import { CLOSED_NICKNAME } from '@banyan/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'

/** What closing an account changes for the member. */
export interface MemberClosing {
  /**
   * Locks the member's row until the transaction ends, and returns whether the account is being
   * closed. Calls that move money take a shared lock on the row, so each of them runs entirely
   * before or after.
   */
  lock(tx: Tx, memberId: string): Promise<{ closing: boolean }>
  /** From now on the member can only cancel the closing. */
  begin(tx: Tx, memberId: string): Promise<void>
  /** The member can act again. */
  undo(tx: Tx, memberId: string): Promise<void>
  /** Closes the account for good and destroys the data that identifies the member. */
  close(tx: Tx, memberId: string): Promise<void>
}

export const memberClosing: MemberClosing = {
  async lock(tx, memberId) {
    const { closingAt } = await tx
      .selectFrom('member')
      .select('closingAt')
      .where('id', '=', memberId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    return { closing: closingAt !== null }
  },
  async begin(tx, memberId) {
    await setClosingAt(tx, memberId, sql<Date>`house_now()`)
  },
  async undo(tx, memberId) {
    await setClosingAt(tx, memberId, null)
  },
  // The key and the login hash stay: a caller who proves one of them learns that the account is
  // closed, nobody else does. The skeleton gets a value that no nickname has, because skeletons
  // consist of small letters.
  async close(tx, memberId) {
    await sql`
      update member set closing_at = null, closed_at = house_now(), frozen_at = coalesce(frozen_at, house_now()),
        nickname = ${CLOSED_NICKNAME}, nickname_skeleton = 'CLOSED ' || id, payment_hash = null
      where id = ${memberId}::uuid`.execute(tx)
    await tx.deleteFrom('receivingAccount').where('memberId', '=', memberId).execute()
    await tx.deleteFrom('paymentAttempt').where('memberId', '=', memberId).execute()
    await tx
      .updateTable('passwordReset')
      .set({ replacedHash: null })
      .where('memberId', '=', memberId)
      .execute()
  },
}

async function setClosingAt(tx: Tx, memberId: string, at: RawBuilder<Date> | null): Promise<void> {
  await tx.updateTable('member').set({ closingAt: at }).where('id', '=', memberId).execute()
}
