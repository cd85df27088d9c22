import { approveProposal, openEvidence } from '@banyan/domain'
import type { HttpSystem, Reply } from './http-system.ts'

interface Approval {
  as: { token: string }
  params: { id: string }
  body: { reason: string; acknowledges?: readonly string[] }
}

/** Approves a proposal as its page does: the evidence is opened before. Returns the answer. */
export async function askToApprove(
  system: Pick<HttpSystem, 'ask'>,
  approval: Approval,
): Promise<Reply> {
  const { as, params } = approval
  await system.ask(openEvidence, { as, params })
  return system.ask(approveProposal, approval)
}

/** As `askToApprove`; fails unless it was approved. */
export async function approveOpened(system: Pick<HttpSystem, 'ask' | 'must'>, approval: Approval) {
  const { as, params } = approval
  await system.ask(openEvidence, { as, params })
  return system.must(approveProposal, approval as never)
}
