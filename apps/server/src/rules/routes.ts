import { ruleBook, ruleVersions } from '@banyan/domain'
import type { Database } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { presentBook, presentHistory } from './present.ts'
import { allVersions, findVersion, versionAt } from './store.ts'

export const ruleRoutes = (database: Database): Route[] => [
  route(ruleBook, async ({ query, locale }) => {
    const inForce = await versionAt(database, await systemNow(database))
    const row = query.version === undefined ? inForce : await findVersion(database, query.version)
    return row ? presentBook(row, inForce.number, locale) : refuse('notFound')
  }),
  route(ruleVersions, async ({ locale }) => {
    const inForce = await versionAt(database, await systemNow(database))
    return presentHistory(await allVersions(database), inForce.number, locale)
  }),
]
