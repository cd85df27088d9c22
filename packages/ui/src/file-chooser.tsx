import { useId, useState } from 'react'
import { IconButton } from './button.tsx'
import { choose, type LeftOut, videoSeconds } from './choosing.ts'
import { useFieldControl } from './field.tsx'
import styles from './file-chooser.module.css'
import { Icon } from './icon.tsx'
import { type KitTexts, useKit } from './kit.tsx'
import { kitRules } from './rules.ts'
import { Spinner } from './spinner.tsx'

export interface FileChooserProps {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
  /** The accepted types, as in an input: `video/*`, `.pdf`. */
  accept?: string
  /** At most a hundred by default. */
  max?: number
  /** Name of the input, for screen readers; the text on the field. */
  label: string
  /** Reports why a file was not taken. */
  onProblem: (text: string) => void
  disabled?: boolean
}

/**
 * Chooses files of any kind: at most a hundred, videos of at most a minute. Pictures have their own
 * chooser.
 */
export function FileChooser(props: FileChooserProps) {
  const {
    files,
    onChange,
    accept,
    max = kitRules.fileChooseMax,
    label,
    onProblem,
    disabled,
  } = props
  const { texts } = useKit()
  const own = useId()
  const control = useFieldControl()
  const id = control.id ?? own
  const [busy, setBusy] = useState(false)
  const left = max - files.length

  async function take(chosen: readonly File[]) {
    setBusy(true)
    const { taken, leftOut } = await choose(chosen, { left, most: max, videoSeconds })
    setBusy(false)
    if (leftOut.length > 0) onProblem(leftOut.map(reason => whyOf(texts, reason)).join('\n'))
    if (taken.length > 0) onChange([...files, ...taken])
  }

  return (
    <div className={styles.chooser}>
      {files.map((file, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice.
        <div key={index} className={styles.file}>
          <Icon name="file" />
          <span className={styles.name}>{file.name}</span>
          {!disabled && (
            <IconButton
              name="close"
              size={18}
              label={`${texts.removeFile} ${file.name}`}
              onClick={() => onChange(files.filter((_, place) => place !== index))}
            />
          )}
        </div>
      ))}
      {left > 0 && !disabled && (
        <label className={styles.add} htmlFor={id}>
          {busy ? <Spinner size={22} label={texts.loading} /> : <Icon name="plus" />}
          <span>{label}</span>
          <input
            {...control}
            id={id}
            type="file"
            {...(accept ? { accept } : {})}
            multiple={left > 1}
            disabled={busy}
            aria-label={label}
            onChange={event => {
              const chosen = [...(event.target.files ?? [])]
              // The same file may be chosen again after it was removed.
              event.target.value = ''
              void take(chosen)
            }}
          />
        </label>
      )}
    </div>
  )
}

function whyOf(texts: KitTexts, reason: LeftOut): string {
  if (reason.why === 'too many') return texts.fileTooMany(reason.most)
  if (reason.why === 'video too long') return texts.videoTooLong(reason.mostSeconds)
  return texts.videoUnreadable
}
