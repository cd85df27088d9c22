import { type PushKind, pushKinds } from '@banyan/domain'

/** The query that the tap on a push message passes to the page of notifications. */
export interface TappedPush {
  kind: string | null
  side: string | null
  subject: string | null
}

/** The subject of a push message: a trade as its party sees it, or one of two lists. */
export type PushTarget =
  | { page: 'trade'; side: 'buyer' | 'seller'; id: string }
  | { page: 'recharges' }
  | { page: 'withdrawals' }

const isKind = (text: string | null): text is PushKind =>
  (pushKinds as readonly (string | null)[]).includes(text)

/** Returns the subject of a tapped push message; null for an invalid address. */
export function pushLeadsTo({ kind, side, subject }: TappedPush): PushTarget | null {
  if (!isKind(kind)) return null
  if (subject && /^trd_[0-9a-f]{32}$/.test(subject) && (side === 'buyer' || side === 'seller'))
    return { page: 'trade', side, id: subject }
  if (kind === 'credited') return { page: 'recharges' }
  return kind === 'sent' ? { page: 'withdrawals' } : null
}
