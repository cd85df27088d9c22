import {
  type Party,
  parseAmount,
  type TradeStage,
  type TradeState,
  type TradeView,
} from '@banyan/domain'
import type { Tone } from '@banyan/ui'

/** The viewer's side of a trade. */
export type Side = 'buy' | 'sell'

/** The page of a trade: its side's page of a stage, or the page to write about it. */
export interface Place {
  side: Side
  stage: TradeStage | 'submitAppeal'
}

/**
 * The style of a trade's state: the tone of its chip, the name of its label in `trade-texts.ts`,
 * and the current one of the three steps (pay, release, done). `warn` colours the bar.
 */
export const tradeStyles = {
  unpaid: { tone: 'accent', label: 'state.unpaid', step: 1, warn: false },
  payment_grace: { tone: 'warn', label: 'state.payment_grace', step: 1, warn: true },
  paid: { tone: 'accent', label: 'state.paid', step: 2, warn: false },
  release_timeout: { tone: 'warn', label: 'state.release_timeout', step: 2, warn: true },
  arbitration_from_grace: { tone: 'warn', label: 'status.in_arbitration', step: 2, warn: true },
  arbitration_from_paid: { tone: 'warn', label: 'status.in_arbitration', step: 2, warn: true },
  arbitration_from_timeout: { tone: 'warn', label: 'status.in_arbitration', step: 2, warn: true },
  arbitration_from_closed: { tone: 'warn', label: 'status.in_arbitration', step: 2, warn: true },
  arbitration_release: { tone: 'ok', label: 'status.arbitration_release', step: 3, warn: false },
  arbitration_refund: { tone: 'neutral', label: 'status.arbitration_refund', step: 2, warn: true },
  finished: { tone: 'ok', label: 'state.finished', step: 3, warn: false },
  payment_timeout: { tone: 'neutral', label: 'state.payment_timeout', step: 1, warn: true },
} as const satisfies Record<
  TradeState,
  { tone: Tone; label: `state.${string}` | `status.${string}`; step: 1 | 2 | 3; warn: boolean }
>

/**
 * Returns the right page of the trade when the address is another one; null when it is right. The
 * page to write about it stays through all stages, on the viewer's side.
 */
export function rightPlace(here: Place, trade: { side: Side; stage: TradeStage }): Place | null {
  const stage = here.stage === 'submitAppeal' ? here.stage : trade.stage
  if (trade.side === here.side && stage === here.stage) return null
  return { side: trade.side, stage }
}

/** True when the coin, or a part of it, has reached the buyer. */
export const hasDeal = ({ state }: { state: TradeState }): boolean => tradeStyles[state].step === 3

/** The quantity that the buyer of a closed trade received, micro-LEAF: less than agreed when it was shared. */
export const movedQuantity = (trade: {
  dealQuantity: string
  refundQuantity: string | null
}): bigint => parseAmount(trade.dealQuantity) - parseAmount(trade.refundQuantity ?? '0')

/** The viewer, as the trade names its parties. */
export const viewerOf = ({ side }: { side: Side }): Party => (side === 'buy' ? 'buyer' : 'seller')

/** The title of a trade's page: what is to be done, and by whom. */
export function titleOf({ state, stage, side }: Pick<TradeView, 'state' | 'stage' | 'side'>) {
  if (stage === 'appeal') return 'case'
  if (stage === 'closed') return 'closed'
  if (stage === 'payed') return side === 'buy' ? 'awaitRelease' : 'release'
  if (side === 'sell') return 'awaitPay'
  return state === 'payment_grace' ? 'payOver' : 'pay'
}
