/** How the drawing lies in its frame: where its own (0, 0) is, px from the frame's corner, and how large. */
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
/** Room that the whole drawing leaves at the edges of its frame; at the foot stands the legend. */
const air = { side: 6, top: 34, foot: 56 } as const
/** So much of the drawing always stays in sight. */
const kept = 72

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value))

/** Some of the drawing stays in the frame, wherever it is pushed. */
export function heldIn(view: View, frame: Size, extent: Extent): View {
  const { scale } = view
  return {
    scale,
    x: between(kept - extent.right * scale, view.x, frame.width - kept - extent.left * scale),
    y: between(kept - extent.bottom * scale, view.y, frame.height - kept),
  }
}

/** Zooms so that what lies under a point of the frame stays there. */
export function zoomedAt(view: View, factor: number, point: Point): View {
  const scale = between(scales.least, view.scale * factor, scales.most)
  const ratio = scale / view.scale
  return {
    scale,
    x: point.x - (point.x - view.x) * ratio,
    y: point.y - (point.y - view.y) * ratio,
  }
}

/** The first view: the whole width in sight where names stay readable; else the own place in the middle. */
export function fitted(frame: Size, extent: Extent): View {
  const width = extent.right - extent.left
  const scale = between(readable, frame.width / width, 1)
  const fits = width * scale <= frame.width + 1
  const middle = fits ? ((extent.left + extent.right) / 2) * scale : 0
  return { scale, x: frame.width / 2 - middle, y: topAir }
}

/**
 * The whole drawing in sight, in both directions, as small as that takes. A drawing that the least scale
 * cannot hold is cut off on that side, with the own place in the middle or on top.
 */
export function whole(frame: Size, extent: Extent): View {
  const width = extent.right - extent.left
  const space = { x: frame.width - 2 * air.side, y: frame.height - air.top - air.foot }
  const scale = between(scales.least, Math.min(space.x / width, space.y / extent.bottom), 1)
  const middle = width * scale <= frame.width ? ((extent.left + extent.right) / 2) * scale : 0
  const slack = Math.max(0, space.y - extent.bottom * scale)
  return { scale, x: frame.width / 2 - middle, y: air.top + slack / 2 }
}

/** A place of the drawing in the middle of the frame, at the same scale or a readable one. */
export function centredOn(view: View, frame: Size, place: Point): View {
  const scale = Math.max(view.scale, 0.85)
  return {
    scale,
    x: frame.width / 2 - place.x * scale,
    y: frame.height * 0.42 - place.y * scale,
  }
}

/** True when a place of the drawing stands well inside the frame. */
export function isInSight(view: View, frame: Size, place: Point): boolean {
  const x = view.x + place.x * view.scale
  const y = view.y + place.y * view.scale
  return x > 30 && x < frame.width - 30 && y > 20 && y < frame.height - 60
}
