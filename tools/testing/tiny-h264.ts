/*
 * One grey picture in H.264 (ITU-T H.264, constrained baseline) with every block written out plainly
 * (I_PCM), which takes a page of code to write and any browser plays.
 */

const BLOCK = 16
const BLOCK_BYTES = 384

/** Width and height of a picture, in blocks of sixteen points. */
export interface Blocks {
  across: number
  down: number
}

/** Its parameters as an `avcC` box holds them, and the picture as one sample. */
export function tinyPicture({ across, down }: Blocks): { config: Buffer; sample: Buffer } {
  const sequence = unit(0x67, bits => {
    bits.fixed(66, 8)
    bits.fixed(0xc0, 8)
    bits.fixed(10, 8)
    for (const value of [0, 0, 2, 0]) bits.counted(value)
    bits.fixed(0, 1)
    bits.counted(across - 1)
    bits.counted(down - 1)
    // Whole frames; no direct prediction, no cropping, nothing besides.
    bits.fixed(0b1000, 4)
  })
  const parameters = unit(0x68, bits => {
    bits.counted(0)
    bits.counted(0)
    bits.fixed(0, 2)
    for (const value of [0, 0, 0]) bits.counted(value)
    bits.fixed(0, 3)
    for (const value of [0, 0, 0]) bits.counted(value)
    bits.fixed(0, 3)
  })
  const picture = unit(0x65, bits => {
    for (const value of [0, 7, 0]) bits.counted(value)
    bits.fixed(0, 4)
    bits.counted(0)
    bits.fixed(0, 2)
    bits.counted(0)
    for (let block = 0; block < across * down; block++) {
      bits.counted(25)
      bits.align()
      for (let at = 0; at < BLOCK_BYTES; at++)
        bits.fixed(at < BLOCK * BLOCK ? 90 + ((at + block * 7) % 90) : 128, 8)
    }
  })
  const config = Buffer.concat([
    Buffer.from([1, 66, 0xc0, 10, 0xff, 0xe1]),
    sized(sequence, 2),
    Buffer.from([1]),
    sized(parameters, 2),
  ])
  return { config, sample: sized(picture, 4) }
}

interface Bits {
  fixed(value: number, width: number): void
  /** Exp-Golomb. */
  counted(value: number): void
  align(): void
}

/** A unit of the stream, with the bytes put in that keep it from looking like the start of another. */
function unit(head: number, write: (bits: Bits) => void): Buffer {
  const all: number[] = []
  const fixed = (value: number, width: number) => {
    for (let bit = width - 1; bit >= 0; bit--) all.push((value >> bit) & 1)
  }
  const align = () => {
    while (all.length % 8 !== 0) all.push(0)
  }
  const counted = (value: number) => fixed(value + 1, 2 * Math.floor(Math.log2(value + 1)) + 1)
  write({ fixed, counted, align })
  fixed(1, 1)
  align()
  const bytes = [head]
  for (let at = 0; at < all.length; at += 8) {
    const byte = all.slice(at, at + 8).reduce((sum, bit) => sum * 2 + bit, 0)
    if (byte <= 3 && bytes.at(-1) === 0 && bytes.at(-2) === 0) bytes.push(3)
    bytes.push(byte)
  }
  return Buffer.from(bytes)
}

function sized(bytes: Buffer, width: 2 | 4): Buffer {
  const size = Buffer.alloc(width)
  size.writeUIntBE(bytes.length, 0, width)
  return Buffer.concat([size, bytes])
}
