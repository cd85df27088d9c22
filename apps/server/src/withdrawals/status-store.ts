import type { PayoutPause } from '@banyan/domain'
import type { SignerStatus } from '@banyan/payouts'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'

type Reader = Database | Tx

/** Whether approved withdrawals are paid out, as the worker last found. */
export interface PayoutStatus {
  pause: PayoutPause | null
  since: Date | null
  checkedAt: Date
  signer: SignerStatus | null
}

export async function findStatus(reader: Reader): Promise<PayoutStatus | null> {
  const row = await reader.selectFrom('payoutStatus').selectAll().executeTakeFirst()
  return row ? (row as unknown as PayoutStatus) : null
}

/** Stores the finding. Returns whether the cause is another one than before. */
export async function writeStatus(
  tx: Tx,
  { pause, signer }: Pick<PayoutStatus, 'pause' | 'signer'>,
): Promise<boolean> {
  const before = await findStatus(tx)
  await sql`
    insert into payout_status (pause, since, checked_at, signer)
    values (${pause}, case when ${pause}::text is not null then house_now() end, house_now(),
      ${signer === null ? null : JSON.stringify(signer)}::jsonb)
    on conflict (only_row) do update set pause = excluded.pause, checked_at = excluded.checked_at,
      signer = excluded.signer,
      since = case when payout_status.pause = excluded.pause then payout_status.since else excluded.since end`.execute(
    tx,
  )
  return before === null || before.pause !== pause
}

/**
 * The amounts handed to the signer within the last hour and the last day, micro-USDT that arrive.
 */
export async function handedLately(reader: Reader): Promise<{ hour: bigint; day: bigint }> {
  const { rows } = await sql<{ hour: bigint; day: bigint }>`
    select
      coalesce(sum(amount - fee) filter (where handed_at > house_now() - interval '1 hour'), 0)::numeric as hour,
      coalesce(sum(amount - fee), 0)::numeric as day
    from withdrawal_payout join withdrawal on withdrawal.id = withdrawal_id
    where handed_at > house_now() - interval '1 day' and state <> 'returned'`.execute(reader)
  return rows[0] as { hour: bigint; day: bigint }
}
