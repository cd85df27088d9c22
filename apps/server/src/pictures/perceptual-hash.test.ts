import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { ALIKE_BITS, differenceOf, perceptualHashOf } from './perceptual-hash.ts'

/** A generated receipt: lines and blocks at places that a seed chooses. */
const receipt = (seed: number) => {
  const blocks = Array.from({ length: 14 }, (_, i) => {
    const at = (n: number) => (seed * 7919 + i * 104_729 + n * 1_299_709) % 997
    const shade = at(5) % 200
    return `<rect x="${at(1) % 300}" y="${at(2) % 560}" width="${40 + (at(3) % 90)}" height="${12 + (at(4) % 70)}" fill="rgb(${shade},${shade},${shade})"/>`
  })
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="640"><rect width="360" height="640" fill="#fff"/>${blocks.join('')}</svg>`,
  )
}
const png = (seed: number) => sharp(receipt(seed)).png().toBuffer()

describe('the perceptual hash of a picture', () => {
  it('survives another size, another quality and another format', async () => {
    const original = await perceptualHashOf(await png(1))
    const copies = [
      sharp(await png(1)).jpeg({ quality: 40 }),
      sharp(await png(1)).resize(200),
      sharp(await png(1)).webp({ quality: 60 }),
    ]
    for (const copy of copies) {
      const hash = await perceptualHashOf(await copy.toBuffer())
      expect(differenceOf(original as number[], hash as number[])).toBeLessThanOrEqual(ALIKE_BITS)
    }
  })

  it('differs between different pictures', async () => {
    const hashes = (
      await Promise.all([1, 2, 3, 4, 5].map(async seed => perceptualHashOf(await png(seed))))
    ).map(hash => hash as number[])
    for (const [i, one] of hashes.entries())
      for (const other of hashes.slice(i + 1))
        expect(differenceOf(one, other)).toBeGreaterThan(ALIKE_BITS * 2)
  })

  it('does not exist for a picture in one colour', async () => {
    const create = { width: 60, height: 80, channels: 3 as const, background: '#123456' }
    expect(await perceptualHashOf(await sharp({ create }).png().toBuffer())).toBeNull()
  })
})
