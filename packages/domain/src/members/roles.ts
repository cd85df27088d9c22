import { type OperatorRole, operatorRoles } from '../operators/roles.ts'

/* Who reads what of members, and who acts on their accounts: the table of security 4.11. An arbitrator
   does so for the parties of open cases that they hear, and for nobody else. */

/** Roles that find members and read what they hold and do, personal data masked. */
export const memberReaders: readonly OperatorRole[] = operatorRoles
/** Roles that read which conversations and feedback a member has. */
export const memberServiceReaders: readonly OperatorRole[] = [
  'support',
  'reviewer',
  'arbitrator',
  'administrator',
]
/** Roles that read personal data in clear, with a reason. */
export const unmaskers: readonly OperatorRole[] = ['reviewer', 'arbitrator', 'treasurer']
/** Roles that end all sessions of a member. */
export const sessionEnders: readonly OperatorRole[] = ['reviewer', 'treasurer', 'administrator']
