/** An operator's task. An account has one role, so nobody checks their own work. */
export const operatorRoles = [
  'support',
  'reviewer',
  'arbitrator',
  'treasurer',
  'administrator',
] as const

/** What an operator can have besides the password. */
export const operatorFactors = ['passkey', 'totp'] as const
export type OperatorFactor = (typeof operatorFactors)[number]

export type OperatorRole = (typeof operatorRoles)[number]
