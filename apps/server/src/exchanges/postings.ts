import type { ExchangeDeal } from '@banyan/economy'
import { houseAccount, memberAccount, type TransferOrder } from '../ledger/index.ts'
import { exchangeId } from './present.ts'

interface DealtOrder {
  id: string
  memberId: string
  /** Micro-LEAF in the units of the epoch. */
  quantity: bigint
  epoch: number
}

/** The coins go back to where coins come from: N is what ISSUE has given out. */
export const burnOf = (order: DealtOrder): TransferOrder => ({
  from: memberAccount(order.memberId, 'LEAF'),
  to: houseAccount('LEAF', 'ISSUE'),
  amount: order.quantity,
  epoch: order.epoch,
  kind: 'exchange_burn',
  reference: exchangeId(order.id),
})

/** Gross less fee; the fee simply stays in the reserve. A crumb whose fee takes all of it pays nothing. */
export const payOf = (
  order: Pick<DealtOrder, 'id' | 'memberId'>,
  deal: Pick<ExchangeDeal, 'pay'>,
): TransferOrder[] =>
  deal.pay === 0n
    ? []
    : [
        {
          from: houseAccount('USDT', 'RESERVE'),
          to: memberAccount(order.memberId, 'USDT'),
          amount: deal.pay,
          kind: 'exchange',
          reference: exchangeId(order.id),
        },
      ]
