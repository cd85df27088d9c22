import { formatAmount, type investmentLimits } from '@banyan/domain'
import { ownLimitFrom } from '@banyan/economy'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { allowanceOf, type LimitDeps } from './limits.ts'
import { insertOwnLimit, nextLimitNumber } from './own-limit-store.ts'
import { lockMember } from './store.ts'

type WireLimits = z.output<typeof investmentLimits>

/** The maximum investment of a member: by the rule book, as lowered, and what is used of it. */
export async function limitsOf(
  deps: LimitDeps,
  database: Database | Tx,
  memberId: string,
): Promise<WireLimits> {
  const allowance = await allowanceOf(deps, database, memberId)
  const { highest, maxInvestment, pausedUntil, p } = allowance
  const { inForce, raising } = allowance.own
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
    issued: formatAmount(allowance.issued),
    open: formatAmount(allowance.open),
    marketBuys: formatAmount(allowance.marketBuys),
    left: formatAmount(allowance.left),
    round: { most: formatAmount(p.roundLimitUsdt), used: formatAmount(allowance.ofThisRound) },
    available: formatAmount(allowance.available),
    purchasable: formatAmount(allowance.purchasable),
    binds: allowance.binds,
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
    const { highest, maxInvestment, now, p } = await allowanceOf(deps, tx, memberId)
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
