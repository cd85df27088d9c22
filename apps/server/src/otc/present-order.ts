import {
  type AnswerOf,
  formatAmount,
  type market,
  orderStatus,
  type ownOrder,
  wireIdOf,
} from '@banyan/domain'
import type { z } from 'zod'
import { type OrderRow, quantitiesOf } from './order-store.ts'
import type { Reputation } from './reputation.ts'

const terms = (row: OrderRow) => ({
  price: formatAmount(row.price, 2),
  minQuantity: formatAmount(row.minQuantity, 2),
  maxQuantity: formatAmount(row.maxQuantity, 2),
  concessionBps: row.concessionBps,
  feeBps: row.feeBps,
  networks: row.networks,
})

/** An order as another member sees it on the market. */
export const presentMarketOrder = (
  row: OrderRow,
  seller: { nickname: string; reputation: Reputation },
  viewerId: string,
): AnswerOf<typeof market>['items'][number] => ({
  id: wireIdOf('ord', row.id),
  version: row.version,
  ...terms(row),
  available: formatAmount(row.available, 2),
  seller: { nickname: seller.nickname, ...seller.reputation },
  own: row.memberId === viewerId,
})

/** An order as its owner sees it. */
export const presentOwnOrder = (row: OrderRow): z.output<typeof ownOrder> => ({
  id: wireIdOf('ord', row.id),
  orderNumber: row.orderNumber,
  version: row.version,
  side: 'sell',
  ...terms(row),
  total: formatAmount(row.total, 2),
  available: formatAmount(row.available, 2),
  inTrade: formatAmount(row.inTrade, 2),
  dealt: formatAmount(row.dealt, 2),
  returned: formatAmount(row.returned, 2),
  status: orderStatus(quantitiesOf(row)),
  cancellable: row.available > 0n,
  createdAt: row.createdAt.toISOString(),
})
