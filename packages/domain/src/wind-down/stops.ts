import { allEndpoints } from '../endpoints.ts'
import type { WindDownState, WindDownStop } from './wind-down.ts'

const stops: ReadonlyMap<string, WindDownStop> = new Map(
  allEndpoints.map(({ id, stopsAt: stop }) => [id, stop]),
)

const order: readonly WindDownState[] = ['announced', 'closing', 'paying', 'closed']

/** The calls that a state of a wind-down refuses: no page offers them. */
export const stoppedCalls = (state: WindDownState): string[] =>
  [...stops.keys()].filter(call => stopsAt(call, state))

/** Whether a call is refused in this state of a wind-down. */
export function stopsAt(call: string, state: WindDownState): boolean {
  const stop = stops.get(call) ?? 'never'
  return stop !== 'never' && order.indexOf(state) >= order.indexOf(stop)
}
