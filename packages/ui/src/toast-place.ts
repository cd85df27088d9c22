/** A vertical range of the screen, in px from its top. */
export interface Band {
  top: number
  bottom: number
}

/** Distance between a toast and the bands that it avoids. */
export const toastGapPx = 12

/** Whether two ranges of the screen overlap. */
export const overlap = (one: Band, other: Band): boolean =>
  one.top < other.bottom && other.top < one.bottom

/**
 * Returns how far above the lower edge of the screen a toast of this height is placed: as low as
 * possible, but clear of every band (the primary button, the bar of actions). Null when there is no
 * room in the lower two thirds: then it goes below the page's head.
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
