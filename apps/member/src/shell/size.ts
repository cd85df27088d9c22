const MB = 1024 * 1024

/** Formats bytes: `3.2 MB`, `48 kB`. */
export function sizeText(bytes: number): string {
  if (bytes >= 100 * MB) return `${Math.round(bytes / MB)} MB`
  if (bytes >= MB) return `${(bytes / MB).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / 1024))} kB`
}
