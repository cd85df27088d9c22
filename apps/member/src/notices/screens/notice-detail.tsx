import { type AnswerOf, type getNotice, markNoticesRead, noticePicturePath } from '@banyan/domain'
import { Article, Chip, Moment, picturesOfArticle, SkeletonCards } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import {
  api,
  nav,
  pages,
  QueryView,
  queryClient,
  useAuthorisedPictures,
  useLanguage,
  useLive,
  usePageQuery,
  useShown,
  useTexts,
} from '../../shell/index.ts'
import { isMissing, Missing } from '../../shell/missing.tsx'
import { inLanguage } from '../in-language.ts'
import { noticeQuery } from '../queries.ts'
import { texts } from '../texts.ts'

const pathOfPicture = (id: string) => `${noticePicturePath}/${id}`

type Notice = NonNullable<AnswerOf<typeof getNotice>['notice']>

/** One notice in full; opening it marks it as read. */
export default function NoticeDetailScreen() {
  const t = useTexts(texts)
  const { id } = usePageQuery(pages.homeArea.noticeDetail)
  const query = useQuery(noticeQuery(id))
  useLive('notices', { invalidate: ['notices'] })
  useReadMark(query.data?.notice ?? null)
  const toList = { back: t('toList'), onBack: () => void nav.replace(pages.homeArea.noticeList) }
  if (isMissing(query.error))
    return (
      <div className="page-pad">
        <Missing {...toList}>{t('missing')}</Missing>
      </div>
    )
  return (
    <div className="page-pad stack">
      <QueryView query={query} skeleton={<SkeletonCards cards={1} rows={6} />}>
        {detail =>
          detail.notice ? (
            <Published notice={detail.notice} />
          ) : (
            <Missing {...toList}>
              {t('withdrawn')}
              {detail.withdrawnAt && (
                <>
                  {' '}
                  {t('withdrawnAt')} <Moment time={detail.withdrawnAt} />
                </>
              )}
            </Missing>
          )
        }
      </QueryView>
    </div>
  )
}

function Published({ notice }: { notice: Notice }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const title = inLanguage(notice.title, language)
  const body = inLanguage(notice.body, language)
  const pictures = useAuthorisedPictures(picturesOfArticle(body.value), pathOfPicture)
  return (
    <Article
      title={title.value}
      lang={body.lang}
      factsLang={language}
      facts={
        <>
          {notice.ended && <Chip>{t('ended')}</Chip>}
          <span>
            {t('publishedAt')} <Moment time={notice.publishedAt} />
          </span>
          {notice.editedAt && (
            <span>
              {t('editedAt')} <Moment time={notice.editedAt} />
            </span>
          )}
          {notice.endsAt && (
            <span>
              {t('endsAt')} <Moment time={notice.endsAt} />
            </span>
          )}
        </>
      }
      blocks={body.value}
      pictures={pictures.map(({ url, query }) => ({
        url,
        failed: query.isError,
        retry: () => void query.refetch(),
      }))}
      texts={{
        picture: name => t('picture', { name }),
        pictureFailed: t('pictureFailed'),
        unnamed: t('unnamed'),
        elsewhere: t('elsewhere'),
      }}
    />
  )
}

/** Marks a notice as read once it is visible; a failed call leaves it unread. */
function useReadMark(notice: Notice | null): void {
  const shown = useShown()
  const unread = notice?.read === false
  const mark = useEffectEvent(() => {
    if (!notice) return
    api
      .ask(markNoticesRead, { body: { id: notice.id } })
      .then(() => queryClient.invalidateQueries({ queryKey: ['notices'] }))
      .catch(() => {})
  })
  useEffect(() => {
    if (shown && unread) mark()
  }, [shown, unread])
}
