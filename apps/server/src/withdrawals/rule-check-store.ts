import type { RuleCheckReason, WithdrawalState } from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { WithdrawalRuleCheck } from './generated.ts'
import type { WithdrawalRow } from './store.ts'

type Reader = Database | Tx

/** The facts of a rule check as stored: amounts and instants as text. */
export type KeptFacts = Readonly<Record<string, string | number | boolean | null>>

export type RuleCheckRow = Omit<Selectable<WithdrawalRuleCheck>, 'reasons' | 'facts'> & {
  reasons: RuleCheckReason[]
  facts: KeptFacts
}

/** Requests without a rule check yet, oldest first. */
export async function uncheckedRequests(reader: Reader, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from withdrawal
    where state = ${'requested' satisfies WithdrawalState}
      and not exists (select from withdrawal_rule_check where withdrawal_id = withdrawal.id)
    order by requested_at, id limit ${limit}`.execute(reader)
  return rows.map(row => row.id)
}

/** Stores the result of the check; a withdrawal is checked once. */
export async function insertRuleCheck(
  tx: Tx,
  { facts, ...row }: Omit<RuleCheckRow, 'facts'> & { facts: KeptFacts },
): Promise<void> {
  await tx
    .insertInto('withdrawalRuleCheck')
    .values({ ...row, facts: JSON.stringify(facts) })
    .execute()
}

export const ruleChecksOf = async (
  reader: Reader,
  ids: readonly string[],
): Promise<RuleCheckRow[]> =>
  ids.length === 0
    ? []
    : ((await reader
        .selectFrom('withdrawalRuleCheck')
        .selectAll()
        .where('withdrawalId', 'in', ids)
        .execute()) as unknown as RuleCheckRow[])

/**
 * The sum that the rule check has approved since an instant, micro-USDT, and the number of
 * approvals in the last hour.
 */
export async function approvedByRule(
  reader: Reader,
  since: Date,
): Promise<{ total: bigint; inHour: number }> {
  const { rows } = await sql<{ total: bigint; inHour: number }>`
    select coalesce(sum(arrives + fee) filter (where at > ${since}), 0)::numeric as total,
      (count(*) filter (where at > house_now() - interval '1 hour'))::int4 as in_hour
    from withdrawal_decision join withdrawal on withdrawal.id = withdrawal_id
    where decision = 'automatic' and at > least(${since}, house_now() - interval '1 hour')`.execute(
    reader,
  )
  return rows[0] as { total: bigint; inHour: number }
}

/**
 * The sum that the check has approved and the signer has not signed yet, micro-USDT that arrive.
 */
export async function approvedUnsigned(reader: Reader): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(amount - fee), 0)::numeric as total from withdrawal
    where state in ('released', 'handed')
      and exists (select from withdrawal_decision decision where decision.withdrawal_id = withdrawal.id
        and decision.decision = 'automatic' and decision.overtaken_at is null)`.execute(reader)
  return rows[0]?.total ?? 0n
}

/**
 * True when the signer has refused within a week what the check approved, for a cause that only
 * people remedy. Then the two do not agree, and later approvals would not be paid either.
 */
export async function signerDisagrees(reader: Reader): Promise<boolean> {
  const { rows } = await sql<object>`
    select from withdrawal_payout payout
      join withdrawal_decision decision on decision.withdrawal_id = payout.withdrawal_id
        and decision.decision = 'automatic' and decision.overtaken_at is null
    where payout.refused_since > house_now() - interval '7 days' limit 1`.execute(reader)
  return rows.length > 0
}

/**
 * When a withdrawal of the member that two people approved and this hot wallet paid first reached
 * the address, since the address is among the member's. The signer counts the same by its own
 * journal, which starts anew with another hot wallet.
 */
export async function firstPaidAt(
  reader: Reader,
  { memberId, address }: Pick<WithdrawalRow, 'memberId' | 'address'>,
  hotAddress: string,
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(paid.closed_at) as at
    from withdrawal paid
      join withdrawal_payout payout on payout.withdrawal_id = paid.id
      join withdrawal_address own on own.member_id = paid.member_id and own.address = paid.address
    where paid.member_id = ${memberId} and paid.address = ${address} and paid.state = 'paid'
      and payout.hot_address = ${hotAddress}
      and own.removed_at is null and paid.requested_at >= own.added_at
      and exists (select from withdrawal_decision decision where decision.withdrawal_id = paid.id
        and decision.decision = 'release' and decision.overtaken_at is null)`.execute(reader)
  return rows[0]?.at ?? null
}
