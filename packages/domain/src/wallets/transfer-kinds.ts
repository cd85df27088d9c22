/** What a transfer was for. The ledger stores the word; the statement shows it in a language. */
export const transferKinds = [
  'recharge',
  'subscription',
  'subscription_issue',
  'otc_freeze',
  'otc_release',
  'otc_fee',
  'otc_return',
  'withdrawal',
  'withdrawal_fee',
  'genesis',
  'reversal',
  'split',
  'static_earning',
  'dynamic_earning',
] as const
export type TransferKind = (typeof transferKinds)[number]
