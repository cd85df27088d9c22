import { describe, expect, test } from 'vitest'
import { choose } from './choosing.ts'

const file = (name: string, type = 'application/pdf') => new File(['x'], name, { type })
const files = (n: number) => Array.from({ length: n }, (_, i) => file(`${i}.pdf`))
const seconds = (n: number) => () => Promise.resolve(n)

describe('choosing', () => {
  test('takes what fits, in order, and returns how many fit', async () => {
    const { taken, leftOut } = await choose(files(101), {
      left: 100,
      most: 100,
      videoSeconds: seconds(1),
    })
    expect(taken.map(one => one.file.name)).toEqual(files(100).map(one => one.name))
    expect(leftOut).toEqual([{ why: 'too many', most: 100 }])
  })
  test('returns no reason when everything fits', async () => {
    const { leftOut } = await choose(files(9), { left: 9, most: 9, videoSeconds: seconds(1) })
    expect(leftOut).toEqual([])
  })
  test('takes videos of up to 60 s', async () => {
    const video = [file('a.mp4', 'video/mp4')]
    const setup = { left: 9, most: 9 }
    expect((await choose(video, { ...setup, videoSeconds: seconds(60) })).taken).toHaveLength(1)
    const long = await choose(video, { ...setup, videoSeconds: seconds(60.1) })
    expect(long).toEqual({ taken: [], leftOut: [{ why: 'video too long', mostSeconds: 60 }] })
  })
  test('leaves out a video that cannot be read, and takes the files after it', async () => {
    const broken = await choose([file('a.mp4', 'video/mp4'), file('b.pdf')], {
      left: 1,
      most: 9,
      videoSeconds: () => Promise.reject(new Error('not a video')),
    })
    expect(broken.taken.map(one => one.file.name)).toEqual(['b.pdf'])
    expect(broken.leftOut).toEqual([{ why: 'video unreadable' }])
  })
})
