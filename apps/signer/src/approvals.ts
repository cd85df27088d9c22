import { type Approval, isApprovedBy, type PayoutOrder } from '@banyan/payouts'
import type { Approver } from './config.ts'
import { refuse } from './refusal.ts'

/**
 * Checks the approvals of an order: a reviewer and a treasurer, two people with two keys, or the
 * server's rule check alone.
 * @throws Refused `notApproved` with what is missing.
 */
export async function requireApprovals(
  order: PayoutOrder,
  approvals: readonly Approval[],
  approvers: readonly Approver[],
): Promise<'two' | 'automatic'> {
  const known = await Promise.all(
    approvals.map(async given => {
      const approver = approvers.find(one => one.name === given.approver && one.role === given.role)
      if (!approver)
        return refuse('notApproved', `${given.approver} is no approver in the role ${given.role}`)
      if (!(await isApprovedBy(order, given, approver.publicKey)))
        refuse('notApproved', `the signature of ${given.approver} is not over this order`)
      return approver
    }),
  )
  const roles = known.map(one => one.role).sort()
  if (roles.length === 1 && roles[0] === 'automatic') return 'automatic'
  const [one, other] = known
  if (!one || !other || roles.join() !== 'reviewer,treasurer')
    refuse(
      'notApproved',
      'a reviewer and a treasurer have to approve, or the automatic check alone',
    )
  if (one.name === other.name || one.publicKey === other.publicKey)
    refuse('notApproved', 'reviewer and treasurer are the same person')
  return 'two'
}
