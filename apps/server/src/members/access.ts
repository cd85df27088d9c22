import type { Operator } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { MembersContext } from './context.ts'
import { type MemberRow, memberOfAccount } from './store.ts'

/** The only members that an operator may read; null for a role without limits. */
export const readableBy = async (
  { database, partiesOfCases }: Pick<MembersContext, 'database' | 'partiesOfCases'>,
  { role, operatorId }: Operator,
): Promise<string[] | null> => (role === 'arbitrator' ? partiesOfCases(database, operatorId) : null)

/**
 * The member of an account ID. Throws `memberUnknown`; and `memberNotInCase` to an arbitrator, for
 * an unknown account as well, so that the answer does not tell which accounts there are.
 */
export async function memberFor(
  context: Pick<MembersContext, 'database' | 'partiesOfCases'>,
  operator: Operator,
  accountId: string,
): Promise<MemberRow> {
  const [member, among] = await Promise.all([
    memberOfAccount(context.database, accountId),
    readableBy(context, operator),
  ])
  if (among && !(member && among.includes(member.id))) return refuse('memberNotInCase')
  return member ?? refuse('memberUnknown')
}
