/** A duration: milliseconds, and seconds from ten on. */
export function durationText(ms: number): string {
  return ms < 10_000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`
}
