import type { ChosenImage } from '@banyan/ui'
import { useRef, useState } from 'react'
import { uploadPicture } from './pictures.ts'
import { failureText } from './transport-text.ts'

type Upload =
  | { phase: 'sending'; share: number }
  | { phase: 'sent'; id: string }
  | { phase: 'failed'; why: string }

/** The pictures of a message in preparation; each is uploaded as soon as it is chosen. */
export function usePictures() {
  const [images, setImages] = useState<readonly ChosenImage[]>([])
  const [uploads, setUploads] = useState<ReadonlyMap<string, Upload>>(new Map())
  const running = useRef(new Map<string, AbortController>())
  const note = (id: string, upload: Upload) => setUploads(known => new Map(known).set(id, upload))

  async function send({ id, blob }: ChosenImage) {
    const run = new AbortController()
    running.current.set(id, run)
    note(id, { phase: 'sending', share: 0 })
    try {
      const onProgress = (share: number) => note(id, { phase: 'sending', share })
      const uploaded = await uploadPicture(blob, { onProgress, signal: run.signal })
      note(id, { phase: 'sent', id: uploaded.id })
    } catch (error) {
      if (!run.signal.aborted) note(id, { phase: 'failed', why: failureText(error) })
    }
  }

  const known = images.map(image => uploads.get(image.id))
  const sending = known.filter(one => one?.phase === 'sending')
  const failed = known.find(one => one?.phase === 'failed')
  return {
    images,
    ids: known.flatMap(one => (one?.phase === 'sent' ? [one.id] : [])),
    /** The common progress of the pictures being uploaded; null when there are none. */
    share:
      sending.length === 0
        ? null
        : sending.reduce((sum, one) => sum + one.share, 0) / sending.length,
    failure: failed?.phase === 'failed' ? failed.why : null,
    choose(next: readonly ChosenImage[]) {
      for (const { id } of images)
        if (!next.some(image => image.id === id)) running.current.get(id)?.abort()
      for (const image of next) if (!images.some(one => one.id === image.id)) void send(image)
      setImages(next)
    },
    retry() {
      for (const image of images) if (uploads.get(image.id)?.phase === 'failed') void send(image)
    },
    clear: () => setImages([]),
  }
}
