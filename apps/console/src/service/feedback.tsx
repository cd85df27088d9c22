import { answerFeedback } from '@banyan/domain'
import { CopyText } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  ActForm,
  Answer,
  Attachments,
  dayText,
  Fact,
  Facts,
  OpenHead,
  openHere,
  Panel,
  Quoted,
  toast,
  useCommand,
  useMe,
  useTexts,
} from '../shell/index.ts'
import styles from './page.module.css'
import { feedbackQuery } from './queries.ts'
import { serviceTexts } from './texts.ts'

/** One feedback with its answer, which can be given once. */
export function FeedbackCase({ id, now }: { id: string; now: number }) {
  const { role } = useMe()
  const t = useTexts(serviceTexts)
  const list = useInfiniteQuery(feedbackQuery)
  const answer = useCommand(answerFeedback, { form: `feedback.answer:${id}` })
  const row = list.data?.pages.flatMap(({ items }) => items).find(one => one.id === id)
  return (
    <Answer query={list}>
      {() =>
        row ? (
          <>
            <OpenHead>
              <h2>{row.member.nickname}</h2>
            </OpenHead>
            <Panel isNow>
              <Quoted>{row.text}</Quoted>
              <Attachments pictures={row.pictures} files={row.files} />
              <Facts>
                <Fact name={t.feedback}>{t.types[row.type]}</Fact>
                <Fact name={t.account}>
                  <CopyText text={row.member.accountId} />
                </Fact>
                <Fact name={t.opened}>{dayText(row.sentAt, now)}</Fact>
              </Facts>
            </Panel>
            {role === 'support' ? (
              <ActForm
                label={t.answer}
                hint={t.answerHint}
                button={t.answer}
                maxLength={1000}
                pending={answer.pending}
                onAct={async text => {
                  if (!(await answer.run({ params: { id }, body: { text } }))) return false
                  toast(t.answered, 'ok')
                  openHere(null)
                  return true
                }}
              />
            ) : (
              <p className={styles.event}>{t.onlySupport}</p>
            )}
          </>
        ) : (
          <p className={styles.choose}>{t.chooseFeedback}</p>
        )
      }
    </Answer>
  )
}
