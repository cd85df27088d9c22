import { type PointerEvent, useEffect, useEffectEvent, useMemo } from 'react'
import { kitRules } from './rules.ts'

interface Finger {
  id: number
  x: number
  y: number
}

/** Recognises a long press: one touch held for 350 ms within 10 px. */
export class LongPress {
  readonly #act: () => void
  #finger: Finger | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #acted = false

  constructor(act: () => void) {
    this.#act = act
  }

  down(finger: Finger): void {
    this.cancel()
    this.#acted = false
    this.#finger = finger
    this.#timer = setTimeout(() => {
      this.#finger = null
      this.#acted = true
      this.#act()
    }, kitRules.longPressMs)
  }

  /** A touch that moves is a scroll. */
  move({ id, x, y }: Finger): void {
    const from = this.#finger
    if (!from || from.id !== id) return
    if (Math.hypot(x - from.x, y - from.y) > kitRules.longPressTolerancePx) this.cancel()
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#finger = null
  }

  /** True once after a long press: the click that follows it must be ignored. */
  tookClick(): boolean {
    const acted = this.#acted
    this.#acted = false
    return acted
  }
}

const fingerOf = (event: PointerEvent): Finger => ({
  id: event.pointerId,
  x: event.clientX,
  y: event.clientY,
})

/**
 * Returns handlers to spread into an element that supports a long press. Its action must also be
 * reachable by something visible: otherwise people do not find it, and keyboards have no long
 * press.
 */
export function useLongPress(act: () => void) {
  const pressed = useEffectEvent(() => {
    // A short vibration, where the device supports it.
    navigator.vibrate?.(10)
    act()
  })
  const press = useMemo(() => new LongPress(() => pressed()), [])
  useEffect(() => () => press.cancel(), [press])
  return useMemo(
    () => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.isPrimary && event.button === 0) press.down(fingerOf(event))
      },
      onPointerMove: (event: PointerEvent) => press.move(fingerOf(event)),
      onPointerUp: () => press.cancel(),
      onPointerCancel: () => press.cancel(),
      onPointerLeave: () => press.cancel(),
      onClickCapture: (event: { stopPropagation(): void; preventDefault(): void }) => {
        if (!press.tookClick()) return
        event.stopPropagation()
        event.preventDefault()
      },
      onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
    }),
    [press],
  )
}
