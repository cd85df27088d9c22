import * as domain from '@banyan/domain'
import { cutoffOf, type Parameters, periodAt } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Route, route } from '../platform/http/route.ts'
import { dynamicGlance, dynamicLines } from './dynamic-lists.ts'
import { presentLine, presentSummary } from './dynamic-present.ts'
import { type IssuedAmong, type PayStopFor, shownPrompts } from './prompts.ts'

/** The functions of the distribution module that these endpoints call. */
export interface DynamicRouteContext {
  database: Database
  /** The numbers of the rule book: those in force, and those of a version. */
  rules: {
    inForce(reader: Database): Promise<Parameters>
    version(reader: Database, number: number): Promise<Parameters>
  }
  isModuleOn(reader: Database, memberId: string): Promise<boolean>
  distributedState(reader: Database, memberId: string): Promise<domain.DistributedState>
  payStopFor: PayStopFor
  issuedAmong: IssuedAmong
}

/** The endpoints of network pay. */
export const dynamicRoutes = ({
  database,
  rules,
  isModuleOn,
  distributedState,
  payStopFor,
  issuedAmong,
}: DynamicRouteContext): Route[] => [
  route(domain.dynamicEarningList, async ({ caller: { memberId }, query, locale }) => {
    const cursor = readCursor(query.cursor, ['instant', 'uuid'], locale)
    const [at, id] = cursor ?? []
    // A period ends at its cut-off: the instant before it is in the period.
    const after = at && id ? { period: periodAt(new Date(Date.parse(at) - 1)), id } : null
    const page = { kind: query.kind ?? null, after, limit: query.limit }
    const rows = await dynamicLines(database, memberId, page)
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      items: await Promise.all(
        shown.map(async row => presentLine(row, await rules.version(database, row.ruleVersion))),
      ),
      nextCursor: last ? writeCursor([cutoffOf(last.period).toISOString(), last.id]) : null,
    }
  }),
  route(domain.dynamicSummary, async ({ caller: { memberId } }) => {
    const now = await systemNow(database)
    const [period, p] = [periodAt(now), await rules.inForce(database)]
    return presentSummary({
      period,
      p,
      prompts: await shownPrompts({ database, payStopFor, issuedAmong }, memberId, { now, p }),
      glance: await dynamicGlance(database, memberId, period),
      moduleOn: await isModuleOn(database, memberId),
      distributed: await distributedState(database, memberId),
    })
  }),
]
