import type { DistributedState, PayStop } from '@banyan/domain'
import { isInsider } from './insiders.ts'
import { type ModuleReach, reaches } from './round.ts'
import { distributedOf, memberFacts, type Reader } from './store.ts'

const stopOf: Readonly<Record<DistributedState, PayStop | null>> = {
  none: 'notDistributed',
  applied: 'applied',
  active: null,
  suspended: 'suspended',
}

/**
 * Why network pay would pay a member nothing now: the same conditions that a run checks at its
 * cut-off, so that a page can show them before. A frozen account is not checked: nobody reads its
 * pages.
 */
export async function payStopOf(
  reader: Reader,
  reach: ModuleReach,
  memberId: string,
): Promise<PayStop | null> {
  // A permanent reason comes before one that a change of country would remove.
  if (await isInsider(reader, memberId)) return 'insider'
  const { country } = await memberFacts(reader, memberId)
  if (!reaches(reach, country)) return 'moduleOff'
  const distributed = await distributedOf(reader, memberId)
  return stopOf[distributed?.state ?? 'none']
}
