import type { Asset, InputOf, StatementGroup, statement } from '@banyan/domain'

/** What of the statement is shown. Days are of the member's own calendar, as `2026-11-21`; empty is open. */
export interface StatementFilter {
  asset: Asset | 'all'
  group: StatementGroup | 'all'
  from: string
  to: string
}

export const everything: StatementFilter = { asset: 'all', group: 'all', from: '', to: '' }

type Query = NonNullable<InputOf<typeof statement>['query']>

/** The filter as the house is asked: both days are whole, from the first instant to the last. */
export function queryOf({ asset, group, from, to }: StatementFilter): Query {
  return {
    ...(asset === 'all' ? {} : { asset }),
    ...(group === 'all' ? {} : { group }),
    ...(from === '' ? {} : { from: startOf(from, 0) }),
    ...(to === '' ? {} : { to: startOf(to, 1) }),
  }
}

/** The first instant of a day, or of one some days later, where the member is. */
function startOf(day: string, later: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
