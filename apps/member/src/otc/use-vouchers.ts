import type { ChosenImage } from '@banyan/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  fetchPicture,
  isRefused,
  isSilent,
  isTransport,
  transportText,
  uploadPicture,
} from '../shell/index.ts'

/** The upload progress of a chosen picture. */
type Sending =
  | { phase: 'sending'; share: number }
  | { phase: 'sent'; uploadId: string }
  | { phase: 'failed'; why: string }

export interface Vouchers {
  images: readonly ChosenImage[]
  /** Takes the chooser's new list: new pictures are uploaded, removed ones are aborted. */
  choose: (images: readonly ChosenImage[]) => void
  /** Ids of the uploaded ones, in the order shown. */
  ids: readonly string[]
  /** How many are being uploaded, and their common share of 1. */
  sending: { count: number; share: number }
  failed: { count: number; why: string }
  /** True once the stored ones are restored. */
  settled: boolean
  retry: () => void
}

/**
 * Pictures that are uploaded as soon as they are chosen, so that "I have paid" is instant. Uploaded
 * ones are stored: phones reload a page while the member looks up a hash in a wallet.
 */
export function useVouchers(remembered: readonly string[]): Vouchers {
  const [images, setImages] = useState<readonly ChosenImage[]>([])
  const [progress, setProgress] = useState<ReadonlyMap<string, Sending>>(new Map())
  const [settled, setSettled] = useState(remembered.length === 0)
  const running = useRef(new Map<string, AbortController>())
  const note = (id: string, how: Sending) => setProgress(before => new Map(before).set(id, how))

  async function send({ id, blob }: ChosenImage) {
    const run = new AbortController()
    running.current.set(id, run)
    note(id, { phase: 'sending', share: 0 })
    try {
      const { id: uploadId } = await uploadPicture(blob, {
        onProgress: share => note(id, { phase: 'sending', share }),
        signal: run.signal,
      })
      note(id, { phase: 'sent', uploadId })
    } catch (error) {
      if (!run.signal.aborted) note(id, { phase: 'failed', why: reasonOf(error) })
    } finally {
      running.current.delete(id)
    }
  }

  function choose(next: readonly ChosenImage[]) {
    for (const { id } of images) {
      if (!next.some(image => image.id === id)) running.current.get(id)?.abort()
    }
    for (const image of next) {
      if (!images.some(known => known.id === image.id)) void send(image)
    }
    setImages(next)
  }

  const restore = useEffectEvent(async () => {
    const found = await Promise.all(remembered.map(restored))
    const kept = found.filter(one => one !== null)
    for (const { id } of kept) note(id, { phase: 'sent', uploadId: id })
    setImages(since => [...kept, ...since])
    setSettled(true)
  })
  // Effects run again whenever the page becomes visible again; stored pictures are fetched once.
  const began = useRef(false)
  useEffect(() => {
    if (!began.current) void restore()
    began.current = true
  }, [])

  const known = images.map(image => progress.get(image.id))
  const sending = known.filter(one => one?.phase === 'sending')
  const failed = known.filter(one => one?.phase === 'failed')
  return {
    images,
    choose,
    ids: known.flatMap(one => (one?.phase === 'sent' ? [one.uploadId] : [])),
    sending: {
      count: sending.length,
      share: sending.reduce((sum, one) => sum + one.share, 0) / (sending.length || 1),
    },
    failed: { count: failed.length, why: failed[0]?.why ?? '' },
    settled,
    retry: () => {
      for (const image of images) {
        if (progress.get(image.id)?.phase === 'failed') void send(image)
      }
    },
  }
}

/** A picture that was uploaded before the reload, or null when the server does not return it. */
async function restored(uploadId: string): Promise<ChosenImage | null> {
  try {
    return { id: uploadId, name: '', blob: await fetchPicture(uploadId) }
  } catch {
    return null
  }
}

function reasonOf(error: unknown): string {
  if (isTransport(error)) return transportText(error)
  if (isRefused(error)) return error.message
  if (isSilent(error)) return ''
  throw error
}
