import * as domain from '@banyan/domain'
import { formatAmount } from '@banyan/domain'
import { cutoffOf, nextCutoff, periodAt } from '@banyan/economy'
import { memberAccount } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { moneyRoute, type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import type { EarningDeps } from './deps.ts'
import { explainDynamic } from './dynamic-passport.ts'
import { ownRounds, recentRounds } from './earning-store.ts'
import { presentOwnRound, staticSummaryOf } from './glance.ts'
import { explainStatic, passportOf } from './passport.ts'
import { openPositions, positionPage } from './position-store.ts'
import * as positions from './positions.ts'
import { presentPosition } from './present.ts'
import { answer, shownPrompts } from './prompts.ts'
import { resultDays, resultsOf } from './results.ts'

/** The endpoints of earnings. The dispatcher has checked payment password and key. */
export const earningRoutes = (database: Database, context: EarningDeps): Route[] => [
  ...positionRoutes(database, context),
  ...staticRoutes(database, context),
]

const positionRoutes = (
  database: Database,
  {
    ledger,
    guidePrice,
    stopFor,
    isWoundDown,
    refuseWhilePaused,
    pausesAmong,
    rules,
    payStopFor,
    issuedAmong,
  }: EarningDeps,
): Route[] => [
  route(domain.activationTerms, async ({ caller: { memberId } }) => {
    const [now, p] = await Promise.all([systemNow(database), rules.inForce(database)])
    const [price, coins, prompts, stop, pauses, isEnding] = await Promise.all([
      guidePrice(database),
      ledger.balance(database, memberAccount(memberId, 'LEAF')),
      shownPrompts({ database, payStopFor, issuedAmong }, memberId, { now, p }),
      stopFor(database, memberId),
      pausesAmong(database, [memberId]),
      isWoundDown(database, domain.activate.id),
    ])
    const opensAt = nextCutoff(now)
    return {
      guidePrice: formatAmount(price, 6),
      available: formatAmount(coins.posted - coins.held),
      minimum: formatAmount(p.activationMinimumLeaf),
      capMultiple: formatAmount(BigInt(p.staticCapBps) * 100n),
      releaseDivisor: Number(p.staticReleaseDivisor),
      opensAt: opensAt.toISOString(),
      firstUnlockAt: nextCutoff(opensAt).toISOString(),
      prompts,
      stopped: isEnding ? ('windDown' as const) : stop,
      pausedUntil: pauses.get(memberId)?.toISOString() ?? null,
    }
  }),
  route(domain.positionList, async ({ caller: { memberId }, query, locale }) => {
    const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
    const page = { after, limit: query.limit }
    const rows = await positionPage(database, memberId, query.show, page)
    const now = await systemNow(database)
    const p = await rules.inForce(database)
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      items: shown.map(row => presentPosition(row, now, p)),
      nextCursor: last ? writeCursor([last.askedAt.toISOString(), last.id]) : null,
    }
  }),
  moneyRoute(domain.activate, async (tx, { caller: { memberId }, body }, key) => {
    const stop = await stopFor(tx, memberId)
    if (stop) refuse(stop)
    await refuseWhilePaused(tx, memberId)
    const { promptId } = body
    const quantity = domain.parseAmount(body.quantity)
    const p = await rules.inForce(tx)
    return positions.activate({ ledger, p }, tx, { memberId, quantity, promptId, key })
  }),
  moneyRoute(domain.cancelActivation, async (tx, { caller: { memberId }, params }) => {
    const p = await rules.inForce(tx)
    return positions.cancel({ ledger, p }, tx, memberId, domain.uuidOf(params.id))
  }),
  route(domain.askUnlock, ({ caller: { memberId }, params }) =>
    inTransaction(database, async tx =>
      positions.askUnlock(await rules.inForce(tx), tx, memberId, domain.uuidOf(params.id)),
    ),
  ),
  route(domain.keepPosition, ({ caller: { memberId }, params }) =>
    inTransaction(database, async tx =>
      positions.keep(await rules.inForce(tx), tx, memberId, domain.uuidOf(params.id)),
    ),
  ),
  route(domain.answerPrompt, async ({ caller: { memberId }, params, body }) => {
    await inTransaction(database, tx => answer(tx, memberId, domain.uuidOf(params.id), body.choice))
    return {}
  }),
]

const staticRoutes = (
  database: Database,
  { hashesOf, rules, payStopFor, issuedAmong }: EarningDeps,
): Route[] => [
  route(domain.staticEarningList, async ({ caller: { memberId }, query, locale }) => {
    const after = readCursor(query.cursor, ['instant'], locale)
    // A period ends at its cut-off: the instant before it is in the period.
    const before = after ? periodAt(new Date(Date.parse(after[0] as string) - 1)) : null
    const page = { before, limit: query.limit }
    const rows = await ownRounds(database, memberId, query.show ?? 'all', page)
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      items: await Promise.all(
        shown.map(async one =>
          presentOwnRound(one, await rules.version(database, one.ruleVersion)),
        ),
      ),
      nextCursor: last ? writeCursor([cutoffOf(last.period).toISOString()]) : null,
    }
  }),
  route(domain.staticResults, async ({ caller: { memberId } }) => ({
    results: resultsOf(await recentRounds(database, memberId, Math.max(...resultDays))),
  })),
  route(domain.staticSummary, async ({ caller: { memberId } }) => {
    const [now, p] = await Promise.all([systemNow(database), rules.inForce(database)])
    const [[last], open, prompts] = await Promise.all([
      recentRounds(database, memberId, 1),
      openPositions(database, memberId),
      shownPrompts({ database, payStopFor, issuedAmong }, memberId, { now, p }),
    ])
    return staticSummaryOf({ last, open, prompts, p })
  }),
  route(domain.passport, ({ caller: { memberId }, query }) =>
    passportOf(
      {
        database,
        explain: { static: explainStatic(rules), dynamic: explainDynamic(rules) },
        hashesOf,
      },
      memberId,
      query.id,
    ),
  ),
]
