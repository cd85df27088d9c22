import type { TradeStage, TradeState } from '@banyan/domain'
import type { Tone } from '@banyan/ui'

/** The viewer's side of a trade. */
export type Side = 'buy' | 'sell'

/** Where a trade is shown: its side's page of a stage. */
export interface Place {
  side: Side
  stage: TradeStage
}

/**
 * How a state of a trade looks: the tone of its chip, the name of its label in `trade-texts.ts`, and
 * which of the three steps (pay, release, done) it stands at. `warn` colours the bar.
 */
export const tradeLooks = {
  unpaid: { tone: 'accent', label: 'state.unpaid', step: 1, warn: false },
  payment_grace: { tone: 'warn', label: 'state.payment_grace', step: 1, warn: true },
  paid: { tone: 'accent', label: 'state.paid', step: 2, warn: false },
  release_timeout: { tone: 'warn', label: 'state.release_timeout', step: 2, warn: true },
  arbitration_from_grace: { tone: 'warn', label: 'status.in_arbitration', step: 2, warn: true },
  arbitration_from_paid: { tone: 'warn', label: 'status.in_arbitration', step: 2, warn: true },
  arbitration_from_timeout: { tone: 'warn', label: 'status.in_arbitration', step: 2, warn: true },
  arbitration_release: { tone: 'ok', label: 'status.arbitration_release', step: 3, warn: false },
  arbitration_refund: { tone: 'neutral', label: 'status.arbitration_refund', step: 2, warn: true },
  finished: { tone: 'ok', label: 'state.finished', step: 3, warn: false },
  payment_timeout: { tone: 'neutral', label: 'state.payment_timeout', step: 1, warn: true },
} as const satisfies Record<
  TradeState,
  { tone: Tone; label: `state.${string}` | `status.${string}`; step: 1 | 2 | 3; warn: boolean }
>

/** Where the trade belongs, when the address names another place; null when it is the right one. */
export function rightPlace(here: Place, trade: Place): Place | null {
  if (trade.side === here.side && trade.stage === here.stage) return null
  return { side: trade.side, stage: trade.stage }
}
