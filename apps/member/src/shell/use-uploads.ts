import { dataOf, isRefused, upload } from '@banyan/client'
import {
  type FileKind,
  fileLimits,
  filePath,
  type SentFile,
  type UploadAnswer,
} from '@banyan/domain'
import type { ChosenImage, Taken } from '@banyan/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { api } from './app.ts'
import { holdUpdates } from './offline/hold.ts'
import { fetchPicture, useSameList } from './pictures.ts'
import { uploadCallPath } from './session/calls.ts'
import { failureText } from './transport-text.ts'

/** How far something chosen is on its way. */
type Progress =
  | { phase: 'sending'; share: number }
  | { phase: 'sent'; id: string; file: SentFile | null }
  /** `final` where the same bytes would be refused again. */
  | { phase: 'failed'; why: string; final: boolean }

/** A video or document that goes with what is being written. */
export interface WrittenFile {
  id: string
  name: string
  kind: FileKind
  bytes: number
  seconds: number | null
  /** Null for one that had arrived before the page was loaded anew. */
  blob: Blob | null
}

/** What had arrived before the page was loaded anew. */
interface Remembered {
  pictures: readonly string[]
  files: readonly SentFile[]
}

const nothing: Remembered = { pictures: [], files: [] }

export type Uploads = ReturnType<typeof useUploads>

/**
 * The pictures and files of something that is being written. Each is sent as soon as it is chosen, so that
 * sending the text takes no time. What has arrived can be remembered: phones load a page anew.
 */
export function useUploads(remembered = nothing) {
  const [images, setImages] = useState<readonly ChosenImage[]>([])
  const [files, setFiles] = useState<readonly WrittenFile[]>(() =>
    remembered.files.map(file => ({ ...file, blob: null })),
  )
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(
    () => new Map(remembered.files.map(file => [file.id, { phase: 'sent', id: file.id, file }])),
  )
  const [settled, setSettled] = useState(remembered.pictures.length === 0)
  const running = useRef(new Map<string, AbortController>())
  const note = (id: string, how: Progress) => setProgress(known => new Map(known).set(id, how))

  async function send(id: string, blob: Blob, to: typeof pictureUpload | typeof fileUpload) {
    const run = new AbortController()
    running.current.set(id, run)
    note(id, { phase: 'sending', share: 0 })
    const letGo = holdUpdates()
    try {
      const onProgress = (share: number) => note(id, { phase: 'sending', share })
      const options = { toast: false, ...to.options, onProgress, signal: run.signal }
      const sent = dataOf(await upload<UploadAnswer | SentFile>(api, to.path, blob, options))
      note(id, { phase: 'sent', id: sent.id, file: 'kind' in sent ? sent : null })
    } catch (error) {
      if (!run.signal.aborted)
        note(id, { phase: 'failed', why: failureText(error), final: isRefused(error) })
    } finally {
      letGo()
      running.current.delete(id)
    }
  }
  const sendImage = ({ id, blob }: ChosenImage) => void send(id, blob, pictureUpload)
  const sendFile = ({ id, blob }: WrittenFile) => {
    if (blob) void send(id, blob, fileUpload)
  }

  const restore = useEffectEvent(async () => {
    const pictures = await Promise.all(remembered.pictures.map(restored))
    const kept = pictures.filter(one => one !== null)
    for (const { id } of kept) note(id, { phase: 'sent', id, file: null })
    setImages(since => [...kept, ...since])
    setSettled(true)
  })
  // Effects come again whenever the page comes into sight again; what was kept is fetched once.
  const began = useRef(false)
  useEffect(() => {
    if (!began.current) void restore()
    began.current = true
  }, [])

  const of = (things: readonly { id: string }[]) => things.map(({ id }) => progress.get(id))
  const sentOf = (things: readonly { id: string }[]) =>
    of(things).flatMap(one => (one?.phase === 'sent' ? [one] : []))
  const ids = useSameList(sentOf(images).map(one => one.id))
  const sentFiles = useSameList(sentOf(files).flatMap(one => one.file ?? []))
  const known = [...of(images), ...of(files)]
  const sending = of(images).filter(one => one?.phase === 'sending')
  const phases = of(files).map(one => one?.phase)
  const failedImages = of(images).filter(one => one?.phase === 'failed')
  return {
    images,
    files,
    /** How far a picture or file is. */
    progressOf: (id: string) => progress.get(id),
    /** Ids of the pictures that have arrived, in the order shown: the same array while they are the same. */
    ids,
    /** The files that have arrived. */
    sentFiles,
    /** Both as a call sends them with a text. */
    body: (): { pictures: string[]; files: string[] } => ({
      pictures: [...ids],
      files: sentFiles.map(one => one.id),
    }),
    /** How many pictures are on their way, and their common share of 1; a file says it on its own row. */
    sending: {
      count: sending.length,
      share: sending.reduce((sum, one) => sum + one.share, 0) / (sending.length || 1),
    },
    /** Pictures that were not sent. */
    failed: { count: failedImages.length, why: failedImages[0]?.why ?? '' },
    /** Something is on its way, or was not sent and is still there. */
    waits: known.some(one => one?.phase !== 'sent'),
    /** What the files that have not arrived are doing; null when all have. */
    filesWait: phases.includes('sending')
      ? ('sending' as const)
      : phases.includes('failed')
        ? ('failed' as const)
        : null,
    /** True once the remembered ones are back. */
    settled,
    /** Takes the chooser's new list of pictures: what is new is sent, what is gone is no longer sent. */
    choose(next: readonly ChosenImage[]) {
      for (const { id } of images)
        if (!next.some(image => image.id === id)) running.current.get(id)?.abort()
      for (const image of next) if (!images.some(one => one.id === image.id)) sendImage(image)
      setImages(next)
    },
    addFiles(taken: readonly Taken[]) {
      const added = taken.map(writtenFile)
      added.forEach(sendFile)
      setFiles(before => [...before, ...added])
    },
    removeFile(id: string) {
      running.current.get(id)?.abort()
      setFiles(before => before.filter(one => one.id !== id))
    },
    /** Sends those again that were not sent: all pictures, or one file. */
    retry() {
      for (const image of images) if (progress.get(image.id)?.phase === 'failed') sendImage(image)
    },
    retryFile: (id: string) => files.filter(one => one.id === id).forEach(sendFile),
    clear() {
      setImages([])
      setFiles([])
    },
  }
}

const pictureUpload = { path: uploadCallPath, options: {} } as const
const fileUpload = { path: filePath, options: { timeoutMs: fileLimits.maxMs } } as const

let chosen = 0
const writtenFile = ({ file, seconds }: Taken): WrittenFile => ({
  id: `file-${++chosen}`,
  name: file.name,
  bytes: file.size,
  blob: file,
  kind: seconds === null ? 'document' : 'video',
  seconds: seconds === null ? null : Math.ceil(seconds),
})

/** A picture that had arrived before the reload, or null when it is not there for us. */
async function restored(id: string): Promise<ChosenImage | null> {
  try {
    return { id, name: '', blob: await fetchPicture(id) }
  } catch {
    return null
  }
}
