import { amountPattern, type WithdrawalState, withdrawalStates } from '@banyan/domain'

/** What the server is asked for; as the call's query, without cursor and limit. */
export interface WithdrawalFilter {
  state?: WithdrawalState
  which?: 'all'
  account?: string
  address?: string
  order?: string
  least?: string
  most?: string
  from?: string
  before?: string
}

/** Days of the platform begin at midnight UTC+8. */
const dayStart = (day: string | undefined): number | null => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day ?? '')) return null
  const at = Date.parse(`${day}T00:00:00+08:00`)
  return Number.isNaN(at) ? null : at
}

const amount = (text: string | undefined): string | null =>
  text && amountPattern(6).test(text) && /[1-9]/.test(text) ? text : null

/** What is found by name: a whole account ID or order number, or the beginning of an address. */
function named(find: string): Pick<WithdrawalFilter, 'account' | 'address' | 'order'> {
  if (/^\d{8}$/.test(find)) return { account: find }
  if (/^W\d{14}$/i.test(find)) return { order: find.toUpperCase() }
  if (/^0x[0-9a-f]{4,40}$/i.test(find)) return { address: find }
  return {}
}

/** The server's filter for the query of an address; parts that it cannot read narrow nothing. */
export function filterOf(query: Readonly<Record<string, string>>): WithdrawalFilter {
  const state = withdrawalStates.find(one => one === query.state)
  const byName = named((query.find ?? '').trim())
  const least = amount(query.least)
  const most = amount(query.most)
  const from = dayStart(query.from)
  const to = dayStart(query.to)
  const isNamed = Object.keys(byName).length > 0
  return {
    ...byName,
    // Who types a whole number looks for that one, whether it has ended or not.
    ...(state ? { state } : isNamed || query.state === 'all' ? { which: 'all' as const } : {}),
    ...(least ? { least } : {}),
    ...(most ? { most } : {}),
    ...(from === null ? {} : { from: new Date(from).toISOString() }),
    ...(to === null ? {} : { before: new Date(to + 86_400_000).toISOString() }),
  }
}
