import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'
import { useKit } from './kit.tsx'
import { useLongPress } from './long-press.ts'
import styles from './pin-sheet.module.css'
import { Sheet } from './sheet.tsx'

export interface PinSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** What the digits confirm: the amount, the recipient. */
  summary?: ReactNode
  /** Which password it is: shown above the input, and its name for screen readers. */
  label: string
  confirmText: ReactNode
  /** The error of the last attempt: its digits are removed with it, and the first new digit removes it. */
  error?: string | undefined
  pending?: boolean
  /** 6 to 32 digits by default. */
  min?: number
  max?: number
  onSubmit: (digits: string) => void
}

/**
 * Asks for a numeric password with its own key pad. Behind the dots is a real input for hardware
 * keyboards, password managers and screen readers; a switch opens the phone's keyboard.
 */
export function PinSheet(props: PinSheetProps) {
  const { open, onOpenChange, title, summary, pending } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      locked={pending ?? false}
      initialFocus={input}
    >
      {summary && <div className={styles.summary}>{summary}</div>}
      {open && <PinPad {...props} input={input} />}
    </Sheet>
  )
}

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

function PinPad(props: PinSheetProps & { input: RefObject<HTMLInputElement | null> }) {
  const { input, label, confirmText, error, pending, min = 6, max = 32, onSubmit } = props
  const { texts } = useKit()
  const [typed, setTyped] = useState('')
  const [keyboard, setKeyboard] = useState(false)
  const [tried, setTried] = useState(false)
  // Refused digits are useless: further digits after them would cost another attempt.
  const wrong = tried && !pending ? error : undefined
  const digits = wrong === undefined ? typed : ''
  const put = (text: string) => {
    const next = text.normalize('NFKC').replace(/\D/g, '').slice(0, max)
    if (pending || next === digits) return
    setTyped(next)
    setTried(false)
  }
  const isWrong = wrong !== undefined
  useEffect(() => {
    // The pressed button is now disabled and would keep key presses from the input.
    if (isWrong) input.current?.focus()
  }, [isWrong, input])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (digits.length < min || pending) return
    setTried(true)
    onSubmit(digits)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.label} aria-hidden>
        {label}
      </p>
      <div className={classes(styles.box, wrong && styles.wrong)}>
        <input
          ref={input}
          className={styles.input}
          type="password"
          inputMode={keyboard ? 'numeric' : 'none'}
          autoComplete="off"
          aria-label={label}
          aria-invalid={isWrong}
          maxLength={max}
          value={digits}
          onChange={event => put(event.target.value)}
          onSelect={event => caretToEnd(event.currentTarget)}
        />
        <span className={styles.dots} aria-hidden>
          {Array.from({ length: digits.length }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its index.
            <i key={place} />
          ))}
        </span>
        <IconButton
          name="keyboard"
          label={texts.useKeyboard}
          aria-pressed={keyboard}
          className={styles.keyboard}
          onClick={() => {
            setKeyboard(!keyboard)
            requestAnimationFrame(() => input.current?.focus())
          }}
        />
      </div>
      <p className={styles.error} role="alert">
        {wrong}
      </p>
      {!keyboard && (
        <div className={styles.pad}>
          {keys.map(key => (
            <button key={key} type="button" onClick={() => put(digits + key)}>
              {key}
            </button>
          ))}
          <span />
          <button type="button" onClick={() => put(`${digits}0`)}>
            0
          </button>
          <DeleteKey onDelete={() => put(digits.slice(0, -1))} onClear={() => put('')} />
        </div>
      )}
      <div className={styles.confirm} data-thumb>
        <Button type="submit" wide pending={pending ?? false} disabled={digits.length < min}>
          {confirmText}
        </Button>
      </div>
    </form>
  )
}

/** The pad appends, and there is no visible caret: a keyboard key must not insert elsewhere. */
function caretToEnd(input: HTMLInputElement): void {
  const { selectionStart, selectionEnd, value } = input
  if (selectionStart === selectionEnd && selectionEnd !== value.length)
    input.setSelectionRange(value.length, value.length)
}

/** Removes one digit; held, all of them. */
function DeleteKey({ onDelete, onClear }: { onDelete: () => void; onClear: () => void }) {
  const { texts } = useKit()
  const press = useLongPress(onClear)
  return (
    <button type="button" aria-label={texts.deleteDigit} onClick={onDelete} {...press}>
      <Icon name="backspace" size={24} />
    </button>
  )
}
