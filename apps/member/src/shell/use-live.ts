import type { LiveNews } from '@banyan/client'
import type { Topic } from '@banyan/domain'
import { type Query, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { live } from './app.ts'
import { isOfFirstView } from './load/first-page.ts'

const isAnswered = ({ state }: Query): boolean =>
  state.data !== undefined && state.fetchStatus === 'idle' && !isOfFirstView(state.dataUpdatedAt)

/**
 * Refetches these queries on events of the topic; with a handler, that is called too. A hidden page
 * receives nothing; when it becomes visible again it refetches what it may have missed.
 */
export function useLive(
  topic: Topic,
  then: { invalidate?: QueryKey; on?: (news: LiveNews<Topic>) => void },
): void {
  const queries = useQueryClient()
  const onNews = useEffectEvent((news: LiveNews<Topic>) => {
    if (then.invalidate) void queries.invalidateQueries({ queryKey: then.invalidate })
    then.on?.(news)
  })
  const wasHidden = useRef(false)
  const returned = useEffectEvent(() => {
    if (!then.invalidate) return
    const queryKey = then.invalidate
    // A page that opens refetches data of other pages: there may have been no subscription since.
    void queries.invalidateQueries(
      wasHidden.current ? { queryKey } : { queryKey, predicate: isAnswered },
    )
  })
  useEffect(() => {
    returned()
    const stop = live.on(topic, onNews)
    return () => {
      stop()
      wasHidden.current = true
    }
  }, [topic])
}
