import { shareLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inHouseZone } from '../platform/house-time.ts'
import { Refused } from '../platform/refused.ts'
import type { OtcNeighbours } from './world.ts'

/**
 * Begins a publication or a take: what turns red waits for it, and what comes after that is refused.
 * Answers the refusal while the state is red; null while the market is open.
 */
export async function marketStop(
  tx: Tx,
  world: Pick<OtcNeighbours, 'redSince'>,
): Promise<Refused | null> {
  await shareLock(tx, 'marketStop')
  const since = await world.redSince(tx)
  return (
    since &&
    new Refused('marketStopped', { since: inHouseZone(since) }, { since: since.toISOString() })
  )
}

/** As `marketStop`, for who comes alone; throws the refusal. */
export async function enterMarket(tx: Tx, world: Pick<OtcNeighbours, 'redSince'>): Promise<void> {
  const stop = await marketStop(tx, world)
  if (stop) throw stop
}
