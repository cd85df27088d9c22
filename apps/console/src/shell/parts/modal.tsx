import { IconButton } from '@banyan/ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import styles from './modal.module.css'

export interface ModalProps {
  title: string
  onClose: () => void
  /** Without its head, for a dialog that is one field. */
  bare?: boolean
  children: ReactNode
}

/** A dialog over the page. It is open while it is drawn; Escape and a click beside it close it. */
export function Modal({ title, onClose, bare, children }: ModalProps) {
  const t = useTexts(shellTexts)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => (before as HTMLElement | null)?.focus?.()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, which the browser reports as `cancel`.
    <dialog
      ref={dialog}
      className={styles.modal}
      aria-label={title}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onClick={event => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.body}>
        {!bare && (
          <div className={styles.head}>
            <h2>{title}</h2>
            <IconButton name="close" label={t.close} size={18} onClick={onClose} />
          </div>
        )}
        {children}
      </div>
    </dialog>
  )
}
