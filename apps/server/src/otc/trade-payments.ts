import type { DuePayment, Network } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Sealing } from '../platform/sealing.ts'
import { payToKeys } from './payment-tails.ts'
import { otcRules } from './terms.ts'
import { findTrades, hashesShown, openStates, type TradeRow } from './trade-store.ts'
import { openWhereToPay } from './where-to-pay.ts'

/*
 * Payments of trades, for other modules: the expected payment of each, and the trade that a
 * transfer pays.
 */

const dueOf = (sealing: Sealing, trade: TradeRow): DuePayment => {
  const { id: tradeId, network, paymentAmount, dealtAt, paymentDeadline, buyerId, sellerId } = trade
  const { payTo, payFrom } = openWhereToPay(sealing, trade)
  return {
    tradeId,
    network,
    payTo,
    payFrom,
    paymentAmount,
    dealtAt,
    paymentDeadline,
    buyerId,
    sellerId,
  }
}

/** The expected payments of these trades. */
export async function duePayments(
  reader: Database | Tx,
  sealing: Sealing,
  tradeIds: readonly string[],
): Promise<DuePayment[]> {
  if (tradeIds.length === 0) return []
  const trades = await findTrades(reader, tradeIds)
  return [...trades.values()].map(trade => dueOf(sealing, trade))
}

/** Every hash that buyers have shown for these trades, in claims and in statements, each once. */
export const paymentClaims = (
  reader: Database | Tx,
  tradeIds: readonly string[],
): Promise<{ tradeId: string; hash: string }[]> => hashesShown(reader, tradeIds)

/** Payments of open trades of a network, to look for on its chain. */
export async function openPayments(
  reader: Database | Tx,
  sealing: Sealing,
  network: Network,
): Promise<DuePayment[]> {
  const trades = (await reader
    .selectFrom('otcTrade')
    .selectAll()
    .where('network', '=', network)
    .where('state', 'in', openStates)
    .execute()) as TradeRow[]
  return trades.map(trade => dueOf(sealing, trade))
}

/** A transfer of USDT as a chain holds it. */
export interface SeenPayment {
  /** The recipient's address in the notation of its network. */
  to: string
  /** Micro-USDT. */
  amount: bigint
  /** The time of its block, in whole seconds. */
  at: Date
}

/**
 * For each transfer the trades that it pays by address and exact amount, made between the take and
 * the time when the trade freed its tail. At most one trade, except for trades from before tails.
 */
export async function tradesPaidBy(
  reader: Database | Tx,
  sealing: Sealing,
  network: Network,
  seen: readonly SeenPayment[],
): Promise<string[][]> {
  if (seen.length === 0) return []
  const keyed = seen.flatMap((one, i) =>
    payToKeys(sealing, network, one.to).map(key => ({
      ...one,
      key: key.toString('hex'),
      place: i,
    })),
  )
  const { rows } = await sql<{ place: number; id: string }>`
    select seen.place, id
    from unnest(${keyed.map(one => one.key)}::text[], ${keyed.map(one => `${one.amount}`)}::numeric[],
      ${keyed.map(one => one.at.toISOString())}::timestamptz[], ${keyed.map(one => one.place)}::int[])
      as seen(key, amount, at, place)
    join otc_trade on network = ${network} and pay_to_key = decode(seen.key, 'hex') and payment_amount = seen.amount
    where dealt_at < seen.at + interval '1 second'
      and (coalesce(lapsed_at, closed_at) is null or seen.at <= coalesce(lapsed_at, closed_at) + ${otcRules.tailHeldMs}::float8 * interval '1 millisecond')
    order by dealt_at`.execute(reader)
  return seen.map((_, i) => rows.filter(row => row.place === i).map(row => row.id))
}
