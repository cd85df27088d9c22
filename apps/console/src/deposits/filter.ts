import { type DepositMark, depositMarks, type SeenState, seenStates } from '@banyan/domain'

/** What the server is asked for; each part is left out where nothing is filtered by it. */
export interface SeenFilter {
  state?: SeenState
  mark?: DepositMark | 'any'
  account?: string
  address?: string
  hash?: string
}

const hash = /^0x[0-9a-f]{64}$/i
const address = /^0x[0-9a-f]{40}$/i
const account = /^\d{8}$/

/** Reads the filters of the address; a whole hash, address or account in `find` is looked up by the server. */
export function filterOf(query: Readonly<Record<string, string>>): SeenFilter {
  const { state, mark } = query
  const find = (query.find ?? '').trim()
  const filter: SeenFilter = {}
  if (seenStates.includes(state as SeenState)) filter.state = state as SeenState
  if (mark === 'any' || depositMarks.includes(mark as DepositMark))
    filter.mark = mark as DepositMark | 'any'
  if (hash.test(find)) filter.hash = find.toLowerCase()
  else if (address.test(find)) filter.address = find.toLowerCase()
  else if (account.test(find)) filter.account = find
  return filter
}

/** True when the server looks for it; other texts only narrow the rows that have been read. */
export const isSearchedByServer = (find: string): boolean =>
  [hash, address, account].some(shape => shape.test(find.trim()))
