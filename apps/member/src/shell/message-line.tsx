import { Icon, IconButton, Spinner } from '@banyan/ui'
import styles from './message-line.module.css'

interface MessageLineProps {
  /** Labels of the pictures, the field and the button. */
  attach: string
  write: string
  send: string
  /** Whether pictures and files are being added; undefined where none can be. */
  attaching?: boolean | undefined
  onAttach: () => void
  text: string
  onText: (text: string) => void
  maxLength: number
  sending: boolean
  disabled: boolean
}

/** The input line for a message, the same in every conversation: pictures and files, text, send. */
export function MessageLine(props: MessageLineProps) {
  const { attach, write, send, attaching, onAttach } = props
  const { text, onText, maxLength, sending, disabled } = props
  return (
    <div className={styles.line}>
      {attaching !== undefined && (
        <IconButton
          name="plus"
          type="button"
          label={attach}
          aria-expanded={attaching}
          onClick={onAttach}
        />
      )}
      <textarea
        className={styles.field}
        rows={1}
        aria-label={write}
        placeholder={write}
        maxLength={maxLength}
        value={text}
        onChange={event => onText(event.target.value)}
      />
      <button
        type="submit"
        className={styles.send}
        aria-label={send}
        disabled={disabled || sending}
      >
        {sending ? <Spinner size={20} /> : <Icon name="send" size={20} />}
      </button>
    </div>
  )
}
