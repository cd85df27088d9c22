import type { MemberState } from '@banyan/domain'
import type { Tone } from '../shell/index.ts'

/** How the state of an account is coloured. */
export const stateTones: Readonly<Record<MemberState, Tone>> = {
  active: 'plain',
  frozen: 'bad',
  closing: 'warn',
  closed: 'plain',
}
