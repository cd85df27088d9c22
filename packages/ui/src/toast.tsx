import { useSyncExternalStore } from 'react'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import styles from './toast.module.css'

/** One message that goes by itself; a loading one stays until it is hidden. */
export interface Toast {
  id: number
  text: string
  tone: 'plain' | 'ok' | 'danger' | 'loading'
  /** Milliseconds it stays; Infinity for a loading one. */
  durationMs: number
}

/** 1500 ms is the page runtime's default; the client layer hands in its own 2000 ms. */
export const pageToastMs = 1500

export interface ToastOptions {
  tone?: 'plain' | 'ok' | 'danger'
  durationMs?: number
}

/** Holds the one toast that is shown: a new one takes the place of the old, as in the page runtime. */
export class Toaster {
  #current: Toast | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #nextId = 1
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly current = (): Toast | null => this.#current

  /** Shows a message for a while. */
  show(text: string, options: ToastOptions = {}): void {
    this.#put(text, options.tone ?? 'plain', options.durationMs ?? pageToastMs)
  }

  /** Shows a message with a spinner until the returned function, or `hide`, is called. */
  loading(text: string): () => void {
    const id = this.#put(text, 'loading', Number.POSITIVE_INFINITY)
    return () => {
      if (this.#current?.id === id) this.hide()
    }
  }

  hide(): void {
    clearTimeout(this.#timer)
    this.#current = null
    this.#tell()
  }

  #put(text: string, tone: Toast['tone'], durationMs: number): number {
    clearTimeout(this.#timer)
    const id = this.#nextId++
    this.#current = { id, text, tone, durationMs }
    if (Number.isFinite(durationMs)) this.#timer = setTimeout(() => this.hide(), durationMs)
    this.#tell()
    return id
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Where toasts appear. It takes no focus and no touch; readers hear it politely. */
export function ToastViewport({ toaster }: { toaster: Toaster }) {
  const toast = useSyncExternalStore(toaster.subscribe, toaster.current, toaster.current)
  return (
    <div className={styles.viewport} role="status" aria-live="polite" aria-atomic>
      {toast && (
        <div key={toast.id} className={classes(styles.toast, styles[toast.tone])}>
          {toast.tone === 'loading' && <Spinner size={20} />}
          {toast.tone === 'ok' && <Icon name="check-circle" size={20} />}
          {toast.tone === 'danger' && <Icon name="warning" size={20} />}
          <span>{toast.text}</span>
        </div>
      )}
    </div>
  )
}
