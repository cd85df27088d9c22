import { Button } from '@banyan/ui'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { QueryView, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './paged.module.css'

interface Page {
  items: readonly { id: string }[]
}

interface PagedProps<P extends Page> {
  query: UseInfiniteQueryResult<InfiniteData<P>>
  /** What stands in place of an empty list. */
  empty: ReactNode
  children: (item: P['items'][number]) => ReactNode
}

/** A list that loads more at its end: by itself when the end comes near, or by its button. */
export function Paged<P extends Page>({ query, empty, children }: PagedProps<P>) {
  return (
    <QueryView query={query}>
      {({ pages }) => {
        const items = pages.flatMap(page => page.items)
        if (items.length === 0) return empty
        return (
          <div>
            {/* biome-ignore lint/a11y/noRedundantRoles: without markers VoiceOver reads no list. */}
            <ul role="list" className={styles.list}>
              {items.map(item => (
                <li key={item.id}>{children(item)}</li>
              ))}
            </ul>
            <ListEnd query={query} several={pages.length > 1} />
          </div>
        )
      }}
    </QueryView>
  )
}

type Onward = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

function ListEnd({ query, several }: { query: Onward; several: boolean }) {
  const t = useTexts(texts)
  const end = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchNextPageError: failed } = query
  const near = useEffectEvent(() => {
    if (!query.isFetchingNextPage) void query.fetchNextPage()
  })
  useEffect(() => {
    const element = end.current
    // After a failure only a tap asks again: an end in sight would ask without pause.
    if (!element || !hasNextPage || failed) return
    const watch = new IntersectionObserver(seen => seen.some(one => one.isIntersecting) && near(), {
      rootMargin: '300px',
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [hasNextPage, failed])
  return (
    <div ref={end} className={styles.end}>
      {hasNextPage ? (
        <Button
          tone="quiet"
          size="small"
          pending={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('more')}
        </Button>
      ) : (
        several && <span className="cap">{t('end')}</span>
      )}
    </div>
  )
}
