import type { SeenState } from '@banyan/domain'
import type { Tone } from '../shell/index.ts'

/** The colour of each state. */
export const stateTones: Readonly<Record<SeenState, Tone>> = {
  confirming: 'warn',
  credited: 'ok',
  below_minimum: 'plain',
  vanished: 'bad',
  ignored: 'plain',
}
