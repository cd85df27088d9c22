import { arbitratorsNeeded, presentDays } from '@banyan/domain'
import { shareLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { Refused } from '../platform/refused.ts'
import type { OtcDeps } from './context.ts'

/** What the market checks before a publication or a take. */
type Gate = Pick<OtcDeps, 'redSince' | 'presentArbitrators'>

/**
 * Begins a publication or a take. A change to red waits for it, and every publication or take that
 * begins after that change is refused. Returns the refusal while the state is red, and while too
 * few arbitrators have signed in lately: nobody may make a trade that nobody could judge. Null
 * while the market is open.
 */
export async function marketStop(tx: Tx, context: Gate): Promise<Refused | null> {
  await shareLock(tx, 'marketStop')
  const since = await context.redSince(tx)
  if (since)
    return new Refused(
      'marketStopped',
      { since: inPlatformZone(since) },
      { since: since.toISOString() },
    )
  if ((await context.presentArbitrators(tx)) >= arbitratorsNeeded) return null
  return new Refused('marketClosed', { needed: arbitratorsNeeded, days: presentDays })
}

/** As `marketStop`, for a single call; throws the refusal. */
export async function enterMarket(tx: Tx, context: Gate): Promise<void> {
  const stop = await marketStop(tx, context)
  if (stop) throw stop
}
