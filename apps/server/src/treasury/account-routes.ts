import { formatAmount, platformAccounts, treasuryAccounts, treasuryStatement } from '@banyan/domain'
import { cutoffOf, periodAt, periodBefore } from '@banyan/economy'
import {
  assetOfAccount,
  houseAccount,
  type Ledger,
  newestVersion,
  platformLines,
  platformSums,
  platformVersionAt,
} from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { operatorRoute, type Route } from '../platform/http/route.ts'
import { type ShortfallContext, unbookedMissing, uncoveredNow } from './shortfalls.ts'
import { isRunUnderWay } from './store.ts'

/** The platform's own accounts as operators read them. */
export const accountRoutes = (database: Database, context: ShortfallContext): Route[] => [
  operatorRoute(treasuryAccounts, async () => {
    const since = cutoffOf(periodBefore(periodAt(await systemNow(database))))
    const items = []
    for (const account of platformAccounts)
      items.push(await movedSince(database, context.ledger, account, since))
    return {
      since: since.toISOString(),
      items,
      missing: formatAmount(await unbookedMissing(context, database)),
      uncovered: formatAmount(await uncoveredNow(context.ledger, database)),
      isRunUnderWay: await isRunUnderWay(database),
    }
  }),
  operatorRoute(treasuryStatement, async ({ query, locale }) => {
    const after = readCursor(query.cursor, ['integer'], locale)
    const below = after === null ? null : Number(after[0])
    const rows = await platformLines(database, query.account, { below, limit: query.limit })
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      items: shown.map(({ version, at, amount, balance, ...line }) => ({
        ...line,
        line: version,
        at: at.toISOString(),
        amount: formatAmount(amount),
        balance: formatAmount(balance),
      })),
      nextCursor: last ? writeCursor([`${last.version}`]) : null,
    }
  }),
]

async function movedSince(
  database: Database,
  ledger: Ledger,
  account: (typeof platformAccounts)[number],
  since: Date,
) {
  const asset = assetOfAccount(account)
  const above = await platformVersionAt(database, account, since)
  const upTo = await newestVersion(database, account)
  const sums = await platformSums(database, account, { above, upTo })
  const { posted } = await ledger.balance(database, houseAccount(asset, account))
  return {
    account,
    asset,
    balance: formatAmount(posted),
    into: formatAmount(sums.reduce((sum, { into }) => sum + into, 0n)),
    outOf: formatAmount(sums.reduce((sum, { outOf }) => sum + outOf, 0n)),
    transfers: sums.reduce((sum, { transfers }) => sum + transfers, 0),
  }
}
