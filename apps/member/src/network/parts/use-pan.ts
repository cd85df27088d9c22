import {
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { heldIn, scales, type View, zoomedAt } from '../view-box.ts'

/** A finger that has moved less than this has tapped. */
const tapPx = 6
const wheelStep = 1.12
const arrowPx = 48

interface Extent {
  left: number
  right: number
  bottom: number
}

export interface Pan {
  view: View
  /** The last change was not a finger's: it may glide. */
  glides: boolean
  set: (next: (view: View, frame: DOMRect) => View) => void
  zoom: (factor: number) => void
  on: {
    onPointerDown: (event: PointerEvent) => void
    onPointerMove: (event: PointerEvent) => void
    onPointerUp: (event: PointerEvent) => void
    onPointerCancel: (event: PointerEvent) => void
    onClickCapture: (event: MouseEvent) => void
    onKeyDown: (event: React.KeyboardEvent) => void
  }
}

/** Moves a drawing under one finger, two fingers, the wheel and the arrow keys. */
export function usePan(frame: RefObject<HTMLDivElement | null>, extent: Extent): Pan {
  const [state, setState] = useState<{ view: View; glides: boolean }>({
    view: { x: 0, y: 0, scale: 1 },
    glides: false,
  })
  const fingers = useRef(new Map<number, { x: number; y: number }>())
  const travelled = useRef(0)
  const box = useCallback(
    () => frame.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1),
    [frame],
  )
  const change = useCallback(
    (next: (view: View, frame: DOMRect) => View, glides: boolean) => {
      const held = box()
      setState(now => ({ view: heldIn(next(now.view, held), held, extent), glides }))
    },
    [box, extent],
  )
  const set = useCallback(
    (next: (view: View, frame: DOMRect) => View) => change(next, true),
    [change],
  )

  const zoomAt = (factor: number, clientX: number, clientY: number, glides: boolean) =>
    change(
      (view, { left, top }) => zoomedAt(view, factor, { x: clientX - left, y: clientY - top }),
      glides,
    )

  // React listens to the wheel passively; the page must not scroll under the drawing.
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault()
    zoomAt(event.deltaY < 0 ? wheelStep : 1 / wheelStep, event.clientX, event.clientY, false)
  })
  useEffect(() => {
    const element = frame.current
    element?.addEventListener('wheel', wheel, { passive: false })
    return () => element?.removeEventListener('wheel', wheel)
  }, [frame])

  const lift = (event: PointerEvent) => fingers.current.delete(event.pointerId)
  return {
    ...state,
    set,
    zoom: factor =>
      change(
        (view, { width, height }) => zoomedAt(view, factor, { x: width / 2, y: height / 2 }),
        true,
      ),
    on: {
      onPointerDown: event => {
        if (fingers.current.size === 0) travelled.current = 0
        fingers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
      },
      onPointerMove: event => {
        const before = fingers.current.get(event.pointerId)
        if (!before) return
        const after = { x: event.clientX, y: event.clientY }
        const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1]
        fingers.current.set(event.pointerId, after)
        travelled.current += distance(before, after)
        // Until it has moved it may be a tap on a member, who must get the click.
        if (travelled.current > tapPx && !event.currentTarget.hasPointerCapture(event.pointerId))
          event.currentTarget.setPointerCapture(event.pointerId)
        if (other) {
          const factor = distance(after, other) / Math.max(1, distance(before, other))
          zoomAt(factor, (after.x + other.x) / 2, (after.y + other.y) / 2, false)
        } else {
          const [dx, dy] = [after.x - before.x, after.y - before.y]
          change(view => ({ ...view, x: view.x + dx, y: view.y + dy }), false)
        }
      },
      onPointerUp: lift,
      onPointerCancel: lift,
      onClickCapture: event => {
        if (travelled.current <= tapPx) return
        event.stopPropagation()
        event.preventDefault()
        travelled.current = 0
      },
      onKeyDown: event => {
        const way = arrows[event.key]
        if (way) {
          event.preventDefault()
          change(
            view => ({ ...view, x: view.x - way.x * arrowPx, y: view.y - way.y * arrowPx }),
            true,
          )
        } else if (event.key === '+' || event.key === '=' || event.key === '-') {
          const { left, top, width, height } = box()
          const factor = event.key === '-' ? 1 / scales.step : scales.step
          zoomAt(factor, left + width / 2, top + height / 2, true)
        }
      },
    },
  }
}

const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

const distance = (a: { x: number; y: number }, b: { x: number; y: number }): number =>
  Math.hypot(a.x - b.x, a.y - b.y)
