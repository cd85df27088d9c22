import { type InboxView, inboxViews } from '@banyan/domain'
import { classes } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Age,
  Answer,
  Choices,
  Desk,
  openHere,
  useAddress,
  useMe,
  useMinute,
  useRowKeys,
  useTexts,
} from '../shell/index.ts'
import { ConversationSide } from './conversation-side.tsx'
import { FeedbackCase } from './feedback.tsx'
import styles from './page.module.css'
import { type Conversation, feedbackQuery, inboxQuery } from './queries.ts'
import { targetMinutes } from './queues.ts'
import { serviceTexts } from './texts.ts'
import { ThreadView } from './thread.tsx'

const isView = (text: string | undefined): text is InboxView =>
  inboxViews.includes(text as InboxView)

/** Conversations with members and their feedback: the list, the open one, and what belongs to it. */
export default function ServicePage() {
  const { id, query } = useAddress()
  const { role } = useMe()
  const now = useMinute()
  const t = useTexts(serviceTexts)
  const isFeedback = query.view === 'feedback' || id?.startsWith('fbk_') === true
  const isOpen = id !== null
  return (
    <Desk
      isOpen={isOpen}
      list={
        <>
          <Choices
            label={t.view}
            name="view"
            values={[
              { value: '', label: t.views.waiting },
              ...(role === 'support' ? [{ value: 'mine' as const, label: t.views.mine }] : []),
              { value: 'assigned', label: t.views.assigned },
              { value: 'closed', label: t.views.closed },
              { value: 'feedback', label: t.feedback },
            ]}
          />
          {isFeedback ? <FeedbackList /> : <InboxList />}
        </>
      }
      middle={
        !isOpen ? (
          <p className={styles.choose}>{isFeedback ? t.chooseFeedback : t.choose}</p>
        ) : isFeedback ? (
          <FeedbackCase key={id} id={id} now={now} />
        ) : (
          <ThreadView key={id} id={id} now={now} />
        )
      }
      side={isOpen && !isFeedback ? <ConversationSide key={id} id={id} now={now} /> : null}
    />
  )
}

function InboxList() {
  const { id, query } = useAddress()
  const t = useTexts(serviceTexts)
  const view = isView(query.view) ? query.view : 'waiting'
  const list = useInfiniteQuery(inboxQuery(view, query.unread === 'true'))
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  useRowKeys({ ids: rows.map(row => row.id), current: id, choose: openHere })
  return (
    <Answer query={list}>
      {() =>
        rows.length === 0 ? (
          <p className={styles.choose}>{t.empty}</p>
        ) : (
          <ul className={styles.list}>
            {rows.map(row => (
              <InboxItem key={row.id} row={row} isCurrent={row.id === id} />
            ))}
          </ul>
        )
      }
    </Answer>
  )
}

function InboxItem({ row, isCurrent }: { row: Conversation; isCurrent: boolean }) {
  const t = useTexts(serviceTexts)
  return (
    <li>
      <button
        type="button"
        data-current={isCurrent}
        aria-current={isCurrent}
        className={classes(styles.item, isCurrent && styles.current)}
        onClick={() => openHere(row.id)}
      >
        <span className={styles.line}>
          <strong>{row.member.nickname}</strong>
          {row.waitingSince ? (
            <Age since={row.waitingSince} targetMinutes={targetMinutes.chat} />
          ) : (
            <span className={styles.quiet}>{t.none}</span>
          )}
        </span>
        <span className={styles.line}>
          <span className={styles.quiet}>
            {row.personAsked && row.assignedTo === null
              ? t.person
              : row.assignedTo
                ? t.takenBy(row.assignedTo)
                : t.nobody}
          </span>
          {row.unread > 0 && <span className={styles.unread}>{row.unread}</span>}
        </span>
      </button>
    </li>
  )
}

function FeedbackList() {
  const { id } = useAddress()
  const t = useTexts(serviceTexts)
  const list = useInfiniteQuery(feedbackQuery)
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  useRowKeys({ ids: rows.map(row => row.id), current: id, choose: openHere })
  return (
    <Answer query={list}>
      {() =>
        rows.length === 0 ? (
          <p className={styles.choose}>{t.noFeedback}</p>
        ) : (
          <ul className={styles.list}>
            {rows.map(row => (
              <li key={row.id}>
                <button
                  type="button"
                  data-current={row.id === id}
                  aria-current={row.id === id}
                  className={classes(styles.item, row.id === id && styles.current)}
                  onClick={() => openHere(row.id)}
                >
                  <span className={styles.line}>
                    <strong>{row.member.nickname}</strong>
                    <Age since={row.sentAt} targetMinutes={targetMinutes.feedback} />
                  </span>
                  <span className={styles.quiet}>
                    {t.types[row.type]} · {row.text}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Answer>
  )
}
