import type { WindDownWait } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { WindDownDeps } from './context.ts'
import type { AnnouncedRow } from './store.ts'

type Waiting = Pick<
  WindDownDeps,
  'subscriptions' | 'redemptions' | 'earnings' | 'otc' | 'hasConfirming'
> & {
  treasury: Pick<WindDownDeps['treasury'], 'lastSettlement'>
}

/**
 * What a wind-down whose notice has ended still waits for; and whether everything that can still be
 * traded or requested has ended.
 */
export async function waitsOf(
  { subscriptions, redemptions, earnings, otc, hasConfirming, treasury }: Waiting,
  reader: Database | Tx,
  { drainedAt }: Pick<AnnouncedRow, 'drainedAt'>,
): Promise<{ waits: WindDownWait[]; isDrained: boolean }> {
  const market = await otc.openMarketNow(reader)
  const last = await treasury.lastSettlement(reader, drainedAt)
  const requests =
    (await subscriptions.hasOpenOrders(reader)) ||
    (await redemptions.hasOpenRedemptions(reader)) ||
    (await earnings.hasUnderWay(reader))
  const settled =
    !last.isOpen &&
    !last.hasFees &&
    drainedAt !== null &&
    last.cutoffAt !== null &&
    last.cutoffAt > drainedAt
  const open: Record<WindDownWait, boolean> = {
    requests,
    ...market,
    loss: last.hasLoss,
    income: last.hasIncome,
    recharges: await hasConfirming(reader, drainedAt ?? (await systemNow(reader))),
    settlement: !settled,
  }
  const waits = (Object.keys(open) as WindDownWait[]).filter(name => open[name])
  const isDrained = !requests && !last.hasFees && !Object.values(market).includes(true)
  return { waits, isDrained }
}
