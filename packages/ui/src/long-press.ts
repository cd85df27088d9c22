import { type PointerEvent, useEffect, useEffectEvent, useMemo } from 'react'
import { kitRules } from './rules.ts'

interface Finger {
  id: number
  x: number
  y: number
}

/** One finger that rests: after 350 ms within 10 px it is a long press, else it was something else. */
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

  /** A finger that wanders wants to scroll. */
  move({ id, x, y }: Finger): void {
    const from = this.#finger
    if (!from || from.id !== id) return
    if (Math.hypot(x - from.x, y - from.y) > kitRules.longPressTolerancePx) this.cancel()
  }

  cancel(): void {
    clearTimeout(this.#timer)
    this.#finger = null
  }

  /** True once after a long press: the click that follows it is not another wish. */
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
 * Handlers for an element that can be pressed long, to be spread into it. What a long press does must
 * also be reachable by something visible: nobody finds it otherwise, and keyboards have none.
 */
export function useLongPress(act: () => void) {
  const pressed = useEffectEvent(() => {
    // A short tick under the finger, where the device has one.
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
