import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { openHashing, openTurns } from './hashing.ts'

describe('a password hash', () => {
  const hashing = openHashing(randomBytes(32))

  it('fits its password, however an accent was typed, and no other', async () => {
    const stored = await hashing.hash('caf\u00e9 1234')
    expect(stored).toMatch(/^v1:\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await hashing.fits(stored, 'cafe\u0301 1234')).toBe(true)
    expect(await hashing.fits(stored, 'cafe 1234')).toBe(false)
  })

  it('is worth nothing without the pepper', async () => {
    const stored = await hashing.hash('green leaves 42')
    expect(await openHashing(randomBytes(32)).fits(stored, 'green leaves 42')).toBe(false)
  })

  it('is never the same twice', async () => {
    expect(await hashing.hash('same 1234')).not.toBe(await hashing.hash('same 1234'))
  })

  it('of nobody is compared with the same settings and fits nothing', async () => {
    expect(await hashing.fits(null, 'green leaves 42')).toBe(false)
    expect(await hashing.fits(null, '')).toBe(false)
  })
})

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
