import { wireIdOf } from '@banyan/domain'
import {
  type Fill,
  type Parameters,
  type Period,
  type Reopening,
  reopensRounds,
  roundOf,
} from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { reopenCited } from './prompt-store.ts'
import * as store from './reinvestment-store.ts'

/** What a prompt calls the order that answers it. */
const wireId = (orderId: string): string => wireIdOf('sub', orderId)

/** The cut-off: which of a run's orders answer the prompt of a closed round, where that may open it again. */
export async function closeReinvestments(
  tx: Tx,
  { period, parameters, orders }: ReinvestingRun,
): Promise<void> {
  if (!reopensRounds(parameters) || orders.length === 0) return
  const citing = orders.map(({ id }) => ({ id, citing: wireId(id) }))
  await store.freezeReinvestments(tx, period, citing)
}

/** A run by its cut-off: its orders as that gave them to it, and the numbers that it is run by. */
export interface ReinvestingRun {
  period: Period
  parameters: Parameters
  orders: readonly { id: string }[]
}

/** What a run did to closed rounds. */
export interface ReopenRun {
  period: Period
  fills: ReadonlyMap<string, Fill>
  reopened: readonly Reopening[]
}

/**
 * Behind step 8: opens the rounds that the run has decided on, notes what was issued, and opens the
 * prompt again of whoever has opened nothing, so that they may try another time: too little was issued,
 * or the round was not closed, because a later version has raised its cap.
 * One transaction; done again it changes nothing.
 */
export async function postReopenings(database: Database, run: ReopenRun): Promise<void> {
  const { period, fills, reopened } = run
  const opening = new Set(reopened.map(one => one.orderId))
  await inTransaction(database, async tx => {
    const reinvestments = await store.reinvestmentsOf(tx, period)
    if (reinvestments.length === 0) return
    const issued = (orderId: string) => fills.get(orderId)?.filled ?? 0n
    const ended = await store.endReinvestments(
      tx,
      reinvestments.map(({ orderId }) => ({
        orderId,
        issued: issued(orderId),
        reopened: opening.has(orderId),
      })),
    )
    if (ended.length === 0) return
    await store.reopenRoundsOf(tx, period, reopened)
    for (const { orderId, round } of ended) {
      if (opening.has(orderId) || round !== roundOf(period)) continue
      await reopenCited(tx, wireId(orderId))
    }
    await announce(
      tx,
      ended.map(({ memberId }) => ({ memberId, topic: 'earnings', subject: null })),
    )
  })
}
