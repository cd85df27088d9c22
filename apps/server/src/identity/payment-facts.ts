import { sql } from 'kysely'
import { Batches } from '../platform/batches.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import type { PaymentFacts } from './payment-ease.ts'
import type { PaymentGuesses } from './payment-guesses.ts'

/**
 * Reads members' standings. Those asked for at once are read by one statement, which begins after
 * all of them were asked for; nothing is kept.
 */
export function paymentFactsReader(database: Database) {
  const reads = new Batches<string, PaymentFacts | undefined>(async (_, memberIds) => {
    const rows = await selectFacts(database, { memberIds: [...new Set(memberIds)] })
    const byMember = new Map(rows.map(row => [row.memberId, factsOf(row)]))
    return memberIds.map(id => ({ value: byMember.get(id) }))
  })
  return (memberId: string) => reads.ask('standings', memberId)
}

interface Row extends PaymentGuesses {
  memberId: string
  now: Date
  paymentHash: string | null
  frozen: boolean
  passwordsChangedAt: Date | null
  freezeBegan: Date | null
  freezeEnds: Date | null
  operatorsAct: Date | null
}

const factsOf = (row: Row): PaymentFacts => ({
  now: row.now,
  paymentHash: row.paymentHash,
  frozen: row.frozen,
  // A freeze that still lasts ends in the future, which is later than any proof.
  changes: [row.passwordsChangedAt, row.freezeBegan, row.freezeEnds, row.operatorsAct],
  guesses: row,
})

const selectFacts = prepared(
  'payment_standings',
  ({ memberIds }: Placeholders<{ memberIds: readonly string[] }>) => sql<Row>`
    select member.id as member_id, house_now() as now, member.payment_hash,
      member.frozen_at is not null or member.closed_at is not null as frozen,
      member.passwords_changed_at,
      (select max(began_at) from member_freeze where member_id = member.id) as freeze_began,
      (select max(until) from member_freeze where member_id = member.id) as freeze_ends,
      (select max(done_at) from account_freeze where member_id = member.id) as operators_act,
      coalesce(guess.wrong_in_row, 0) as wrong_in_row, guess.locked_until,
      coalesce(guess.wrong_at, '{}') as wrong_at, coalesce(guess.reset_needed, false) as reset_needed
    from member
    left join payment_attempt guess on guess.member_id = member.id
    where member.id = any(${memberIds}::uuid[])`,
)
