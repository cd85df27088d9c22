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
  'withdrawal_return',
  'withdrawal_fee_return',
  'payout',
  'payout_fee',
  'genesis',
  'reversal',
  'split',
  'static_earning',
  'dynamic_earning',
  'activation',
  'unlock',
  'exchange',
  'exchange_burn',
  'undo',
  'undo_burn',
  'fee_burn',
  'fee_share',
  'income',
  'refund',
  'cover',
  'income_release',
  'surplus',
  'loss',
  'loss_share',
] as const
export type TransferKind = (typeof transferKinds)[number]

/** What a statement can be asked for: every kind of transfer belongs to one of these. */
export const statementGroups = {
  recharge: ['recharge'],
  withdrawal: ['withdrawal', 'withdrawal_fee', 'withdrawal_return', 'withdrawal_fee_return'],
  subscription: ['subscription', 'subscription_issue', 'undo', 'undo_burn'],
  market: ['otc_freeze', 'otc_release', 'otc_fee', 'otc_return'],
  exchange: ['exchange', 'exchange_burn'],
  earnings: ['static_earning', 'dynamic_earning'],
  activation: ['activation', 'unlock'],
  split: ['split'],
  rest: [
    ...(['genesis', 'reversal', 'fee_burn', 'fee_share', 'income', 'income_release'] as const),
    ...(['refund', 'cover', 'payout', 'payout_fee'] as const),
    ...(['surplus', 'loss', 'loss_share'] as const),
  ],
} as const satisfies Record<string, readonly TransferKind[]>
export type StatementGroup = keyof typeof statementGroups
export const statementGroupNames = Object.keys(statementGroups) as [
  StatementGroup,
  ...StatementGroup[],
]
