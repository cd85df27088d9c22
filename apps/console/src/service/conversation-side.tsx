import { assignConversation, closeConversation, setServiceNickname } from '@banyan/domain'
import { Button, CopyText, Field, Folded, TextInput } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import {
  Age,
  Answer,
  dayText,
  Fact,
  Facts,
  Panel,
  toast,
  useCommand,
  useMe,
  useTexts,
} from '../shell/index.ts'
import styles from './page.module.css'
import { type Thread, threadQuery } from './queries.ts'
import { targetMinutes } from './queues.ts'
import { serviceTexts } from './texts.ts'

/** The member of a conversation as the service sees them, and what is done with the conversation. */
export function ConversationSide({ id, now }: { id: string; now: number }) {
  const thread = useInfiniteQuery(threadQuery(id))
  const first = thread.data?.pages[0]
  return <Answer query={thread}>{() => first && <Side id={id} now={now} thread={first} />}</Answer>
}

function Side({ id, now, thread }: { id: string; now: number; thread: Thread }) {
  const me = useMe()
  const t = useTexts(serviceTexts)
  const { conversation, items } = thread
  const isMine = conversation.assignedTo === me.name
  const isOpen = conversation.state === 'open'
  const close = useCommand(closeConversation)
  const place = items[0]?.place ?? 0
  const end = async () => {
    if (await close.run({ params: { id }, body: { place } })) toast(t.closed, 'ok')
  }
  return (
    <>
      <Panel title={conversation.member.nickname}>
        <Facts>
          <Fact name={t.account}>
            <CopyText text={conversation.member.accountId} />
          </Fact>
          <Fact name={t.opened}>{dayText(conversation.openedAt, now)}</Fact>
          <Fact name={t.views.assigned}>
            {conversation.assignedTo ? t.takenBy(conversation.assignedTo) : t.nobody}
          </Fact>
          <Fact name={t.views.waiting}>
            {conversation.waitingSince ? (
              <Age since={conversation.waitingSince} targetMinutes={targetMinutes.chat} />
            ) : (
              t.none
            )}
          </Fact>
          {conversation.closedAt && (
            <Fact name={t.views.closed}>{dayText(conversation.closedAt, now)}</Fact>
          )}
          {conversation.rating && (
            <Fact name={t.rated(conversation.rating.stars)}>{conversation.rating.text}</Fact>
          )}
        </Facts>
        {isMine && isOpen && (
          <Button tone="secondary" size="small" pending={close.pending} onClick={() => void end()}>
            {t.close}
          </Button>
        )}
      </Panel>
      {isOpen && (isMine || me.role === 'administrator') && <Assign id={id} />}
      {me.role === 'support' && <PublicName />}
    </>
  )
}

function Assign({ id }: { id: string }) {
  const t = useTexts(serviceTexts)
  const assign = useCommand(assignConversation)
  const [name, setName] = useState('')
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!(await assign.run({ params: { id }, body: { name: name.trim() } }))) return
    toast(t.assigned, 'ok')
    setName('')
  }
  return (
    <Panel>
      <form className={styles.form} onSubmit={event => void submit(event)}>
        <Field label={t.assignTo}>
          <TextInput
            value={name}
            required
            maxLength={32}
            onChange={event => setName(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" tone="tinted" size="small" pending={assign.pending}>
          {t.assign}
        </Button>
      </form>
    </Panel>
  )
}

function PublicName() {
  const t = useTexts(serviceTexts)
  const set = useCommand(setServiceNickname)
  const [name, setName] = useState('')
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (await set.run({ body: { nickname: name.trim() } })) toast(t.nicknameSet, 'ok')
  }
  return (
    <Folded title={t.nickname}>
      <form className={styles.form} onSubmit={event => void submit(event)}>
        <Field label={t.nickname} hint={t.nicknameHint}>
          <TextInput
            value={name}
            required
            maxLength={20}
            onChange={event => setName(event.currentTarget.value)}
          />
        </Field>
        <Button type="submit" tone="tinted" size="small" pending={set.pending}>
          {t.setNickname}
        </Button>
      </form>
    </Folded>
  )
}
