import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openQueue } from './queue.ts'

describe('a queue', () => {
  it('are taken by so many at once, the rest in order', async () => {
    const queued = openQueue(2, 10)
    const running: number[] = []
    const leave: (() => void)[] = []
    const all = Promise.all(
      [0, 1, 2, 3, 4, 5].map(i =>
        queued(async () => {
          running.push(i)
          await new Promise<void>(resolve => {
            leave[i] = resolve
          })
          running.splice(running.indexOf(i), 1)
        }),
      ),
    )
    for (let first = 0; first < 6; first++) {
      await turn()
      expect(running).toEqual([first, first + 1].filter(i => i < 6))
      leave[first]?.()
    }
    await all
    expect(running).toEqual([])
  })

  it('are refused when the queue is full, and go on after a failure', async () => {
    const queued = openQueue(1, 1)
    let fail = () => {}
    const failing = queued(
      () =>
        new Promise<never>((_, reject) => {
          fail = () => reject(new Error('broken'))
        }),
    )
    const waiting = queued(async () => 'done')
    await expect(queued(async () => 'never')).rejects.toMatchObject({ refusal: 'notReady' })
    fail()
    await expect(failing).rejects.toThrow('broken')
    await expect(waiting).resolves.toBe('done')
    await expect(queued(async () => 'again')).resolves.toBe('again')
  })
})
