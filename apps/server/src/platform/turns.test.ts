import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openTurns } from './turns.ts'

describe('turns', () => {
  it('are taken by so many at once, the rest in order', async () => {
    const inTurn = openTurns(2, 10)
    const order: number[] = []
    let running = 0
    let most = 0
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map(i =>
        inTurn(async () => {
          most = Math.max(most, ++running)
          await sleep(2)
          order.push(i)
          running--
        }),
      ),
    )
    expect(most).toBe(2)
    expect(order).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('refuse who finds the line full, and go on after a failure', async () => {
    const inTurn = openTurns(1, 1)
    const failing = inTurn(() => sleep(5).then(() => Promise.reject(new Error('broken'))))
    const waiting = inTurn(async () => 'done')
    await expect(inTurn(async () => 'never')).rejects.toMatchObject({ refusal: 'notReady' })
    await expect(failing).rejects.toThrow('broken')
    await expect(waiting).resolves.toBe('done')
    await expect(inTurn(async () => 'again')).resolves.toBe('again')
  })
})
