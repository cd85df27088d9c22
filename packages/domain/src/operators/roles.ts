/** An operator's task. An account has one role, so nobody checks their own work. */
export const operatorRoles = [
  'support',
  'reviewer',
  'arbitrator',
  'treasurer',
  'administrator',
] as const
export type OperatorRole = (typeof operatorRoles)[number]
