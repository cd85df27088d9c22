/** What an operator is there for. An account has one role, so nobody checks what they made. */
export const operatorRoles = [
  'support',
  'reviewer',
  'arbitrator',
  'treasurer',
  'administrator',
] as const
export type OperatorRole = (typeof operatorRoles)[number]
