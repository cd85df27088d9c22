import { formatAmount, type subscription, subscriptionStatusOf, wireIdOf } from '@banyan/domain'
import type { z } from 'zod'
import { dealInstant } from './deal-instant.ts'
import { isCancellable, isCoolingOff } from './decide.ts'
import type { SubscriptionRow } from './store.ts'

export type WireSubscription = z.output<typeof subscription>

/** The name of a subscription on the wire and in the ledger. */
export const subscriptionId = (uuid: string): string => wireIdOf('sub', uuid)

/** An order as its owner sees it. */
export const presentSubscription = (row: SubscriptionRow, now: Date): WireSubscription => ({
  id: subscriptionId(row.id),
  orderNumber: row.orderNumber,
  amount: formatAmount(row.amount),
  asked: row.asked === null ? null : formatAmount(row.asked),
  quantity: row.quantity === null ? null : formatAmount(row.quantity),
  filled: row.filled === null ? null : formatAmount(row.filled),
  refunded: row.closedAt === null ? null : formatAmount(row.amount - (row.filled ?? 0n)),
  guidePrice: row.guidePrice === null ? null : formatAmount(row.guidePrice, 6),
  status: subscriptionStatusOf[row.state],
  dealsAt: dealInstant(row).toISOString(),
  cancellable: isCancellable(row, now),
  waitMs: row.ripeAt.getTime() - row.placedAt.getTime(),
  coolingOff: isCoolingOff(row, now),
  kind: row.kind,
  ruleVersion: row.ruleVersion,
  dealVersion: row.dealVersion,
  placedAt: row.placedAt.toISOString(),
})
