/*
 * The tables that hold data of a member, and what an export does with each. A test derives the list
 * from the schema: a new table must be exported, or named here with the reason why not.
 */

/** A table whose rows are exported unchanged, selected by one column that names the member. */
export interface OwnTable {
  table: string
  by: string
  /**
   * Columns that contain nothing about the member, or are secret. Bytes are left out of every
   * table.
   */
  leave?: readonly string[]
  /** Columns that name another member: written as the nickname that the member sees. */
  others?: readonly string[]
}

const internal = ['idempotency_key', 'hold_id', 'epoch', 'deal_version', 'version', 'rank'] as const

/** Exported row by row. */
export const ownTables: readonly OwnTable[] = [
  {
    table: 'member',
    by: 'id',
    leave: ['login_hash', 'payment_hash', 'nickname_skeleton'],
    others: ['inviter_id'],
  },
  { table: 'session', by: 'member_id' },
  { table: 'device_account', by: 'member_id' },
  { table: 'member_freeze', by: 'member_id' },
  { table: 'password_reset', by: 'member_id', leave: ['replaced_hash'] },
  { table: 'payment_attempt', by: 'member_id' },
  { table: 'risk_answer', by: 'member_id' },
  { table: 'quiz_attempt', by: 'member_id' },
  { table: 'conduct_signature', by: 'member_id' },
  { table: 'distributed_member', by: 'member_id' },
  { table: 'distributed_event', by: 'member_id', leave: ['operator_id'] },
  { table: 'effective_member', by: 'member_id' },
  { table: 'insider', by: 'member_id' },
  { table: 'insider_listing', by: 'member_id' },
  { table: 'invitee', by: 'inviter_id', others: ['member_id'] },
  { table: 'placement', by: 'member_id', leave: ['left_chain', 'right_chain'] },
  { table: 'placement_preference', by: 'member_id' },
  { table: 'block', by: 'member_id', others: ['blocked_id'] },
  { table: 'investment_limit', by: 'member_id' },
  { table: 'investment_pause', by: 'member_id' },
  { table: 'subscription', by: 'member_id', leave: internal },
  { table: 'redemption', by: 'member_id', leave: internal },
  { table: 'static_position', by: 'member_id', leave: internal },
  { table: 'elimination_prompt', by: 'member_id', leave: internal },
  { table: 'dynamic_direct', by: 'member_id', leave: ['source_id'] },
  { table: 'dynamic_pair', by: 'member_id' },
  { table: 'dynamic_payout', by: 'member_id' },
  { table: 'dynamic_reinvestment', by: 'member_id' },
  { table: 'dynamic_volume', by: 'member_id' },
  { table: 'loss_balance', by: 'member_id' },
  { table: 'loss_hold', by: 'member_id', leave: internal },
  { table: 'deposit', by: 'member_id' },
  { table: 'deposit_address', by: 'member_id' },
  { table: 'deposit_carry', by: 'member_id' },
  { table: 'withdrawal', by: 'member_id', leave: internal },
  { table: 'withdrawal_address', by: 'member_id' },
  { table: 'otc_order', by: 'member_id', leave: internal },
  { table: 'otc_penalty', by: 'member_id' },
  { table: 'notification', by: 'member_id', leave: ['source'] },
  { table: 'notice_read', by: 'member_id' },
  { table: 'upload', by: 'member_id', leave: ['file_name'] },
  { table: 'wind_down_holder', by: 'member_id' },
  { table: 'wind_down_position', by: 'member_id' },
  { table: 'data_export', by: 'member_id', leave: ['faults'] },
  { table: 'account_closing', by: 'member_id' },
]

/** Exported by a part of their own, which is named here. */
export const tablesOfParts: Readonly<Record<string, string>> = {
  member_email: 'email',
  receiving_account: 'receiving_account',
  ledger_account: 'balances',
  ledger_transfer_block: 'statement',
  otc_trade: 'trades',
  otc_dispute: 'cases',
  chat: 'chat_messages',
  chat_message: 'chat_messages',
  service_thread: 'service_messages',
  service_conversation: 'service_conversations',
  service_message: 'service_messages',
  service_message_picture: 'service_messages',
  feedback: 'service_feedback',
  push_subscription: 'push_devices',
  feedback_picture: 'service_feedback',
  operator_act_member: 'operator_acts',
}

/** Not exported, with the reason. */
export const leftOut: Readonly<Record<string, string>> = {
  idempotency_key: 'answers of calls, kept for 7 days; what they made is exported',
  outbox: 'hints for open pages, kept for hours; they hold no facts',
  outbox_place: 'the same hints in the order in which they are sent',
  frozen_order_owner: 'says again what member_freeze and otc_order say',
  income_total: 'sums of ledger lines, which are exported one by one',
  placement_block: 'nodes of the tree in bytes; the own place is in placement',
  placement_candidate: 'a settlement’s order of requests; the own request is in invitee',
  solvency_look_owners:
    'the order of leaves of a proof; every member checks the own one in the app',
  status_decision: 'what two operators agreed; what became of it is in distributed_event',
  account_freeze: 'what two operators agreed; what became of it is in operator_acts',
  operator: 'an account for work at the platform, which is no member’s',
  operator_grant: 'what two administrators agreed about an account for work',
}
