import { markServiceRead } from '@banyan/domain'
import { Button, IconButton } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  api,
  nav,
  PageHead,
  pages,
  QueryView,
  queryClient,
  session,
  useLive,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { NoticeLines } from '../../shell/slots.tsx'
import { useReadMark } from '../../shell/use-read-mark.ts'
import { Composer } from '../parts/composer.tsx'
import { FeedbackView } from '../parts/feedback-view.tsx'
import { SaveSheet } from '../parts/save-sheet.tsx'
import styles from '../parts/service.module.css'
import { Thread } from '../parts/thread.tsx'
import { threadQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import { unreadQuery } from '../unread-query.ts'

/** The service: the conversation with its staff, or the member's feedback. */
export default function ServiceScreen() {
  const { tab } = usePageQuery(pages.homeArea.service)
  return tab === 'feedback' ? <FeedbackView /> : <Conversation />
}

function Conversation() {
  const t = useTexts(texts)
  const [saves, setSaves] = useState(false)
  const query = useInfiniteQuery(threadQuery)
  useLive('service', { invalidate: ['service'] })
  const newest = query.data?.pages[0]
  useReadMark({
    place: newest?.items[0]?.place ?? 0,
    read: newest?.read.member ?? 0,
    report: place => api.ask(markServiceRead, { body: { place } }),
    reported: () => queryClient.invalidateQueries({ queryKey: unreadQuery.queryKey }),
  })
  return (
    <div className={styles.page}>
      <PageHead
        title={t('title')}
        right={
          <>
            <IconButton name="download" label={t('save')} onClick={() => setSaves(true)} />
            <Button
              tone="quiet"
              size="small"
              className={styles.toFeedback}
              onClick={() => nav.to(pages.homeArea.service, { tab: 'feedback' })}
            >
              {t('feedback')}
            </Button>
          </>
        }
      />
      <div className={styles.notices}>{!session.isVisiting && <NoticeLines />}</div>
      <div className={styles.talk}>
        <QueryView query={query}>
          {({ pages: answered }) => (
            <Thread
              pages={answered}
              earlier={{
                has: query.hasNextPage,
                pending: query.isFetchingNextPage,
                load: () => void query.fetchNextPage(),
              }}
            />
          )}
        </QueryView>
      </div>
      <Composer />
      <SaveSheet open={saves} onOpenChange={setSaves} />
    </div>
  )
}
