import { kitRules } from './rules.ts'

/** Why a file was left out. */
export type LeftOut =
  | { why: 'too many'; most: number }
  | { why: 'video too long'; mostSeconds: number }
  | { why: 'video unreadable' }

/** A file that was taken, and how long it is where it is a video. */
export interface Taken {
  file: File
  seconds: number | null
}

export interface Choosing {
  /** How many more files fit. */
  left: number
  /** The maximum in total, for the sentence. */
  most: number
  /** Returns the length of a video in seconds; rejects when it cannot be read. */
  videoSeconds: (file: File) => Promise<number>
}

/** Takes the files that fit, in their order, and returns why others were left out: each reason once. */
export async function choose(
  files: readonly File[],
  { left, most, videoSeconds }: Choosing,
): Promise<{ taken: Taken[]; leftOut: LeftOut[] }> {
  const taken: Taken[] = []
  const leftOut = new Map<string, LeftOut>()
  const leave = (reason: LeftOut) => leftOut.set(reason.why, reason)
  for (const file of files) {
    if (taken.length >= left) {
      leave({ why: 'too many', most })
      break
    }
    const seconds = file.type.startsWith('video/') ? await lengthOf(file, videoSeconds) : null
    if (typeof seconds === 'object' && seconds !== null) leave(seconds)
    else taken.push({ file, seconds })
  }
  return { taken, leftOut: [...leftOut.values()] }
}

/** How long a video is, or why it is left out. */
async function lengthOf(
  video: File,
  secondsOf: Choosing['videoSeconds'],
): Promise<number | LeftOut> {
  try {
    const seconds = await secondsOf(video)
    const most = kitRules.videoMaxSeconds
    return seconds <= most ? seconds : { why: 'video too long', mostSeconds: most }
  } catch {
    return { why: 'video unreadable' }
  }
}

/** Reads the length of a video from its metadata, without playing it. */
export function videoSeconds(file: File): Promise<number> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  const length = new Promise<number>((resolve, reject) => {
    video.preload = 'metadata'
    video.onloadedmetadata = () => {
      if (Number.isFinite(video.duration)) return resolve(video.duration)
      // A recording without a length in its metadata reports it after a seek to the end.
      video.ondurationchange = () => Number.isFinite(video.duration) && resolve(video.duration)
      video.currentTime = 1e7
    }
    video.onerror = () => reject(new Error('not a video'))
    video.src = url
  })
  return length.finally(() => URL.revokeObjectURL(url))
}
