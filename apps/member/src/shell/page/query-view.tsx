import { isRefused, isSilent, isTransport } from '@banyan/client'
import { ErrorBlock, SkeletonCards } from '@banyan/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import { transportText } from '../transport-text.ts'

export interface QueryViewProps<D> {
  query: UseQueryResult<D>
  /** What stands in the page's place while nothing is known; grey cards by default. */
  skeleton?: ReactNode
  /** Inside a card: a small error. */
  compact?: boolean
  children: (data: D) => ReactNode
}

/** Every state of one query: loading, failed (tap to retry), and the data. Old data stays in sight. */
export function QueryView<D>({ query, skeleton, compact, children }: QueryViewProps<D>) {
  const t = useTexts(shellTexts)
  if (query.data !== undefined) return children(query.data)
  const { error } = query
  if (!error || isSilent(error)) return skeleton ?? <SkeletonCards />
  const said = isTransport(error) ? transportText(error) : isRefused(error) ? error.message : ''
  const code = isRefused(error) ? error.code : isTransport(error) ? error.status : undefined
  return (
    <ErrorBlock
      compact={compact ?? false}
      code={code}
      pending={query.isFetching}
      onRetry={() => void query.refetch()}
    >
      {said || t('call.failed')}
    </ErrorBlock>
  )
}
