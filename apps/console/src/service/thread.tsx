import {
  type AutomaticAnswer,
  answerMember,
  markConversationRead,
  type ServiceMessage,
  takeConversation,
} from '@banyan/domain'
import { Button, classes, Field, figureText, TextArea } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  Answer,
  Attachments,
  dayText,
  OpenHead,
  sendKeys,
  useCommand,
  useKeys,
  useLanguage,
  useMe,
  useTexts,
} from '../shell/index.ts'
import { draftOf, keepDraft } from './drafts.ts'
import styles from './page.module.css'
import { type Conversation, cannedQuery, threadQuery } from './queries.ts'
import { serviceTexts } from './texts.ts'

/** The messages of a member, oldest first, and the answer to them. */
export function ThreadView({ id, now }: { id: string; now: number }) {
  const me = useMe()
  const t = useTexts(serviceTexts)
  const thread = useInfiniteQuery(threadQuery(id))
  const first = thread.data?.pages[0]
  const messages = thread.data?.pages.flatMap(({ items }) => items).toReversed() ?? []
  const last = messages.at(-1)?.place ?? 0
  const end = useRef<HTMLDivElement>(null)
  const isMine = first?.conversation.assignedTo === me.name
  const mark = useCommand(markConversationRead)
  const seen = useEffectEvent(() => {
    if (isMine && first && last > first.read.staff)
      void mark.run({ params: { id }, body: { place: last } })
  })
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' })
    if (last > 0) seen()
  }, [last])
  return (
    <Answer query={thread}>
      {() =>
        first && (
          <>
            <OpenHead>
              <h2>{first.conversation.member.nickname}</h2>
            </OpenHead>
            {thread.hasNextPage && (
              <Button tone="quiet" size="small" onClick={() => void thread.fetchNextPage()}>
                {t.older}
              </Button>
            )}
            <div className={styles.messages}>
              {messages.map(message => (
                <Message
                  key={message.id}
                  message={message}
                  now={now}
                  isRead={message.place <= first.read.member}
                />
              ))}
              <div ref={end} />
            </div>
            <Write id={id} conversation={first.conversation} place={last} />
          </>
        )
      }
    </Answer>
  )
}

function Message({
  message,
  now,
  isRead,
}: {
  message: ServiceMessage
  now: number
  isRead: boolean
}) {
  const t = useTexts(serviceTexts)
  const { by, event, text, pictures, files, nickname, at } = message
  if (event)
    return (
      <p className={styles.event}>
        {t.events[event]} · {dayText(at, now)}
      </p>
    )
  const who = by === 'member' ? t.member : by === 'automatic' ? t.automatic : (nickname ?? t.you)
  return (
    <div
      className={classes(
        styles.message,
        by === 'staff' && styles.staff,
        by === 'automatic' && styles.automatic,
      )}
    >
      <span className={styles.meta}>
        {who} · {dayText(at, now)}
        {by === 'staff' && isRead && ` · ${t.readBy}`}
      </span>
      {message.automatic && <Matters of={message.automatic} />}
      {text !== '' && <span>{text}</span>}
      <Attachments pictures={pictures} files={files} />
    </div>
  )
}

/** What the server answered: whether somebody was there, and what was under way for the member. */
function Matters({ of }: { of: AutomaticAnswer }) {
  const t = useTexts(serviceTexts)
  return (
    <>
      <span>{of.isOpen ? t.matters.open : t.matters.closed}</span>
      {of.matters.map(matter => {
        const named =
          matter.kind === 'recharge' || matter.kind === 'withdrawal'
            ? `${figureText(matter.amount, 2, 2)} USDT`
            : matter.kind === 'case'
              ? matter.caseNumber
              : matter.matchingId
        return (
          <span key={`${matter.kind}${named}`}>
            {t.matters[matter.kind]} {named}
          </span>
        )
      })}
    </>
  )
}

/** The answer, or why the reader cannot write one. */
function Write(props: { id: string; conversation: Conversation; place: number }) {
  const { id, conversation, place } = props
  const me = useMe()
  const t = useTexts(serviceTexts)
  const take = useCommand(takeConversation)
  const isFree = conversation.state === 'open' && conversation.assignedTo === null
  const doTake = () => void take.run({ params: { id } })
  useKeys([{ keys: 'shift+t', label: t.take, run: doTake }], {
    off: !isFree || me.role !== 'support',
  })
  if (conversation.state === 'closed') return <p className={styles.event}>{t.closed}</p>
  if (me.role !== 'support') return <p className={styles.event}>{t.onlySupport}</p>
  if (isFree)
    return (
      <div className={styles.write}>
        <Button wide pending={take.pending} onClick={doTake}>
          {t.take} <kbd>⇧ T</kbd>
        </Button>
        <p className={styles.event}>{t.notYours}</p>
      </div>
    )
  if (conversation.assignedTo !== me.name)
    return <p className={styles.event}>{t.attended(conversation.assignedTo ?? '')}</p>
  return <AnswerForm id={id} place={place} />
}

function AnswerForm({ id, place }: { id: string; place: number }) {
  const t = useTexts(serviceTexts)
  const tongue = useLanguage()
  const [text, setText] = useState(() => draftOf(id))
  const answer = useCommand(answerMember, { form: `service.answer:${id}` })
  const canned = useQuery(cannedQuery).data?.items ?? []
  const write = (next: string) => {
    setText(next)
    keepDraft(id, next)
  }
  const send = async () => {
    if (text.trim() === '') return
    const body = { text: text.trim(), pictures: [], files: [], place }
    if (await answer.run({ params: { id }, body })) write('')
  }
  useKeys([{ keys: 'mod+enter', label: t.send, run: () => void send(), inFields: true }])
  return (
    <form
      className={classes(styles.write, styles.form)}
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <Field label={t.write} hint={t.writeHint(sendKeys)}>
        <TextArea
          rows={3}
          maxLength={1000}
          value={text}
          onChange={event => write(event.currentTarget.value)}
        />
      </Field>
      <div className={styles.buttons}>
        <select
          className={styles.canned}
          aria-label={t.canned}
          value=""
          onChange={event => {
            const chosen = canned.find(one => one.id === event.currentTarget.value)
            if (chosen) write(`${text}${text && '\n'}${tongue === 'en' ? chosen.en : chosen.zh}`)
          }}
        >
          <option value="">{t.chooseCanned}</option>
          {canned.map(one => (
            <option key={one.id} value={one.id}>
              {one.title}
            </option>
          ))}
        </select>
        <Button type="submit" size="small" icon="send" pending={answer.pending}>
          {t.send}
        </Button>
      </div>
    </form>
  )
}
