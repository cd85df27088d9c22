import type { DistributedState, MemberState } from '@banyan/domain'
import type { Tone } from '../shell/index.ts'

/** How the state of an account is coloured. */
export const stateTones: Readonly<Record<MemberState, Tone>> = {
  active: 'plain',
  frozen: 'bad',
  closing: 'warn',
  closed: 'plain',
}

/** How the status as a distributed member is coloured. */
export const distributedTones: Readonly<Record<DistributedState, Tone>> = {
  none: 'plain',
  applied: 'plain',
  active: 'ok',
  suspended: 'warn',
}
