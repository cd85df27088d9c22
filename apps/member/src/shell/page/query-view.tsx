import { isSilent } from '@banyan/client'
import { SkeletonCards } from '@banyan/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryFailed } from './query-failed.tsx'

export interface QueryViewProps<D> {
  query: UseQueryResult<D>
  /** The placeholder while loading; grey cards by default. */
  skeleton?: ReactNode
  /** Inside a card: a small error. */
  compact?: boolean
  children: (data: D) => ReactNode
}

/** All states of one query: loading, failed (tap to retry), and the data. Old data stays visible. */
export function QueryView<D>({ query, skeleton, compact = false, children }: QueryViewProps<D>) {
  if (query.data !== undefined) return children(query.data)
  const { error, isFetching } = query
  if (!error || isSilent(error)) return skeleton ?? <SkeletonCards />
  return (
    <QueryFailed
      error={error}
      compact={compact}
      pending={isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}
