import type { Fill } from '@banyan/economy'
import { houseAccount, memberAccount, type TransferOrder } from '../ledger/index.ts'
import { subscriptionId } from './present.ts'

interface FilledOrder {
  id: string
  memberId: string
}

/** L1: the whole filled amount goes to the reserve behind the subscriber's own coins. */
export const paymentOf = (order: FilledOrder, fill: Fill): TransferOrder => ({
  from: memberAccount(order.memberId, 'USDT'),
  to: houseAccount('USDT', 'RESERVE'),
  amount: fill.filled,
  kind: 'subscription',
  reference: subscriptionId(order.id),
})

/** The bought coins; N is what ISSUE has given out. */
export const issueOf = (order: FilledOrder, fill: Fill): TransferOrder => ({
  from: houseAccount('LEAF', 'ISSUE'),
  to: memberAccount(order.memberId, 'LEAF'),
  amount: fill.quantity,
  kind: 'subscription_issue',
  reference: subscriptionId(order.id),
})
