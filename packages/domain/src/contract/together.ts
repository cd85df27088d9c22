import type { OtherCall } from './other-call.ts'

/** GET, bearer token: several reads at once. `calls` has their addresses, with spaces in between. */
export const togetherPath = '/api/together' as const

/** What one such call may ask for at most. */
export const mostTogether = 16

export const togetherCalls: readonly OtherCall[] = [
  {
    id: 'together.ask',
    method: 'GET',
    path: togetherPath,
    summary:
      'The answers of several reads, by their addresses: an envelope as text, null where it has to be asked for alone.',
    gives: 'application/json',
  },
]
