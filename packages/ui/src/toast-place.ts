/** A piece of the screen, in px from its top. */
export interface Band {
  top: number
  bottom: number
}

/** Air between a toast and what it keeps clear of. */
export const toastGapPx = 12

/** Whether two pieces of the screen share a line of it. */
export const overlap = (one: Band, other: Band): boolean =>
  one.top < other.bottom && other.top < one.bottom

/**
 * How far above the lower edge of the screen a toast of this height stands: as low as may be, but clear
 * of every band (the primary button, the bar of actions). Null when there is no room in the lower two
 * thirds: then it belongs under the page's head.
 */
export function clearOf(bands: readonly Band[], height: number, screen: number): number | null {
  let bottom = screen - toastGapPx
  const fromBelow = [...bands].sort((a, b) => b.bottom - a.bottom)
  for (const band of fromBelow) {
    const apart = bottom - height >= band.bottom + toastGapPx || bottom <= band.top - toastGapPx
    if (!apart) bottom = Math.min(bottom, band.top - toastGapPx)
  }
  return bottom - height < screen / 3 ? null : screen - bottom
}
