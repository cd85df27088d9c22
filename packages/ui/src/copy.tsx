import { type ReactNode, useState } from 'react'
import { classes } from './class-names.ts'
import styles from './copy.module.css'
import { Icon } from './icon.tsx'
import { useKit } from './kit.tsx'

export interface CopyTextProps {
  /** The text to copy. */
  text: string
  /** The text to show; the copied text by default. */
  children?: ReactNode
  onCopied?: () => void
}

/** A text with a button that copies it; the icon confirms it. */
export function CopyText({ text, children, onCopied }: CopyTextProps) {
  const { texts } = useKit()
  const [copied, setCopied] = useState(false)
  async function copy() {
    if (!(await toClipboard(text))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
    onCopied?.()
  }
  return (
    <button type="button" className={styles.copy} onClick={() => void copy()}>
      <span className="visually-hidden">{texts.copy} </span>
      <span>{children ?? text}</span>
      <Icon
        name={copied ? 'check' : 'copy'}
        size={18}
        className={classes(styles.icon, copied && styles.done)}
      />
    </button>
  )
}

/** Copies a text; returns false when neither way works. Over plain HTTP only the old command exists. */
export async function toClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    area.readOnly = true
    area.className = 'visually-hidden'
    const host = document.activeElement?.closest('[role="dialog"]') ?? document.body
    host.append(area)
    area.select()
    const done = document.execCommand('copy')
    area.remove()
    return done
  }
}

/** An address in blocks of four, so that people can compare it; screen readers read it as one. */
export function AddressText({ address }: { address: string }) {
  const prefix = address.startsWith('0x') ? '0x' : ''
  const blocks = address.slice(prefix.length).match(/.{1,4}/g) ?? []
  return (
    <span className={styles.address}>
      <span className="visually-hidden">{address}</span>
      <span aria-hidden className={styles.blocks}>
        {prefix && <span className={styles.prefix}>{prefix}</span>}
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is identified by its index.
          <span key={index}>{block}</span>
        ))}
      </span>
    </span>
  )
}

/** A shortened address: its first and last characters. For lists, never where money is sent. */
export const shortAddress = (address: string): string =>
  address.length > 16 ? `${address.slice(0, 8)}…${address.slice(-6)}` : address
