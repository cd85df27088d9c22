import { Button, classes } from '@banyan/ui'
import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import { useShown, useTexts } from '../../shell/index.ts'
import { wordsTexts } from '../words-texts.ts'
import styles from './words-panel.module.css'

export interface WordsPanelProps {
  words: readonly string[]
  /** Called when the words have become visible. */
  onSeen: () => void
}

/**
 * The words, visible only while a finger or a key holds them. While hidden they are not in the
 * document at all; they are hidden automatically when the app goes to the background.
 */
export function WordsPanel({ words, onSeen }: WordsPanelProps) {
  const t = useTexts(wordsTexts)
  const { held, hold } = useHold(onSeen)
  return (
    <>
      <ol
        className={classes(styles.grid, held && styles.held)}
        aria-label={t('login.label')}
        {...(held ? { 'data-thumb': true, 'data-secret': true } : {})}
      >
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may occur twice; its index identifies it.
          <li key={index} className={styles.tile}>
            <span className={styles.number}>{index + 1}</span>
            {held ? (
              // Translating the page would send the words to a service.
              <strong translate="no" className="notranslate">
                {word}
              </strong>
            ) : (
              <span className={styles.veil}>
                <span className="visually-hidden">{t('backups.hidden')}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
      <Button
        wide
        tone="secondary"
        icon={held ? 'eye' : 'eye-off'}
        aria-pressed={held}
        className={styles.hold}
        {...hold}
      >
        {t(held ? 'backups.held' : 'backups.hold')}
      </Button>
    </>
  )
}

/** Held by a finger, by Space or Enter, or toggled by a screen reader, which can only tap. */
function useHold(onSeen: () => void) {
  const [held, setHeld] = useState(false)
  const shown = useShown()
  const show = () => {
    setHeld(true)
    onSeen()
  }
  const hide = () => setHeld(false)
  useEffect(() => {
    if (!held) return
    const away = () => setHeld(false)
    if (!shown) away()
    window.addEventListener('blur', away)
    document.addEventListener('visibilitychange', away)
    return () => {
      window.removeEventListener('blur', away)
      document.removeEventListener('visibilitychange', away)
    }
  }, [held, shown])

  const isKey = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter'
  const hold = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      show()
    },
    onPointerUp: hide,
    onPointerCancel: hide,
    onLostPointerCapture: hide,
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
    onKeyDown: (event: KeyboardEvent) => {
      if (!isKey(event)) return
      event.preventDefault()
      show()
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!isKey(event)) return
      event.preventDefault()
      hide()
    },
    onBlur: hide,
    onClick: (event: { detail: number }) => {
      // Taps of screen readers have no click count; those of fingers and keys are handled above.
      if (event.detail === 0) held ? hide() : show()
    },
  }
  return { held, hold }
}
