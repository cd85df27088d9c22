import type { Outcome } from '../platform/batches.ts'
import type { Tx } from '../platform/database/connect.ts'
import type { OtcDeps } from './context.ts'
import { meetTrades, type PartyAsk, single, stepTogether } from './moves-together.ts'
import type { TradeRow } from './trade-store.ts'

/** Sellers have the payments of these trades and let their coin go. See `meetTrades` for `waits`. */
export async function releaseTogether(
  tx: Tx,
  context: OtcDeps,
  asks: readonly PartyAsk[],
  waits: boolean,
): Promise<Outcome<TradeRow>[]> {
  const met = await meetTrades(tx, asks, 'release', waits)
  const going = met.flatMap(one => ('value' in one ? [one.value] : []))
  const saved = await stepTogether(tx, context, 'release', going)
  return met.map(one =>
    'value' in one ? { value: saved[going.indexOf(one.value)] as TradeRow } : one,
  )
}

/** As `releaseTogether`, for a single trade; throws its refusal. */
export const releaseCoin = async (
  tx: Tx,
  context: OtcDeps,
  memberId: string,
  tradeId: string,
): Promise<TradeRow> => single(await releaseTogether(tx, context, [{ tradeId, memberId }], true))
