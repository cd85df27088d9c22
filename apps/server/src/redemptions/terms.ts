import { type AnswerOf, formatAmount, type redemptionTerms, wireIdOf } from '@banyan/domain'
import { nextCutoff, undoableUntil } from '@banyan/economy'
import { memberAccount } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { RedemptionDeps } from './deps.ts'
import { estimateOf, presenter } from './present.ts'
import { undoOf } from './store.ts'

type Terms = AnswerOf<typeof redemptionTerms>

/** The price for a member's coins now, and how many of them may be requested. */
export async function termsOf(
  deps: RedemptionDeps,
  database: Database,
  memberId: string,
): Promise<Terms> {
  const { ledger, pricing, parameters } = deps
  const coins = await ledger.balance(database, memberAccount(memberId, 'LEAF'))
  const p = await parameters(database)
  return {
    exitPrice: formatAmount((await pricing.guide(database)).exitPrice, 6),
    feeBps: p.exchangeFeeBps,
    minimum: formatAmount(p.exchangeMinimumLeaf),
    available: formatAmount(coins.posted - coins.held),
    nextCutoff: nextCutoff(await systemNow(database)).toISOString(),
    undo: await undoTerms(deps, database, memberId),
  }
}

async function undoTerms(
  deps: RedemptionDeps,
  database: Database,
  memberId: string,
): Promise<Terms['undo']> {
  const first = await deps.firstFill(database, memberId)
  if (!first) return null
  const row = await undoOf(database, memberId)
  const p = await deps.parameters(database)
  const until = undoableUntil(first.issuedAt, p)
  if (!row && (await systemNow(database)) >= until) return null
  const { exitPrice } = await deps.pricing.guide(database)
  return {
    subscriptionId: wireIdOf('sub', first.subscriptionId),
    until: until.toISOString(),
    quantity: formatAmount(first.quantity),
    estimate: formatAmount(estimateOf(first.quantity, first.fill, exitPrice, p)),
    redemption: row ? (await presenter(deps, database))(row) : null,
  }
}
