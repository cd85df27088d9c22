import type { PushKind } from './kinds.ts'

/**
 * What a push message holds, encrypted for one browser. It names no amount and no other member: it stands on a
 * locked screen. `account` and `nickname` are the reader's own, because a device may hold several accounts.
 */
export interface PushPayload {
  account: string
  nickname: string
  kind: PushKind
  side: 'buyer' | 'seller' | null
  /** Wire id of what it is about, where there is one page of it. */
  subject: string | null
  line: string
}
