import type { DistributedState } from '@banyan/domain'
import type { Tone } from '@banyan/ui'

/** How a standing looks. */
export const toneOf: Record<DistributedState, Tone> = {
  none: 'neutral',
  applied: 'accent',
  active: 'ok',
  suspended: 'warn',
}
