import type { PushKind } from './kinds.ts'

/**
 * What a push message holds, encrypted for one browser. Only `line` is shown (`pushLine`). The rest leads a tap to
 * its page; `account` is the reader's own, because a device may hold several.
 */
export interface PushPayload {
  account: string
  kind: PushKind
  side: 'buyer' | 'seller' | null
  /** Wire id of what it is about. */
  subject: string | null
  line: string
}
