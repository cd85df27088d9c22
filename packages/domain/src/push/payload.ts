import type { PushKind } from './kinds.ts'

/**
 * The content of a push message, encrypted for one browser. Only `line` is shown (`pushLine`). The
 * rest opens the right page on a tap; `account` is the reader's own, because a device may hold
 * several.
 */
export interface PushPayload {
  account: string
  kind: PushKind
  side: 'buyer' | 'seller' | null
  /** Wire id of its subject. */
  subject: string | null
  line: string
}
