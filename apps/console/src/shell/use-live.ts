import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { live, type OperatorTopic, queryClient } from './app.ts'

/** Reads these queries again on every event of the topic. */
export function useLive(topic: OperatorTopic, queryKey: QueryKey): void {
  const onNews = useEffectEvent(() => void queryClient.invalidateQueries({ queryKey }))
  useEffect(() => live.on(topic, () => onNews()), [topic])
}
