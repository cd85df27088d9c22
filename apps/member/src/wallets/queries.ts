import { type AnswerOf, moneyFlows, statement, walletSummary } from '@banyan/domain'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, paging } from '../shell/index.ts'
import { queryOf, type StatementFilter } from './statement-filter.ts'

export type StatementLine = AnswerOf<typeof statement>['items'][number]

export const summaryQuery = queryOptions({
  queryKey: ['wallets', 'summary'],
  queryFn: ({ signal }) => api.ask(walletSummary, {}, { signal }),
})

export const flowsQuery = queryOptions({
  queryKey: ['wallets', 'flows'],
  queryFn: ({ signal }) => api.ask(moneyFlows, {}, { signal }),
})

/** The member's filtered ledger lines, newest first. */
export const statementQuery = (filter: StatementFilter) =>
  infiniteQueryOptions({
    queryKey: ['wallets', 'statement', filter],
    queryFn: ({ signal, pageParam }) =>
      api.ask(
        statement,
        { query: { ...queryOf(filter), ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    ...paging,
  })

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
