import { type CSSProperties, useId, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { choose, type LeftOut, type Taken, videoSeconds } from './choosing.ts'
import { classes } from './class-names.ts'
import { useFieldControl } from './field.tsx'
import styles from './file-chooser.module.css'
import { Icon } from './icon.tsx'
import { type KitTexts, useKit } from './kit.tsx'
import { kitRules } from './rules.ts'
import { Spinner } from './spinner.tsx'

/** A file that was chosen, as its row shows it. */
export interface ChosenFile {
  /** Stays the same while it is chosen. */
  id: string
  name: string
  /** A video is marked as one. */
  isVideo?: boolean
  /** What stands below its name: its size and length, or how it is doing. */
  about?: string
  /** How much of it has been sent, from 0 to 1, while it is on its way. */
  share?: number | undefined
  /** Why it was not sent; nothing else that was chosen is touched by it. */
  problem?: string | undefined
  /** Sends it again, where that may help. */
  again?: { text: string; onClick: () => void } | undefined
}

export interface FileChooserProps {
  files: readonly ChosenFile[]
  onChoose: (taken: readonly Taken[]) => void
  onRemove: (id: string) => void
  /** What may be chosen, as in an input: `video/*`, `.pdf`. */
  accept?: string
  /** 100 by default. */
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
  const { files, onRemove, max = kitRules.fileChooseMax, disabled } = props
  return (
    <div className={styles.chooser}>
      {files.map(file => (
        <FileRow key={file.id} file={file} {...(disabled ? {} : { onRemove })} />
      ))}
      {files.length < max && !disabled && <Add {...props} max={max} />}
    </div>
  )
}

function FileRow({ file, onRemove }: { file: ChosenFile; onRemove?: (id: string) => void }) {
  const { texts } = useKit()
  const { id, name, isVideo, about, share, problem, again } = file
  return (
    <div className={classes(styles.file, problem !== undefined && styles.failed)}>
      <Icon name={problem === undefined ? (isVideo ? 'play' : 'file') : 'warning'} />
      <span className={styles.facts}>
        <span className={styles.name}>{name}</span>
        {problem === undefined ? (
          about && <span className={`num ${styles.about}`}>{about}</span>
        ) : (
          <span className={styles.problem} role="alert">
            {problem}
          </span>
        )}
        {share !== undefined && (
          <span
            className={styles.bar}
            role="progressbar"
            aria-label={name}
            aria-valuenow={Math.round(share * 100)}
            style={{ '--share': share } as CSSProperties}
          />
        )}
      </span>
      {again && (
        <Button tone="quiet" size="small" onClick={again.onClick}>
          {again.text}
        </Button>
      )}
      {onRemove && (
        <IconButton
          name="close"
          size={18}
          label={`${texts.removeFile} ${name}`}
          onClick={() => onRemove(id)}
        />
      )}
    </div>
  )
}

function Add(props: FileChooserProps & { max: number }) {
  const { files, onChoose, accept, max, label, onProblem } = props
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
    if (taken.length > 0) onChoose(taken)
  }

  return (
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
  )
}

function whyOf(texts: KitTexts, reason: LeftOut): string {
  if (reason.why === 'too many') return texts.fileTooMany(reason.most)
  if (reason.why === 'video too long') return texts.videoTooLong(reason.mostSeconds)
  return texts.videoUnreadable
}
