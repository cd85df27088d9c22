import { kitRules } from './rules.ts'

/** The position of a picture: scale, and the offset of its centre from the middle in px. */
export interface Zoom {
  scale: number
  x: number
  y: number
}

const doubleTapScale = 2
export const atRest: Zoom = { scale: 1, x: 0, y: 0 }

interface Point {
  x: number
  y: number
}
interface Size {
  width: number
  height: number
}

const between = (least: number, value: number, most: number): number =>
  Math.min(most, Math.max(least, value))

/** Keeps the scale between 1 and 4 and the picture inside its frame. */
export function held(zoom: Zoom, frame: Size): Zoom {
  const scale = between(kitRules.previewZoomMin, zoom.scale, kitRules.previewZoomMax)
  const spareX = (frame.width * (scale - 1)) / 2
  const spareY = (frame.height * (scale - 1)) / 2
  return { scale, x: between(-spareX, zoom.x, spareX), y: between(-spareY, zoom.y, spareY) }
}

/** Zooms by a factor so that the spot under `point` (from the frame's middle) stays under it. */
export function zoomedAt(zoom: Zoom, factor: number, point: Point, frame: Size): Zoom {
  const scale = between(kitRules.previewZoomMin, zoom.scale * factor, kitRules.previewZoomMax)
  const ratio = scale / zoom.scale
  return held(
    { scale, x: point.x - (point.x - zoom.x) * ratio, y: point.y - (point.y - zoom.y) * ratio },
    frame,
  )
}

/** A double tap: to 2 at that point, or back to 1. */
export const doubleTapped = (zoom: Zoom, point: Point, frame: Size): Zoom =>
  zoom.scale > 1 ? atRest : zoomedAt(zoom, doubleTapScale, point, frame)
