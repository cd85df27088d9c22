import { Button, Field, TextArea } from '@banyan/ui'
import { type ReactNode, useState } from 'react'
import { useKeys } from '../keys/keys.ts'
import styles from './act-form.module.css'

export interface ActFormProps {
  /** What is written, and who reads it. */
  label: string
  hint?: string
  /** Verb, object and amount. */
  button: string
  tone?: 'primary' | 'secondary' | 'danger'
  maxLength?: number
  /** The act is possible without a text. */
  isOptional?: boolean
  /** Another form of the page has ⌘↵. */
  isSecondary?: boolean
  pending: boolean
  /** Why it cannot be sent now. */
  because?: string | undefined
  /** Returns true when it has been done: the draft is dropped. */
  onAct: (text: string) => Promise<boolean>
  children?: ReactNode
}

/** A text and the act that it goes with. A draft stays until the act is done. */
export function ActForm(props: ActFormProps) {
  const { label, hint, button, tone = 'primary', maxLength = 500, isOptional, because } = props
  const { isSecondary, pending, onAct, children } = props
  const [text, setText] = useState('')
  const isReady = because === undefined && (isOptional || text.trim() !== '')
  const act = async () => {
    if (isReady && (await onAct(text.trim()))) setText('')
  }
  useKeys([{ keys: 'mod+enter', label: button, run: () => void act(), inFields: true }], {
    off: tone === 'danger' || isSecondary || !isReady,
  })
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        void act()
      }}
    >
      {children}
      <Field label={label} hint={hint}>
        <TextArea
          rows={3}
          value={text}
          maxLength={maxLength}
          onChange={event => setText(event.currentTarget.value)}
        />
      </Field>
      <Button
        type="submit"
        tone={tone}
        wide
        pending={pending}
        aria-disabled={!isReady}
        {...(because ? { icon: 'lock' as const } : {})}
      >
        {button}
      </Button>
      {because && <p className={styles.because}>{because}</p>}
    </form>
  )
}
