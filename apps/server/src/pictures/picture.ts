import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { perceptualHashOf } from './perceptual-hash.ts'
import { softwareOf } from './software.ts'

const accepted = new Set(['image/jpeg', 'image/png', 'image/webp'])
const LONGEST_SIDE = 2560
/** Decoded size is what costs memory: a small file can be a very large picture. */
const MAX_PIXELS = 50e6

/** A picture as the platform keeps it, and what the original bytes showed. */
export interface CleanPicture {
  /** WebP. */
  bytes: Uint8Array
  width: number
  height: number
  /** The media type of the original. */
  cameAs: string
  hash: number[] | null
  software: string | null
}

/** Why bytes are refused: names of refusals. */
export type NoPicture = 'uploadNotAPicture' | 'uploadUnreadable'

// One picture at a time, and no cache: the two cores and the memory belong to the ledger.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes the bytes and encodes them anew (security.md 4.6): first frame only, turned upright,
 * without metadata, at most 2560 px. The type is detected from the bytes before the decoder sees
 * them.
 */
export async function cleanPicture(raw: Buffer): Promise<CleanPicture | NoPicture> {
  const type = await fileTypeFromBuffer(raw).catch(() => undefined)
  if (!type || !accepted.has(type.mime)) return 'uploadNotAPicture'
  try {
    const { data, info } = await sharp(raw, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      pages: 1,
    })
      .rotate()
      .resize({
        width: LONGEST_SIDE,
        height: LONGEST_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .webp({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    return {
      bytes: data,
      width: info.width,
      height: info.height,
      cameAs: type.mime,
      hash: await perceptualHashOf(data),
      software: await softwareOf(raw),
    }
  } catch {
    return 'uploadUnreadable'
  }
}
