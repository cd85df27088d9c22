import { formatAmount, type investmentLimits } from '@banyan/domain'
import { ownLimitFrom } from '@banyan/economy'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { type LimitDeps, standingOf } from './limits.ts'
import { insertOwnLimit, nextLimitNumber } from './own-limit-store.ts'
import { lockMember } from './store.ts'

type WireLimits = z.output<typeof investmentLimits>

/** The maximum investment of a member: by the rule book, as lowered, and what is used of it. */
export async function limitsOf(
  deps: LimitDeps,
  database: Database | Tx,
  memberId: string,
): Promise<WireLimits> {
  const standing = await standingOf(deps, database, memberId)
  const { highest, maxInvestment, pausedUntil, p } = standing
  const { inForce, raising } = standing.own
  return {
    highest: formatAmount(highest),
    own: inForce === null ? null : formatAmount(inForce),
    raiseWaitMs: p.raiseInvestmentWaitMs,
    raising: raising && {
      amount: formatAmount(raising.amount),
      from: raising.effectiveAt.toISOString(),
    },
    maxInvestment: formatAmount(maxInvestment),
    windowDays: p.investmentWindowDays,
    issued: formatAmount(standing.issued),
    open: formatAmount(standing.open),
    marketBuys: formatAmount(standing.marketBuys),
    left: formatAmount(standing.left),
    round: { most: formatAmount(p.roundLimitUsdt), used: formatAmount(standing.ofThisRound) },
    available: formatAmount(standing.available),
    purchasable: formatAmount(standing.purchasable),
    binds: standing.binds,
    pausedUntil: pausedUntil?.toISOString() ?? null,
  }
}

/**
 * Lowers the own maximum investment (micro-USDT) at once, or raises it after a wait. Rule book 2.4.
 * Refuses `limitAboveHighest` for more than the rule book allows this member now.
 */
export const setOwnLimit = (
  deps: LimitDeps,
  database: Database,
  memberId: string,
  amount: bigint,
): Promise<WireLimits> =>
  inTransaction(database, async tx => {
    await lockMember(tx, memberId)
    const { highest, maxInvestment, now, p } = await standingOf(deps, tx, memberId)
    if (amount > highest) refuse('limitAboveHighest', { max: formatAmount(highest) })
    const number = await nextLimitNumber(tx, memberId)
    const effectiveAt = ownLimitFrom(amount, maxInvestment, now, p)
    await insertOwnLimit(tx, { memberId, number, amount, askedAt: now, effectiveAt })
    await announce(tx, [
      { memberId, topic: 'subscriptions', subject: null },
      { memberId, topic: 'wallets', subject: null },
    ])
    return limitsOf(deps, tx, memberId)
  })
