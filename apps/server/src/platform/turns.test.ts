import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openTurns } from './turns.ts'

describe('turns', () => {
  it('are taken by so many at once, the rest in order', async () => {
    const inTurn = openTurns(2, 10)
    const running: number[] = []
    const leave: (() => void)[] = []
    const all = Promise.all(
      [0, 1, 2, 3, 4, 5].map(i =>
        inTurn(async () => {
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
    const inTurn = openTurns(1, 1)
    let fail = () => {}
    const failing = inTurn(
      () =>
        new Promise<never>((_, reject) => {
          fail = () => reject(new Error('broken'))
        }),
    )
    const waiting = inTurn(async () => 'done')
    await expect(inTurn(async () => 'never')).rejects.toMatchObject({ refusal: 'notReady' })
    fail()
    await expect(failing).rejects.toThrow('broken')
    await expect(waiting).resolves.toBe('done')
    await expect(inTurn(async () => 'again')).resolves.toBe('again')
  })
})
