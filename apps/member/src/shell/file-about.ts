import { sizeText } from './size.ts'

/** The length and size of a video, or the size of a document: `0:42 · 12.3 MB`. */
export function fileAbout({ bytes, seconds }: { bytes: number; seconds: number | null }): string {
  if (seconds === null) return sizeText(bytes)
  const rest = String(seconds % 60).padStart(2, '0')
  return `${Math.floor(seconds / 60)}:${rest} · ${sizeText(bytes)}`
}
