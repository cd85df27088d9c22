/**
 * The position of the drawing in its frame: where its own (0, 0) is, px from the frame's corner,
 * and its scale.
 */
export interface View {
  x: number
  y: number
  scale: number
}

interface Size {
  width: number
  height: number
}
interface Point {
  x: number
  y: number
}
interface Extent {
  left: number
  right: number
  bottom: number
}

export const scales = { least: 0.25, most: 2, step: 1.4 } as const
/** Names are not shrunk below this in the first view. */
const readable = 0.8
const topAir = 40
/** Margin of the whole drawing at the edges of its frame; the legend is at the foot. */
const air = { side: 6, top: 34, foot: 56 } as const
/** This much of the drawing always stays visible. */
const kept = 72

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value))

/** Keeps some of the drawing in the frame, wherever it is pushed. */
export function heldIn(view: View, frame: Size, extent: Extent): View {
  const { scale } = view
  return {
    scale,
    x: between(kept - extent.right * scale, view.x, frame.width - kept - extent.left * scale),
    y: between(kept - extent.bottom * scale, view.y, frame.height - kept),
  }
}

/** Zooms so that a point of the frame keeps its content. */
export function zoomedAt(view: View, factor: number, point: Point): View {
  const scale = between(scales.least, view.scale * factor, scales.most)
  const ratio = scale / view.scale
  return {
    scale,
    x: point.x - (point.x - view.x) * ratio,
    y: point.y - (point.y - view.y) * ratio,
  }
}

/** The first view: the whole width where names stay readable; else the own place in the middle. */
export function fitted(frame: Size, extent: Extent): View {
  const width = extent.right - extent.left
  const scale = between(readable, frame.width / width, 1)
  const fits = width * scale <= frame.width + 1
  const middle = fits ? ((extent.left + extent.right) / 2) * scale : 0
  return { scale, x: frame.width / 2 - middle, y: topAir }
}

/**
 * Shows the whole drawing in both directions, at the necessary scale. A drawing that the smallest
 * scale cannot fit is cut off on that side, with the own place in the middle or on top.
 */
export function whole(frame: Size, extent: Extent): View {
  const width = extent.right - extent.left
  const space = { x: frame.width - 2 * air.side, y: frame.height - air.top - air.foot }
  const scale = between(scales.least, Math.min(space.x / width, space.y / extent.bottom), 1)
  const middle = width * scale <= frame.width ? ((extent.left + extent.right) / 2) * scale : 0
  const slack = Math.max(0, space.y - extent.bottom * scale)
  return { scale, x: frame.width / 2 - middle, y: air.top + slack / 2 }
}

/** Moves a place of the drawing to the middle of the frame, at the same scale or a readable one. */
export function centredOn(view: View, frame: Size, place: Point): View {
  const scale = Math.max(view.scale, 0.85)
  return {
    scale,
    x: frame.width / 2 - place.x * scale,
    y: frame.height * 0.42 - place.y * scale,
  }
}

/** True when a place of the drawing is well inside the frame. */
export function isInSight(view: View, frame: Size, place: Point): boolean {
  const x = view.x + place.x * view.scale
  const y = view.y + place.y * view.scale
  return x > 30 && x < frame.width - 30 && y > 20 && y < frame.height - 60
}
