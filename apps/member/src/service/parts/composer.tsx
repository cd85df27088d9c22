import { serviceLimits, writeToService } from '@banyan/domain'
import { Icon } from '@banyan/ui'
import { type FormEvent, useState } from 'react'
import { Attachments } from '../../shell/attachments.tsx'
import { queryClient, session, toast, useCommand, useTexts } from '../../shell/index.ts'
import { MessageLine } from '../../shell/message-line.tsx'
import { useUploads } from '../../shell/use-uploads.ts'
import { findsWords } from '../find-words.ts'
import { texts } from '../texts.ts'
import styles from './service.module.css'

/** Writes to the service; the input stays until the server has it. A closed account sends no pictures. */
export function Composer() {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  const [attaching, setAttaching] = useState(false)
  const [warned, setWarned] = useState(false)
  // From the tap on: the text is checked before it is sent.
  const [sending, setSending] = useState(false)
  const uploads = useUploads()
  const write = useCommand(writeToService, { form: 'service.write' })
  const isEmpty = text.trim() === '' && uploads.ids.length + uploads.sentFiles.length === 0

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || uploads.waits || sending) return
    setSending(true)
    await send()
    setSending(false)
  }
  const send = async () => {
    const found = await findsWords(text)
    if (found === null) return toast(t('checkFailed'), 'danger')
    setWarned(found)
    if (found || !(await write.run({ body: { text, ...uploads.body() } }))) return
    // Text typed meanwhile is the next message.
    setText(now => (now === text ? '' : now))
    uploads.clear()
    setAttaching(false)
    await queryClient.invalidateQueries({ queryKey: ['service'] })
  }
  return (
    <form className={styles.composer} onSubmit={event => void submit(event)}>
      {warned && (
        <p className={styles.warning} role="alert">
          <Icon name="warning" size={18} className={styles.icon} /> {t('wordsFound')}
        </p>
      )}
      <p className={styles.never}>
        <Icon name="shield" size={14} className={styles.icon} /> {t('neverAsks')}
      </p>
      {attaching && <Attachments uploads={uploads} max={serviceLimits.pictures} />}
      <MessageLine
        attach={t('attach')}
        write={t('write')}
        send={t(sending ? 'sending' : 'send')}
        attaching={session.isVisiting ? undefined : attaching}
        onAttach={() => setAttaching(!attaching)}
        text={text}
        onText={next => {
          setText(next)
          setWarned(false)
        }}
        maxLength={serviceLimits.characters}
        sending={sending}
        disabled={isEmpty || uploads.waits}
      />
    </form>
  )
}
