import type { Period, Reinvestment, Reopening } from '@banyan/economy'
import { reopenedRoundOf, roundOf } from '@banyan/economy'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import type { Reader } from './dynamic-store.ts'
import { roundOfPrompt } from './round-source.ts'

/*
 * Orders that answer the prompts of closed rounds, frozen at the cut-off of their run: prompts
 * change while a run posts, and its facts may not.
 */

/**
 * Freezes which of a run's orders, in their order, answer the prompt of a round. A repeat changes
 * nothing.
 */
export async function freezeReinvestments(
  tx: Tx,
  period: Period,
  orders: readonly { id: string; citing: string }[],
): Promise<void> {
  await sql`
    insert into dynamic_reinvestment (order_id, period, place, member_id, idx, round)
    select given.id, ${period}, given.place, prompt.member_id, node.idx, ${roundOfPrompt}
    from unnest(${orders.map(one => one.id)}::uuid[], ${orders.map(one => one.citing)}::text[])
      with ordinality as given (id, citing, place)
    join elimination_prompt prompt on prompt.cited_by = given.citing and prompt.module = 'dynamic'
    join placement node on node.member_id = prompt.member_id
    -- A round that has been opened again is over with, however it came to be asked for once more.
    where not exists (select from dynamic_reinvestment done where done.reopened
      and done.idx = node.idx and done.round = ${roundOfPrompt})
    on conflict (order_id) do nothing`.execute(tx)
}

/** A run's orders that answer the prompt of a round, in the order of the orders. */
export async function reinvestmentsOf(reader: Reader, period: Period): Promise<Reinvestment[]> {
  return reader
    .selectFrom('dynamicReinvestment')
    .select(['orderId', 'idx as node', 'round'])
    .where('period', '=', period)
    .orderBy('place')
    .execute()
}

/**
 * The result of an order: the amount issued for it, micro-USDT, and whether it reopened its round.
 */
export interface ReinvestmentEnd {
  orderId: string
  issued: bigint
  reopened: boolean
}

/** Records the results of orders; returns those not recorded before, with their owners. */
export async function endReinvestments(
  tx: Tx,
  ends: readonly ReinvestmentEnd[],
): Promise<{ orderId: string; memberId: string; round: string }[]> {
  const { rows } = await sql<{ orderId: string; memberId: string; round: string }>`
    update dynamic_reinvestment own set issued = given.issued, reopened = given.reopened
    from unnest(${ends.map(one => one.orderId)}::uuid[], ${ends.map(one => one.issued)}::numeric[],
      ${ends.map(one => one.reopened)}::bool[]) as given (order_id, issued, reopened)
    where own.order_id = given.order_id and own.reopened is null
    returning own.order_id, own.member_id, own.round`.execute(tx)
  return rows
}

/**
 * Reopens the rounds of nodes with zero pay. The run's own facts stay readable. A repeat changes
 * nothing.
 */
export async function reopenRoundsOf(
  tx: Tx,
  period: Period,
  reopened: readonly Reopening[],
): Promise<void> {
  await sql`
    update dynamic_balance as balance set period = ${period},
      left_before = case when period < ${period} then left_volume else left_before end,
      right_before = case when period < ${period} then right_volume else right_before end,
      round_before = case when period < ${period} then round else round_before end,
      paid_before = case when period < ${period} then paid_in_round else paid_before end,
      round = ${reopenedRoundOf(period)}, paid_in_round = 0
    where idx = any(${reopened.map(one => one.node)}::int[]) and round = ${roundOf(period)}`.execute(
    tx,
  )
}

/** The nodes whose round of a period's quarter had been reopened before that period. */
export async function reopenedBefore(reader: Reader, period: Period): Promise<Set<number>> {
  const rows = await reader
    .selectFrom('dynamicReinvestment')
    .select('idx')
    .where('reopened', '=', true)
    .where('round', '=', roundOf(period))
    .where('period', '<', period)
    .execute()
  return new Set(rows.map(({ idx }) => idx))
}
