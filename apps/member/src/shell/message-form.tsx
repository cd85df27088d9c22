import { Icon, IconButton, Spinner } from '@banyan/ui'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Attachments } from './attachments.tsx'
import styles from './message-form.module.css'
import { useUploads } from './use-uploads.ts'

/** A message as its call sends it. */
export interface Message {
  text: string
  pictures: string[]
  files: string[]
}

interface MessageFormProps {
  className: string | undefined
  /** Labels of the button for pictures and files, the field, and the button that sends. */
  attach: string
  write: string
  send: string
  /** The label of the button while the message is being sent. */
  sending?: string
  limits: { characters: number; pictures: number }
  /** False where no pictures and files can be sent. */
  attachable?: boolean
  onTyped?: () => void
  /** Sends the message; resolves with false when it was not sent: then the input stays. */
  onSend: (message: Message) => Promise<boolean>
  /** Above the input. */
  children?: ReactNode
}

/** The input of every conversation: text, pictures and files stay until the server has them. */
export function MessageForm(props: MessageFormProps) {
  const { attach, write, send, limits, attachable = true, onTyped, onSend } = props
  const [text, setText] = useState('')
  const [attaching, setAttaching] = useState(false)
  const [sending, setSending] = useState(false)
  const uploads = useUploads()
  const isEmpty = text.trim() === '' && uploads.ids.length + uploads.sentFiles.length === 0
  const disabled = isEmpty || uploads.waits || sending

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (disabled) return
    setSending(true)
    const isSent = await onSend({ text, ...uploads.body() })
    setSending(false)
    if (!isSent) return
    // Text typed meanwhile is the next message.
    setText(now => (now === text ? '' : now))
    uploads.clear()
    setAttaching(false)
  }
  return (
    <form className={props.className} onSubmit={event => void submit(event)}>
      {props.children}
      {attaching && <Attachments uploads={uploads} max={limits.pictures} />}
      <div className={styles.line}>
        {attachable && (
          <IconButton
            name="plus"
            type="button"
            label={attach}
            aria-expanded={attaching}
            onClick={() => setAttaching(!attaching)}
          />
        )}
        <textarea
          className={styles.field}
          rows={1}
          aria-label={write}
          placeholder={write}
          maxLength={limits.characters}
          value={text}
          onChange={event => {
            setText(event.target.value)
            onTyped?.()
          }}
        />
        <button
          type="submit"
          className={styles.send}
          aria-label={sending ? (props.sending ?? send) : send}
          disabled={disabled}
        >
          {sending ? <Spinner size={20} /> : <Icon name="send" size={20} />}
        </button>
      </div>
    </form>
  )
}
