import type { Fill, UndoDeal } from '@banyan/economy'
import { houseAccount, memberAccount, type TransferOrder } from '../ledger/index.ts'
import { subscriptionId, undoId } from './present.ts'

interface FilledOrder {
  id: string
  memberId: string
}

/** L1: all that is filled goes to the reserve behind the subscriber's own coins. */
export const paymentOf = (order: FilledOrder, fill: Fill): TransferOrder => ({
  from: memberAccount(order.memberId, 'USDT'),
  to: houseAccount('USDT', 'RESERVE'),
  amount: fill.filled,
  kind: 'subscription',
  reference: subscriptionId(order.id),
})

/** The coins that were bought; N is what ISSUE has given out. */
export const issueOf = (order: FilledOrder, fill: Fill): TransferOrder => ({
  from: houseAccount('LEAF', 'ISSUE'),
  to: memberAccount(order.memberId, 'LEAF'),
  amount: fill.quantity,
  kind: 'subscription_issue',
  reference: subscriptionId(order.id),
})

interface UndoneFill {
  id: string
  memberId: string
  /** Micro-LEAF in the units of the epoch. */
  quantity: bigint
  epoch: number
}

/** The coins of an undone fill go back to where coins come from. */
export const undoBurnOf = (undo: UndoneFill): TransferOrder => ({
  from: memberAccount(undo.memberId, 'LEAF'),
  to: houseAccount('LEAF', 'ISSUE'),
  amount: undo.quantity,
  epoch: undo.epoch,
  kind: 'undo_burn',
  reference: undoId(undo.id),
})

/** What an undone fill gives back; a crumb that is worth nothing gives nothing. */
export const undoPayOf = (
  undo: Pick<UndoneFill, 'id' | 'memberId'>,
  deal: Pick<UndoDeal, 'pay'>,
): TransferOrder[] =>
  deal.pay === 0n
    ? []
    : [
        {
          from: houseAccount('USDT', 'RESERVE'),
          to: memberAccount(undo.memberId, 'USDT'),
          amount: deal.pay,
          kind: 'undo',
          reference: undoId(undo.id),
        },
      ]
