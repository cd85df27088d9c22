import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { softwareOf } from './software.ts'

const create = { width: 8, height: 8, channels: 3 as const, background: '#0b0d12' }
const pictureBy = (Software: string) => sharp({ create }).withExif({ IFD0: { Software } })

describe('the program that made a picture', () => {
  it('is read from its hidden data, for every accepted type of picture', async () => {
    expect(await softwareOf(await pictureBy('Adobe Photoshop 25.0').jpeg().toBuffer())).toBe(
      'Adobe Photoshop 25.0',
    )
    expect(await softwareOf(await pictureBy('GIMP').png().toBuffer())).toBe('GIMP')
    expect(await softwareOf(await pictureBy('me').webp().toBuffer())).toBe('me')
  })

  it('is printable and short, whatever the data holds', async () => {
    const name = await softwareOf(
      await pictureBy(`=1\u0007+1${'x'.repeat(500)}`)
        .jpeg()
        .toBuffer(),
    )
    expect(name).toMatch(/^[\x20-\x7e]{1,100}$/)
  })

  it('is null when none is named, or when the data is broken', async () => {
    expect(await softwareOf(await sharp({ create }).jpeg().toBuffer())).toBeNull()
    expect(await softwareOf(Buffer.from('no picture'))).toBeNull()
    const whole = await pictureBy('Adobe Photoshop 25.0').jpeg().toBuffer()
    const at = whole.indexOf('II*\0', 0, 'latin1')
    const broken = Buffer.from(whole)
    broken.writeUInt32LE(0x7fffffff, at + 4)
    expect(await softwareOf(broken)).toBeNull()
  })
})
