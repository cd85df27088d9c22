import type { TestDatabase } from './database.ts'

/**
 * The data that a call could change, table by table. Guesses at passwords and last use are omitted.
 */
const factTables = {
  ledger_account: 'id, owner, asset, kind, posted, held',
  ledger_every_transfer: 'id, amount, kind',
  ledger_hold: 'id, amount',
  ledger_hold_resolution: '*',
  otc_order: '*',
  otc_penalty: '*',
  otc_trade: '*',
  otc_trade_event: '*',
  otc_voucher: '*',
  otc_claim: '*',
  otc_dispute: '*',
  otc_dispute_event: '*',
  otc_statement: '*',
  otc_seat: '*',
  otc_evidence_opened: '*',
  otc_opinion: '*',
  otc_ruling: '*',
  operator: 'id, name, role, password_hash, disabled_at',
  // Refused calls of operators are in their log.
  "operator_act where action not like 'refused %'": 'action, object',
  withdrawal: '*',
  withdrawal_address: '*',
  subscription: '*',
  static_position: '*',
  elimination_prompt: '*',
  investment_limit: '*',
  redemption: '*',
  receiving_account: '*',
  member: '*',
  member_email: '*',
  member_freeze: '*',
  password_reset: '*',
  mail: 'id',
  idempotency_key: 'member_id, operation, key',
  invitee: '*',
  placement: '*',
  placement_preference: '*',
  block: '*',
  chat: '*',
  chat_message: '*',
  service_thread: '*',
  service_conversation: '*',
  service_message: '*',
  service_canned_answer: '*',
  feedback: '*',
  outbox: 'id, topic',
} as const

/** Reads all of it as text, so that two moments can be compared. */
export async function readFacts(db: TestDatabase): Promise<string> {
  const parts = await Promise.all(
    Object.entries(factTables).map(async ([table, columns]) => {
      const { rows } = await db.owner.query(
        `select coalesce(json_agg(kept order by kept::text), '[]')::text as kept
         from (select ${columns} from ${table}) kept`,
      )
      return `${table} ${rows[0].kept}`
    }),
  )
  return parts.join('\n')
}
