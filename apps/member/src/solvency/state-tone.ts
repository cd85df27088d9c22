import type { SolvencyState } from '@banyan/domain'
import type { Tone } from '@banyan/ui'

export const stateTone: Readonly<Record<SolvencyState, Tone>> = {
  whole: 'ok',
  unproven: 'warn',
  short: 'danger',
}
