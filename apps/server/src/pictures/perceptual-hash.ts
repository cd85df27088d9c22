import sharp from 'sharp'

const SIDE = 16
/**
 * Grey values that differ by less than this count as equal: compression makes such differences
 * where there were none.
 */
const NOISE = 8
/**
 * Pictures whose perceptual hashes differ in at most this many of 256 bits count as the same
 * picture.
 */
export const ALIKE_BITS = 10
const PARTS = 16

/**
 * The perceptual hash of a picture (a difference hash) of 256 bits: the picture is reduced to
 * sixteen by sixteen grey points, and each bit states whether a point is clearly darker than its
 * right neighbour. It survives another size, another quality and another format. Sixteen parts of
 * sixteen bits; null for a picture without features, which would look like every other one.
 */
export async function perceptualHashOf(picture: Buffer): Promise<number[] | null> {
  const grey = await sharp(picture)
    .greyscale()
    .resize(SIDE + 1, SIDE, { fit: 'fill' })
    .raw()
    .toBuffer()
  let set = 0
  const parts = Array.from({ length: PARTS }, (_, row) => {
    let bits = 0
    for (let column = 0; column < SIDE; column++) {
      const at = row * (SIDE + 1) + column
      const darker = (grey[at] ?? 0) + NOISE < (grey[at + 1] ?? 0)
      if (darker) set++
      bits = (bits << 1) | (darker ? 1 : 0)
    }
    return bits
  })
  // One colour, or one gradient: nearly all bits are the same.
  return set < SIDE || set > SIDE * (SIDE - 1) ? null : parts
}

/** The number of bits in which two hashes differ. */
export function differenceOf(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, bits, part) => sum + ones(bits ^ (other[part] ?? 0)), 0)
}

function ones(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
