import { type WithdrawalState, withdrawalStates } from '@banyan/domain'
import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { Gauge } from '../platform/module.ts'

const ended: readonly WithdrawalState[] = ['paid', 'refused', 'cancelled', 'returned']
/** States that something still follows: work of people, of the signer or of the chain. */
const openStates = withdrawalStates.filter(state => !ended.includes(state))

/** What waits to be paid, by the state that it waits in. */
export const withdrawalGauges = (database: Database): Gauge[] => [
  {
    name: 'withdrawals_waiting',
    help: 'Withdrawals that have not ended, by state',
    label: 'state',
    read: async () => {
      const rows = await waiting(database)
      return rows.map(({ state, count }) => ({ labels: { state }, value: count }))
    },
  },
  {
    name: 'withdrawals_oldest_seconds',
    help: 'Age of the oldest withdrawal that has not ended, by state',
    label: 'state',
    read: async () => {
      const rows = await waiting(database)
      return rows.map(({ state, seconds }) => ({ labels: { state }, value: seconds }))
    },
  },
]

async function waiting(
  database: Database,
): Promise<{ state: string; count: number; seconds: number }[]> {
  const { rows } = await sql<{ state: string; count: number; seconds: number }>`
    select state, count(withdrawal.id)::int as count,
      coalesce(extract(epoch from house_now() - min(requested_at)), 0)::float8 as seconds
    from unnest(${openStates}::text[]) as state left join withdrawal using (state)
    group by state order by state`.execute(database)
  return rows
}
