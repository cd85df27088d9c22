import { arbitratorsNeeded, presentDays } from '@banyan/domain'
import { shareLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inHouseZone } from '../platform/house-time.ts'
import { Refused } from '../platform/refused.ts'
import type { OtcNeighbours } from './world.ts'

/** What the market asks before anybody publishes or takes. */
type Gate = Pick<OtcNeighbours, 'redSince' | 'presentArbitrators'>

/**
 * Begins a publication or a take: what turns red waits for it, and what comes after that is refused.
 * Answers the refusal while the state is red, and while too few arbitrators have signed in lately:
 * nobody makes a trade that nobody could judge. Null while the market is open.
 */
export async function marketStop(tx: Tx, world: Gate): Promise<Refused | null> {
  await shareLock(tx, 'marketStop')
  const since = await world.redSince(tx)
  if (since)
    return new Refused(
      'marketStopped',
      { since: inHouseZone(since) },
      { since: since.toISOString() },
    )
  if ((await world.presentArbitrators(tx)) >= arbitratorsNeeded) return null
  return new Refused('marketClosed', { needed: arbitratorsNeeded, days: presentDays })
}

/** As `marketStop`, for who comes alone; throws the refusal. */
export async function enterMarket(tx: Tx, world: Gate): Promise<void> {
  const stop = await marketStop(tx, world)
  if (stop) throw stop
}
