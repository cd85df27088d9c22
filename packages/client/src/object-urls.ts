/** Long enough for the browser to finish loading an image that was removed from the page. */
const KEPT_MS = 10_000

const held = new Map<Blob, { url: string; holders: number }>()

/** The address of bytes in memory, for an `<img>`: the same for all its holders. */
export function holdObjectUrl(blob: Blob): string {
  const known = held.get(blob) ?? { url: URL.createObjectURL(blob), holders: 0 }
  known.holders++
  held.set(blob, known)
  return known.url
}

/** Revokes an address some time after its last holder has released it. */
export function releaseObjectUrl(blob: Blob): void {
  const known = held.get(blob)
  if (!known) return
  known.holders--
  setTimeout(() => {
    if (known.holders > 0 || held.get(blob) !== known) return
    held.delete(blob)
    URL.revokeObjectURL(known.url)
  }, KEPT_MS)
}
