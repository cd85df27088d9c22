import { releaseWithdrawal, reviewWithdrawal } from '@banyan/domain'
import type { DemoSystem } from './system.ts'

type Approver = Awaited<ReturnType<DemoSystem['approver']>>

const given = async (approver: Approver, id: string) => ({
  params: { id },
  body: {
    signature: await approver.sign(id),
    note: null,
    reason: 'The platform ends: everybody leaves.',
  },
})

export const approveAsReviewer = async (reviewer: Approver, id: string): Promise<void> =>
  void (await reviewer.act(reviewWithdrawal, await given(reviewer, id)))

export const release = async (treasurer: Approver, id: string): Promise<void> =>
  void (await treasurer.act(releaseWithdrawal, await given(treasurer, id)))

/** Approves every withdrawal whose address has cooled, by both people. Returns how many were released. */
export async function approveAll(system: DemoSystem): Promise<number> {
  const waiting = await system.sql<{ id: string; state: string }>(
    `select 'wdr_' || replace(id::text, '-', '') as id, state from withdrawal
     where state in ('requested', 'reviewed') and approvable_from <= house_now()
     order by requested_at, id`,
  )
  if (waiting.length === 0) return 0
  const reviewer = await system.approver('reviewer')
  const treasurer = await system.approver('treasurer')
  for (const { id, state } of waiting) {
    if (state === 'requested') await approveAsReviewer(reviewer, id)
    await release(treasurer, id)
  }
  return waiting.length
}
