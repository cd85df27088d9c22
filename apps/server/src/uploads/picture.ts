import { uploadLimits } from '@banyan/domain'
import { fileTypeFromBuffer } from 'file-type'
import sharp from 'sharp'
import { refuse } from '../platform/refused.ts'

const accepted = new Set(['image/jpeg', 'image/png', 'image/webp'])
const LONGEST_SIDE = 2560
/** Decoded size is what costs memory: a small file can be a very large picture. */
const MAX_PIXELS = 50e6

export interface CleanPicture {
  bytes: Buffer
  mediaType: 'image/webp'
  /** What it was when it came in. */
  cameAs: string
  width: number
  height: number
}

// One picture at a time, and none kept: two cores and the memory belong to the ledger.
sharp.concurrency(1)
sharp.cache(false)

/**
 * Decodes what came in and encodes it anew (security.md 4.6): first frame only, turned upright,
 * metadata gone, at most 2560 px. The type is sniffed from the bytes before the decoder sees them.
 */
export async function cleanPicture(raw: Buffer): Promise<CleanPicture> {
  if (raw.length > uploadLimits.maxBytes) refuse('uploadTooLarge')
  const type = await fileTypeFromBuffer(raw)
  if (!type || !accepted.has(type.mime)) refuse('uploadNotAPicture')
  try {
    const { data, info } = await sharp(raw, {
      limitInputPixels: MAX_PIXELS,
      failOn: 'error',
      pages: 1,
    })
      .timeout({ seconds: 10 })
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
      mediaType: 'image/webp',
      cameAs: type.mime,
      width: info.width,
      height: info.height,
    }
  } catch {
    return refuse('uploadUnreadable')
  }
}
