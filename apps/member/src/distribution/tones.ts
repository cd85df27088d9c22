import type { DistributedState } from '@banyan/domain'
import type { Tone } from '@banyan/ui'

/** The tone of each status. */
export const toneOf: Record<DistributedState, Tone> = {
  none: 'neutral',
  applied: 'accent',
  active: 'ok',
  suspended: 'warn',
}
