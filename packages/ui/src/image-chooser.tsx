import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from './class-names.ts'
import { useFieldControl } from './field.tsx'
import { Icon } from './icon.tsx'
import styles from './image-chooser.module.css'
import { ImagePreview } from './image-preview.tsx'
import { shrinkImage } from './image-shrink.ts'
import { useKit } from './kit.tsx'
import { kitRules } from './rules.ts'
import { Spinner } from './spinner.tsx'

/** A chosen picture, re-encoded and ready to send. */
export interface ChosenImage {
  /** Constant while it is chosen. */
  id: string
  name: string
  blob: Blob
}

export interface ImageChooserProps {
  images: readonly ChosenImage[]
  onChange: (images: readonly ChosenImage[]) => void
  /** At most nine by default. */
  max?: number
  /** Name of the input, for screen readers; the text on the empty field. */
  label: string
  /** Reports why a picture was not taken. */
  onProblem: (text: string) => void
  disabled?: boolean
}

/** Chooses pictures: each is re-encoded at 1600 px and without its metadata before it is kept. */
export function ImageChooser(props: ImageChooserProps) {
  const { images, onChange, max = kitRules.imageChooseMax, label, disabled } = props
  const { texts } = useKit()
  const [shown, setShown] = useState<number | null>(null)
  const urls = useObjectUrls(images)
  const isEmpty = images.length === 0
  return (
    <div className={styles.chooser}>
      {images.map((image, index) => (
        <div key={image.id} className={styles.picture}>
          <button type="button" aria-label={image.name} onClick={() => setShown(index)}>
            <img className="thumb" src={urls[index]} alt={image.name} />
          </button>
          {!disabled && (
            <button
              type="button"
              className={styles.remove}
              aria-label={`${texts.removeImage} ${image.name}`}
              onClick={() => onChange(images.filter(other => other.id !== image.id))}
            >
              <Icon name="close" size={14} strokeWidth={2.5} />
            </button>
          )}
        </div>
      ))}
      {images.length < max && !disabled && (
        <ImagePick
          {...props}
          className={classes(styles.add, isEmpty && styles.empty)}
          label={isEmpty ? label : texts.addImage}
        >
          {busy => (
            <>
              {busy ? <Spinner size={24} label={texts.loading} /> : <Icon name="plus" />}
              {isEmpty && <span>{label}</span>}
            </>
          )}
        </ImagePick>
      )}
      <ImagePreview
        images={urls.map((src, index) => ({ src, name: images[index]?.name ?? label }))}
        at={shown}
        onClose={() => setShown(null)}
      />
    </div>
  )
}

export interface ImagePickProps extends ImageChooserProps {
  className?: string
  /** The tap target; `busy` while chosen pictures are re-encoded. */
  children: (busy: boolean) => ReactNode
}

/** Any element that opens the choice of pictures on a tap. */
export function ImagePick(props: ImagePickProps) {
  const { images, onChange, max = kitRules.imageChooseMax, label, onProblem, disabled } = props
  const { className, children } = props
  const { texts } = useKit()
  const own = useId()
  const control = useFieldControl()
  const id = control.id ?? own
  const [busy, setBusy] = useState(false)
  const left = max - images.length

  async function take(files: readonly File[]) {
    if (files.length > left) onProblem(texts.imageTooMany(max))
    setBusy(true)
    const taken: ChosenImage[] = []
    for (const file of files.slice(0, left)) {
      try {
        taken.push({
          id: crypto.randomUUID?.() ?? `${Date.now()}-${taken.length}`,
          name: file.name,
          blob: await shrinkImage(file),
        })
      } catch {
        onProblem(texts.imageUnreadable)
      }
    }
    setBusy(false)
    if (taken.length > 0) onChange([...images, ...taken])
  }

  return (
    <label className={classes(styles.pick, className)} htmlFor={id}>
      {children(busy)}
      <input
        {...control}
        id={id}
        type="file"
        accept="image/*"
        multiple={left > 1}
        disabled={busy || disabled}
        aria-label={label}
        onChange={event => {
          const files = [...(event.target.files ?? [])]
          // The same file may be chosen again after it was removed.
          event.target.value = ''
          void take(files)
        }}
      />
    </label>
  )
}

/** Returns the object URL of a picture in memory, for an `<img>`. */
export function useImageUrl(image: ChosenImage | undefined): string | undefined {
  return useObjectUrls(image ? [image] : [])[0]
}

/** Object URLs of pictures in memory, revoked together with them. */
function useObjectUrls(images: readonly ChosenImage[]): readonly string[] {
  const kept = useRef(new Map<Blob, string>())
  const urls = images.map(({ blob }) => {
    const url = kept.current.get(blob) ?? URL.createObjectURL(blob)
    kept.current.set(blob, url)
    return url
  })
  useEffect(() => {
    for (const [blob, url] of kept.current) {
      if (images.some(image => image.blob === blob)) continue
      URL.revokeObjectURL(url)
      kept.current.delete(blob)
    }
  }, [images])
  return urls
}
