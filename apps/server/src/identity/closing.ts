import { CLOSED_NICKNAME } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'

/** What closing an account does to the member. */
export interface MemberClosing {
  /**
   * Holds the member's row until the transaction ends, and says whether the account is being closed. Calls
   * that move money share the row, so each of them comes before or after.
   */
  lock(tx: Tx, memberId: string): Promise<{ closing: boolean }>
  /** From now on the member does nothing but undo it. */
  begin(tx: Tx, memberId: string): Promise<void>
  /** The member acts again. */
  undo(tx: Tx, memberId: string): Promise<void>
  /** Closes the account for good, and destroys what says who the member is. */
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
    await sql`update member set closing_at = house_now() where id = ${memberId}::uuid`.execute(tx)
  },
  async undo(tx, memberId) {
    await sql`update member set closing_at = null where id = ${memberId}::uuid`.execute(tx)
  },
  // The key and the login hash stay: whoever proves one is told that the account is closed, nobody else is.
  // The skeleton is one that no nickname has: those are small letters.
  async close(tx, memberId) {
    const own = sql`member_id = ${memberId}::uuid`
    await sql`
      update member set closing_at = null, closed_at = house_now(), frozen_at = coalesce(frozen_at, house_now()),
        nickname = ${CLOSED_NICKNAME}, nickname_skeleton = 'CLOSED ' || id, payment_hash = null
      where id = ${memberId}::uuid`.execute(tx)
    await sql`delete from receiving_account where ${own}`.execute(tx)
    await sql`delete from payment_attempt where ${own}`.execute(tx)
    await sql`update password_reset set replaced_hash = null where ${own}`.execute(tx)
  },
}
