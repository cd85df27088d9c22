import { arbitratorsNeeded, presentDays } from '@banyan/domain'
import { shareLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { Refused } from '../platform/refused.ts'
import type { OtcDeps } from './context.ts'

/** What the market asks before anybody publishes or takes. */
type Gate = Pick<OtcDeps, 'redSince' | 'presentArbitrators'>

/**
 * Begins a publication or a take: what turns red waits for it, and what comes after that is refused.
 * Answers the refusal while the state is red, and while too few arbitrators have signed in lately:
 * nobody makes a trade that nobody could judge. Null while the market is open.
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

/** As `marketStop`, for who comes alone; throws the refusal. */
export async function enterMarket(tx: Tx, context: Gate): Promise<void> {
  const stop = await marketStop(tx, context)
  if (stop) throw stop
}
