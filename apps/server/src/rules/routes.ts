import { checkRules, ruleBook, ruleNumbersList, ruleVersions } from '@banyan/domain'
import { inNewestEdition, readVersionText } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { operatorRoute, type Route, route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { checkDraft } from './drafts.ts'
import { presentBook, presentHistory, presentNumbers } from './present.ts'
import { allVersions, findVersion, newestVersion, versionAt } from './store.ts'

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
  operatorRoute(ruleNumbersList, async ({ locale }) => {
    const { document } = await newestVersion(database)
    return presentNumbers(inNewestEdition(readVersionText(document).parameters), locale)
  }),
  operatorRoute(checkRules, ({ body, locale }) => checkDraft(database, body, locale)),
]
