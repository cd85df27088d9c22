import { isSilent } from '@banyan/client'
import { Button, SkeletonCards } from '@banyan/ui'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import styles from './page.module.css'
import { QueryFailed } from './query-failed.tsx'

/** A page of a list as the server returns it. */
interface ListPage<T> {
  items: T[]
  nextCursor: string | null
}

/** Cursor handling of every paged list, to be spread into `useInfiniteQuery`. */
export const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: { nextCursor: string | null }): string | undefined =>
    last.nextCursor ?? undefined,
}

export interface PagedListProps<T> {
  query: UseInfiniteQueryResult<InfiniteData<ListPage<T>>>
  /** Shown when the list is empty. */
  empty: ReactNode
  children: (items: T[]) => ReactNode
}

/** All states of a list that loads more at its end. Loaded items stay visible when loading more fails. */
export function PagedList<T>({ query, empty, children }: PagedListProps<T>) {
  if (query.data === undefined) {
    const { error, isFetching } = query
    if (!error || isSilent(error)) return <SkeletonCards />
    return <QueryFailed error={error} pending={isFetching} onRetry={() => void query.refetch()} />
  }
  const items = query.data.pages.flatMap(page => page.items)
  if (items.length === 0) return empty
  return (
    <>
      {children(items)}
      <EndOfList query={query} several={query.data.pages.length > 1} />
    </>
  )
}

type Onward = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage' | 'error'
>

/** Loads the next page near the end, or by its button; after a failure it waits for a tap. */
function EndOfList({ query, several }: { query: Onward; several: boolean }) {
  const end = useRef<HTMLDivElement>(null)
  const t = useTexts(shellTexts)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError: failed, error } = query
  const more = () => void query.fetchNextPage()
  const near = useEffectEvent(more)
  useEffect(() => {
    const mark = end.current
    if (!mark || !hasNextPage || isFetchingNextPage || failed) return
    const observer = new IntersectionObserver(
      seen => {
        if (seen.some(one => one.isIntersecting)) near()
      },
      { rootMargin: '300px' },
    )
    observer.observe(mark)
    return () => observer.disconnect()
  }, [hasNextPage, isFetchingNextPage, failed])
  if (failed) return <QueryFailed compact error={error} onRetry={more} />
  if (!hasNextPage) return several && <p className={styles.end}>{t('list.end')}</p>
  return (
    <div ref={end} className={styles.end}>
      <Button tone="quiet" size="small" pending={isFetchingNextPage} onClick={more}>
        {t('list.more')}
      </Button>
    </div>
  )
}
