/** Where the selection goes from `current` by so many rows; the first row when nothing is selected. */
export function stepped(ids: readonly string[], current: string | null, by: 1 | -1): string | null {
  if (ids.length === 0) return null
  const at = current === null ? -1 : ids.indexOf(current)
  if (at < 0) return (by > 0 ? ids[0] : ids.at(-1)) ?? null
  return ids[Math.min(ids.length - 1, Math.max(0, at + by))] ?? null
}
