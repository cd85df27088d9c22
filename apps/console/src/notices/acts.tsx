import { publishNotice, scheduleNotice, unscheduleNotice, withdrawNotice } from '@banyan/domain'
import { Button, Confirm, Field, TextInput } from '@banyan/ui'
import { useState } from 'react'
import {
  ActForm,
  dayText,
  fieldTimeText,
  instantOfField,
  Panel,
  toast,
  useCommand,
  useKeys,
  useTexts,
} from '../shell/index.ts'
import styles from './notices.module.css'
import type { Notice } from './queries.ts'
import { noticeTexts } from './texts.ts'

interface ActsProps {
  notice: Notice
  now: number
  /** Text that is not stored: what would be published is not what is seen. */
  isDirty: boolean
  onChanged: (notice: Notice) => void
}

/** Publishing, scheduling and withdrawing, as far as the server lets the reader. */
export function NoticeActs(props: ActsProps) {
  const { notice, isDirty } = props
  const { moves } = notice
  const t = useTexts(noticeTexts)
  const mayPublish = moves.includes('publish') || moves.includes('schedule')
  return (
    <>
      {mayPublish && (
        <Panel title={t.next}>
          {notice.titleEn === null && <p className={styles.warn}>{t.noEnglish}</p>}
          {isDirty && <p className={styles.quiet}>{t.saveFirst}</p>}
          {moves.includes('publish') && <Publish {...props} />}
          {moves.includes('schedule') && <Schedule {...props} />}
          {moves.includes('unschedule') && <Unschedule {...props} />}
        </Panel>
      )}
      {moves.includes('withdraw') && <Withdraw {...props} />}
    </>
  )
}

function Publish({ notice, now, isDirty, onChanged }: ActsProps) {
  const { id, version, endsAt } = notice
  const t = useTexts(noticeTexts)
  const [asks, setAsks] = useState(false)
  const publish = useCommand(publishNotice)
  const ask = () => {
    if (!isDirty) setAsks(true)
  }
  useKeys([{ keys: 'shift+p', label: t.publish, run: ask }])
  const act = async () => {
    const done = await publish.run({ params: { id }, body: { version } })
    setAsks(false)
    if (!done) return
    toast(t.published, 'ok')
    onChanged(done)
  }
  return (
    <>
      <Button wide aria-disabled={isDirty} onClick={ask}>
        {t.publish} <kbd>⇧ P</kbd>
      </Button>
      <Confirm
        open={asks}
        onOpenChange={setAsks}
        title={t.publishTitle}
        confirmText={t.publish}
        pending={publish.pending}
        onConfirm={() => void act()}
      >
        <p>{notice.titleZh}</p>
        {notice.titleEn ? <p>{notice.titleEn}</p> : <p className={styles.warn}>{t.noEnglish}</p>}
        <p>{t.publishText(endsAt ? t.untilEnd(dayText(endsAt, now)) : '')}</p>
      </Confirm>
    </>
  )
}

function Schedule({ notice, now, isDirty, onChanged }: ActsProps) {
  const { id, version, publishAt } = notice
  const t = useTexts(noticeTexts)
  const [at, setAt] = useState(() => (publishAt === null ? '' : fieldTimeText(publishAt)))
  const schedule = useCommand(scheduleNotice)
  const instant = instantOfField(at)
  const isReady = instant !== null && !isDirty
  const act = async () => {
    if (!isReady) return
    const done = await schedule.run({ params: { id }, body: { version, publishAt: instant } })
    if (!done) return
    toast(t.scheduled(dayText(instant, now)), 'ok')
    onChanged(done)
  }
  return (
    <form
      className={styles.row}
      onSubmit={event => {
        event.preventDefault()
        void act()
      }}
    >
      <Field label={t.scheduleAt}>
        <TextInput
          type="datetime-local"
          value={at}
          onChange={event => setAt(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" tone="secondary" pending={schedule.pending} aria-disabled={!isReady}>
        {publishAt === null ? t.schedule : t.reschedule}
      </Button>
    </form>
  )
}

function Unschedule({ notice, onChanged }: ActsProps) {
  const { id, version } = notice
  const t = useTexts(noticeTexts)
  const unschedule = useCommand(unscheduleNotice)
  const act = async () => {
    const done = await unschedule.run({ params: { id }, body: { version } })
    if (!done) return
    toast(t.unscheduled, 'ok')
    onChanged(done)
  }
  return (
    <Button tone="secondary" size="small" pending={unschedule.pending} onClick={() => void act()}>
      {t.unschedule}
    </Button>
  )
}

function Withdraw({ notice, onChanged }: ActsProps) {
  const { id, version } = notice
  const t = useTexts(noticeTexts)
  const [opened, setOpened] = useState(false)
  const withdraw = useCommand(withdrawNotice)
  useKeys([{ keys: 'shift+x', label: t.withdraw, run: () => setOpened(true) }])
  if (!opened)
    return (
      <Button tone="secondary" size="small" onClick={() => setOpened(true)}>
        {t.withdraw} <kbd>⇧ X</kbd>
      </Button>
    )
  return (
    <Panel>
      <ActForm
        label={t.withdrawReason}
        hint={t.withdrawTitle}
        button={t.withdraw}
        tone="danger"
        pending={withdraw.pending}
        onAct={async reason => {
          const done = await withdraw.run({ params: { id }, body: { version, reason } })
          if (!done) return false
          toast(t.withdrawn, 'ok')
          onChanged(done)
          return true
        }}
      />
    </Panel>
  )
}
