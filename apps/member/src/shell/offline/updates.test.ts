import { afterEach, describe, expect, test, vi } from 'vitest'
import { holdUpdates } from './hold.ts'
import { checkEveryMs, Updates } from './updates.ts'

const letGo: (() => void)[] = []
afterEach(() => {
  for (const free of letGo.splice(0)) free()
})
function hold() {
  const free = holdUpdates()
  letGo.push(free)
  return free
}

function open() {
  let changed = () => {}
  let taken = () => {}
  let waits = false
  let now = 0
  const takeOver = vi.fn()
  const check = vi.fn(async () => {})
  const reload = vi.fn()
  let offered: (() => void) | null = null
  const updates = new Updates({
    worker: {
      waiting: () => (waits ? { takeOver } : null),
      onChange: tell => {
        changed = tell
      },
      onTakenOver: tell => {
        taken = tell
      },
      check,
    },
    offer: act => {
      offered = act
      return () => {
        offered = null
      }
    },
    reload,
    now: () => now,
  })
  return {
    updates,
    takeOver,
    check,
    reload,
    offer: () => offered,
    arrive: () => {
      waits = true
      changed()
    },
    takenOver: () => {
      waits = false
      taken()
    },
    later: (ms: number) => {
      now += ms
    },
  }
}

describe('a newer version', () => {
  test('is offered, and nothing happens without a yes', () => {
    const { arrive, offer, takeOver, takenOver, reload } = open()
    expect(offer()).toBeNull()
    arrive()
    expect(offer()).not.toBeNull()
    expect(takeOver).not.toHaveBeenCalled()
    // Another window's member accepted: this one is not reloaded.
    takenOver()
    expect(reload).not.toHaveBeenCalled()
    expect(offer()).toBeNull()
  })
  test('takes over after the yes, and only then is the page reloaded, once', () => {
    const { arrive, offer, takeOver, takenOver, reload } = open()
    arrive()
    offer()?.()
    expect(takeOver).toHaveBeenCalledTimes(1)
    expect(reload).not.toHaveBeenCalled()
    expect(offer()).toBeNull()
    takenOver()
    expect(reload).toHaveBeenCalledTimes(1)
  })
  test('is not offered while a payment is in progress, but after it', () => {
    const { arrive, offer } = open()
    const free = hold()
    arrive()
    expect(offer()).toBeNull()
    free()
    expect(offer()).not.toBeNull()
  })
  test('is withdrawn while a payment is in progress', () => {
    const { arrive, offer } = open()
    arrive()
    const first = hold()
    const second = hold()
    expect(offer()).toBeNull()
    first()
    expect(offer()).toBeNull()
    second()
    expect(offer()).not.toBeNull()
  })
  test('accepted just before a payment waits for its end', () => {
    const { arrive, offer, takenOver, reload } = open()
    arrive()
    offer()?.()
    const free = hold()
    takenOver()
    expect(reload).not.toHaveBeenCalled()
    free()
    expect(reload).toHaveBeenCalledTimes(1)
  })
})

test('is requested from the server when the member returns, at most every half hour', () => {
  const { updates, check, later } = open()
  updates.returned()
  expect(check).not.toHaveBeenCalled()
  later(checkEveryMs)
  updates.returned()
  updates.returned()
  expect(check).toHaveBeenCalledTimes(1)
})
