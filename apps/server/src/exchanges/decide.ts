import { formatAmount } from '@banyan/domain'
import type { Parameters } from '@banyan/economy'
import { refuse } from '../platform/refused.ts'

/**
 * May this quantity (micro-LEAF) be exchanged? Rule book 2.12: at least one coin, or the whole rest.
 * Refuses `exchangeTooSmall`; what is not there the ledger refuses.
 */
export function decidePlacing(
  quantity: bigint,
  available: bigint,
  { exchangeMinimumLeaf: minimum }: Parameters,
): void {
  if (quantity < minimum && quantity !== available)
    refuse('exchangeTooSmall', { min: formatAmount(minimum) })
}
