import { operatorCalls } from '@banyan/domain'
import type { FastifyRequest } from 'fastify'
import { Refused, refuse } from '../refused.ts'
import type { Auth } from './auth.ts'
import { operatorTokenOf } from './operator-session.ts'
import type { Operator } from './route.ts'

/** What a call that is no endpoint needs to know its operator. */
export type OperatorAuth = Pick<Auth, 'authenticateOperator' | 'checkProof' | 'recordRefused'>

/**
 * The operator of a call that is no endpoint: a picture, a file, a stream. The contract names its
 * roles. As with endpoints the role is checked first, then the session, and what is refused to an
 * operator is in the audit log.
 * @throws Refused `sessionExpired`, `forbidden`, or what `checkProof` throws.
 */
export async function operatorOfCall(
  auth: OperatorAuth,
  request: FastifyRequest,
  id: string,
  how: { isUse?: boolean } = {},
): Promise<Operator> {
  const call = operatorCalls.find(one => one.id === id)
  if (!call?.roles) throw new Error(`the contract has no call ${id} of operators`)
  const token = operatorTokenOf(request)
  const operator = await auth.authenticateOperator(token, { proof: 'opened', ...how })
  try {
    if (!call.roles.includes(operator.role)) refuse('forbidden')
    auth.checkProof(operator, 'factor')
  } catch (error) {
    if (error instanceof Refused)
      await auth.recordRefused({
        operator,
        call: id,
        object: aboutOf(request),
        refusal: error.refusal,
      })
    throw error
  }
  return operator
}

/**
 * The id in a call's path, or the name that was typed to sign in; a dash where it is neither, and for
 * a member's account ID, which the log does not keep in clear.
 */
export function aboutOf({ params, body }: Pick<FastifyRequest, 'params' | 'body'>): string {
  const { id } = (params ?? {}) as { id?: unknown }
  const { name } = (body ?? {}) as { name?: unknown }
  const about = typeof id === 'string' ? id : typeof name === 'string' ? name : ''
  return /^[\w-]{1,64}$/.test(about) && !/^\d{8}$/.test(about) ? about : '-'
}
