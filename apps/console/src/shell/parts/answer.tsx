import { Button, Skeleton } from '@banyan/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '../failure.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import { secondText } from '../times.ts'
import styles from './answer.module.css'

/** What a query has answered; grey rows before, and after a failure the last answer with its time. */
export function Answer<T>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'isError' | 'dataUpdatedAt'> & {
    refetch: () => unknown
  }
  children: (data: T) => ReactNode
}) {
  const t = useTexts(shellTexts)
  const { data, error, isError, dataUpdatedAt, refetch } = query
  if (data === undefined && !isError)
    return (
      <div className={styles.loading} role="status" aria-label={t.loading}>
        <Skeleton height="18px" width="60%" />
        <Skeleton height="18px" />
        <Skeleton height="18px" width="80%" />
      </div>
    )
  return (
    <>
      {isError && (
        <div className={styles.failed} role="alert">
          <span>
            {failureText(error)}
            {data !== undefined && ` ${t.lastKnown(secondText(dataUpdatedAt))}`}
          </span>
          <Button tone="quiet" size="small" onClick={() => void refetch()}>
            {t.reload}
          </Button>
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  )
}
