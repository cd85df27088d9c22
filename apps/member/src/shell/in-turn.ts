/**
 * Runs functions one after the other, each in a task of its own, so that taps are handled in
 * between. The returned function drops the pending ones.
 */
export function inTurn(afterMs: number, acts: readonly (() => void)[]): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = (place: number, ms: number) => {
    const act = acts[place]
    if (!act) return
    timer = setTimeout(() => {
      next(place + 1, 0)
      act()
    }, ms)
  }
  next(0, afterMs)
  return () => clearTimeout(timer)
}
