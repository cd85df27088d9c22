import { type InboxView, inboxViews } from '@banyan/domain'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Age,
  Answer,
  Choices,
  Desk,
  openHere,
  SideItem,
  SideLine,
  SideNote,
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
              <InboxItem key={row.id} row={row} />
            ))}
          </ul>
        )
      }
    </Answer>
  )
}

function InboxItem({ row }: { row: Conversation }) {
  const t = useTexts(serviceTexts)
  return (
    <SideItem id={row.id}>
      <SideLine>
        <strong>{row.member.nickname}</strong>
        {row.waitingSince ? (
          <Age since={row.waitingSince} targetMinutes={targetMinutes.chat} />
        ) : (
          <SideNote>{t.none}</SideNote>
        )}
      </SideLine>
      <SideLine>
        <SideNote>
          {row.personAsked && row.assignedTo === null
            ? t.person
            : row.assignedTo
              ? t.takenBy(row.assignedTo)
              : t.nobody}
        </SideNote>
        {row.unread > 0 && <span className={styles.unread}>{row.unread}</span>}
      </SideLine>
    </SideItem>
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
              <SideItem key={row.id} id={row.id}>
                <SideLine>
                  <strong>{row.member.nickname}</strong>
                  <Age since={row.sentAt} targetMinutes={targetMinutes.feedback} />
                </SideLine>
                <SideNote>
                  {t.types[row.type]} · {row.text}
                </SideNote>
              </SideItem>
            ))}
          </ul>
        )
      }
    </Answer>
  )
}
