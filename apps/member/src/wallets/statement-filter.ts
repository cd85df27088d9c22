import type { Asset, InputOf, StatementGroup, statement } from '@banyan/domain'

/** The filter of the statement. Days are in the member's time zone, as `2026-11-21`; empty is open. */
export interface StatementFilter {
  asset: Asset | 'all'
  group: StatementGroup | 'all'
  from: string
  to: string
}

export const everything: StatementFilter = { asset: 'all', group: 'all', from: '', to: '' }

type Query = NonNullable<InputOf<typeof statement>['query']>

/** The filter as the server's parameters: both days are whole, from the first instant to the last. */
export function queryOf({ asset, group, from, to }: StatementFilter): Query {
  return {
    ...(asset === 'all' ? {} : { asset }),
    ...(group === 'all' ? {} : { group }),
    ...(from === '' ? {} : { from: startOf(from, 0) }),
    ...(to === '' ? {} : { to: startOf(to, 1) }),
  }
}

/** The first instant of a day, or of one some days later, in the member's time zone. */
function startOf(day: string, later: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + later).toISOString()
}
