import { type exchange, formatAmount, wireIdOf } from '@banyan/domain'
import { isTakenBackFree, type RedemptionTimes, redeemsAt } from '@banyan/economy'
import type { z } from 'zod'
import type { ExchangeRow } from './store.ts'

export type WireExchange = z.output<typeof exchange>

/** The name of an exchange on the wire and in the ledger. */
export const exchangeId = (uuid: string): string => wireIdOf('exc', uuid)

/** What the times of an exchange follow from. */
export const timesOf = ({ state, placedAt: askedAt, period }: ExchangeRow): RedemptionTimes => ({
  ...{ state, askedAt, period },
})

export const presentExchange = (row: ExchangeRow, now: Date): WireExchange => ({
  id: exchangeId(row.id),
  orderNumber: row.orderNumber,
  quantity: formatAmount(row.shownQuantity),
  status: row.state,
  exitPrice: row.exitPrice === null ? null : formatAmount(row.exitPrice, 6),
  gross: row.gross === null ? null : formatAmount(row.gross),
  fee: row.fee === null ? null : formatAmount(row.fee),
  net: row.pay === null ? null : formatAmount(row.pay),
  dealsAt: redeemsAt(timesOf(row)).toISOString(),
  cancellable: isTakenBackFree(timesOf(row), now),
  ruleVersion: row.ruleVersion,
  dealVersion: row.dealVersion,
  placedAt: row.placedAt.toISOString(),
})
