import sharp from 'sharp'

const SOFTWARE_TAG = 0x0131
const ASCII = 2
const ENTRY_BYTES = 12
const LONGEST = 100

/**
 * The program that a picture's hidden data names as its maker, or null: evidence only for a case.
 */
export async function softwareOf(raw: Buffer): Promise<string | null> {
  try {
    const { exif } = await sharp(raw, { pages: 1 }).metadata()
    return exif ? softwareIn(exif) : null
  } catch {
    return null
  }
}

/**
 * Reads the tag Software of the first directory (EXIF 2.32, 4.6.5). @throws RangeError when the
 * data points beyond its own end.
 */
function softwareIn(exif: Buffer): string | null {
  const tiff = exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0)
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = long(4)
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * ENTRY_BYTES
    if (short(at) !== SOFTWARE_TAG || short(at + 2) !== ASCII) continue
    const bytes = long(at + 4)
    // A value of at most four bytes is stored in place of the pointer.
    const from = bytes <= 4 ? at + 8 : long(at + 8)
    const text = tiff.toString('latin1', from, from + Math.min(bytes, LONGEST))
    return text.replace(/[^\x20-\x7e]/g, '').trim() || null
  }
  return null
}
