import { type Feedback, serviceLimits } from '@banyan/domain'
import { Card, Chip, Empty, Moment } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PagedList, PageHead, useLive, useTexts } from '../../shell/index.ts'
import { MessageFiles } from '../../shell/message-files.tsx'
import { feedbackTexts } from '../feedback-texts.ts'
import { feedbackQuery } from '../queries.ts'
import { FeedbackForm } from './feedback-form.tsx'
import { Pictures } from './pictures.tsx'
import styles from './service.module.css'

/** The form, and below it the member's earlier feedback with the answers. */
export function FeedbackView() {
  const t = useTexts(feedbackTexts)
  const query = useInfiniteQuery(feedbackQuery)
  useLive('feedback', { invalidate: ['feedback'] })
  return (
    <>
      <PageHead title={t('title')} />
      <div className="page-pad stack">
        <FeedbackForm />
        <h2 className={styles.heading}>{t('own')}</h2>
        <PagedList query={query} empty={<Empty icon="inbox">{t('none')}</Empty>}>
          {items => items.map(one => <Sent key={one.id} feedback={one} />)}
        </PagedList>
        <p className="cap">{t('perDay', { max: serviceLimits.feedbackPerDay })}</p>
      </div>
    </>
  )
}

function Sent({ feedback }: { feedback: Feedback }) {
  const t = useTexts(feedbackTexts)
  const { type, text, pictures, files, sentAt, answer } = feedback
  return (
    <Card
      title={t(type)}
      aside={<Chip tone={answer ? 'ok' : 'neutral'}>{t(answer ? 'answered' : 'waiting')}</Chip>}
    >
      <div className={styles.feedback}>
        <p className={styles.plain}>{text}</p>
        <Pictures ids={pictures} />
        <MessageFiles files={files} />
        <p className="cap">
          <Moment time={sentAt} />
        </p>
        {answer && (
          <blockquote className={styles.quote}>
            <p className="cap">
              {t('answer', { name: answer.nickname ?? t('staffName') })} ·{' '}
              <Moment time={answer.at} />
            </p>
            <p className={styles.plain}>{answer.text}</p>
          </blockquote>
        )}
      </div>
    </Card>
  )
}
