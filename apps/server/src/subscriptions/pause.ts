import type { investmentLimits, PauseDays } from '@banyan/domain'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse } from '../platform/refused.ts'
import { type LimitDeps, pausedUntil } from './limits.ts'
import { limitsOf } from './own-limit.ts'
import { insertPause } from './pause-store.ts'
import { lockMember } from './store.ts'

const DAY_MS = 86_400_000

/** The effects of a pause in other modules. */
export interface PauseDeps {
  /** Withdraws the member's buy orders from the market. */
  pauseBuying(tx: Tx, memberId: string): Promise<void>
}

/**
 * Pauses subscribing, activating and buying on the market for some days from now. Refuses
 * `pauseHolds` when an existing pause ends no earlier: a pause that could be cut short on impulse
 * would be none.
 */
export const pause = (
  deps: LimitDeps & PauseDeps,
  database: Database,
  memberId: string,
  days: PauseDays,
): Promise<z.output<typeof investmentLimits>> =>
  inTransaction(database, async tx => {
    await lockMember(tx, memberId)
    const now = await systemNow(tx)
    const until = new Date(now.getTime() + days * DAY_MS)
    const held = await pausedUntil(tx, memberId)
    if (held && held >= until) refuse('pauseHolds', { until: inPlatformZone(held) })
    await insertPause(tx, { memberId, until, askedAt: now })
    await deps.pauseBuying(tx, memberId)
    await announce(tx, [
      { memberId, topic: 'subscriptions', subject: null },
      { memberId, topic: 'wallets', subject: null },
    ])
    return limitsOf(deps, tx, memberId)
  })
