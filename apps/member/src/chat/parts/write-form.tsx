import { chatLimits, sayInChat } from '@banyan/domain'
import { type FormEvent, useState } from 'react'
import { Attachments } from '../../shell/attachments.tsx'
import { queryClient, useCommand, useTexts } from '../../shell/index.ts'
import { MessageLine } from '../../shell/message-line.tsx'
import { useUploads } from '../../shell/use-uploads.ts'
import { chatQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './chat.module.css'

/** Sends a message; the typed text stays until the server has it. */
export function WriteForm({ tradeId }: { tradeId: string }) {
  const t = useTexts(texts)
  const [text, setText] = useState('')
  const [attaching, setAttaching] = useState(false)
  const uploads = useUploads()
  const say = useCommand(sayInChat, { form: `chat.say:${tradeId}` })
  const isEmpty = text.trim() === '' && uploads.ids.length + uploads.sentFiles.length === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isEmpty || uploads.waits) return
    const body = { text, ...uploads.body() }
    if (!(await say.run({ params: { id: tradeId }, body }))) return
    // Text typed meanwhile is the next message.
    setText(now => (now === text ? '' : now))
    uploads.clear()
    setAttaching(false)
    await queryClient.invalidateQueries({ queryKey: chatQuery(tradeId).queryKey })
  }
  return (
    <form className={styles.form} onSubmit={event => void submit(event)}>
      {attaching && <Attachments uploads={uploads} max={chatLimits.pictures} />}
      <MessageLine
        attach={t('attach')}
        write={t('write')}
        send={t('send')}
        attaching={attaching}
        onAttach={() => setAttaching(!attaching)}
        text={text}
        onText={setText}
        maxLength={chatLimits.characters}
        sending={say.pending}
        disabled={isEmpty || uploads.waits}
      />
    </form>
  )
}
