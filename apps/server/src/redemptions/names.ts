import { type RedemptionKind, wireIdOf } from '@banyan/domain'

/**
 * The name of a redemption on the wire and in the ledger, and the first character of its order
 * number.
 */
export const lettersOf: Readonly<Record<RedemptionKind, { id: string; number: string }>> = {
  exchange: { id: 'exc', number: 'E' },
  undo: { id: 'und', number: 'U' },
}

/** The name of a redemption on the wire and in the ledger. */
export const redemptionId = ({ id, kind }: { id: string; kind: RedemptionKind }): string =>
  wireIdOf(lettersOf[kind].id, id)
