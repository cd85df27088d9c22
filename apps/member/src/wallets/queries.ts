import { type AnswerOf, moneyFlows, statement, walletSummary } from '@banyan/domain'
import { api, askQuery, pagesQuery } from '../shell/index.ts'
import { queryOf, type StatementFilter } from './statement-filter.ts'

export type StatementLine = AnswerOf<typeof statement>['items'][number]

export const summaryQuery = askQuery(['wallets', 'summary'], walletSummary)

export const flowsQuery = askQuery(['wallets', 'flows'], moneyFlows)

/** The member's filtered ledger lines, newest first. */
export const statementQuery = (filter: StatementFilter) =>
  pagesQuery(['wallets', 'statement', filter], statement, { query: queryOf(filter) })

const MOST_AT_ONCE = 100

/** All filtered lines, page by page. */
export async function wholeStatement(filter: StatementFilter): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  let cursor: string | null = null
  do {
    const query = { ...queryOf(filter), limit: MOST_AT_ONCE, ...(cursor ? { cursor } : {}) }
    const page: AnswerOf<typeof statement> = await api.ask(statement, { query })
    lines.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return lines
}
