import type { OperatorTopic } from '@banyan/domain'
import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * What is read again on news of a topic, by the beginnings of the queries' keys. A key begins with
 * the module of its call; the page of a member has something of most of them.
 */
export const rereadOn: Readonly<Record<OperatorTopic, readonly (readonly string[])[]>> = {
  service: [['service'], ['members']],
  feedback: [['feedback'], ['members']],
  noticeDesk: [
    ['notices', 'list'],
    ['notices', 'one'],
  ],
  appeals: [['appeals'], ['members']],
  withdrawals: [['withdrawals'], ['members']],
  payouts: [
    ['withdrawals', 'payouts'],
    ['withdrawals', 'collection'],
    ['withdrawals', 'refills'],
    ['treasury', 'strays'],
    ['overview', 'strays'],
  ],
  deposits: [['deposits'], ['members']],
  statistics: [['statistics']],
  treasury: [['treasury'], ['overview', 'solvency']],
  settlements: [['settlements'], ['treasury'], ['overview', 'settlement']],
  // What was approved may have changed anything that two people agree on.
  proposals: [['proposals'], ['treasury'], ['operators'], ['rules'], ['forecasts'], ['members']],
  members: [['members']],
  audit: [
    ['audit', 'list'],
    ['audit', 'one'],
    ['audit', 'roots'],
    ['operators'],
    ['account'],
    ['overview', 'acts'],
    ['overview', 'me'],
  ],
  custody: [['treasury'], ['overview', 'solvency'], ['overview', 'strays']],
  rules: [['rules'], ['withdrawals', 'payouts']],
}

/** A list of more pages is read again when somebody asks for it: all its pages would be asked for. */
const rereadPages = 3

/** True for a query that is read again by itself. */
export function isReread({ state: { data } }: Query): boolean {
  const pages = (data as { pages?: unknown } | undefined)?.pages
  return !Array.isArray(pages) || pages.length <= rereadPages
}

/** News in quick succession make a page ask once in so long. */
const restMs = 1_000

/**
 * Rereads what a topic is about: at once, and once more where further news come meanwhile. Returns
 * the function that takes the news.
 */
export function openRereading(queries: Pick<QueryClient, 'invalidateQueries'>) {
  const resting = new Map<OperatorTopic, { again: boolean }>()
  const reread = (topic: OperatorTopic): void => {
    for (const queryKey of rereadOn[topic])
      void queries.invalidateQueries({ queryKey, predicate: isReread })
    const rest = { again: false }
    resting.set(topic, rest)
    setTimeout(() => {
      resting.delete(topic)
      if (rest.again) reread(topic)
    }, restMs)
  }
  return (topic: OperatorTopic): void => {
    const rest = resting.get(topic)
    if (rest) rest.again = true
    else reread(topic)
  }
}
