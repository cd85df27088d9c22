/** Longer than any busy machine needs: it only ends a wait for something that never happens. */
const LIMIT_MS = 50_000

/**
 * Waits for the end of a promise and returns its result.
 * @throws Error with the sentence `what` when it has not ended within the limit.
 */
export async function inTime<T>(what: string, going: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    const giveUp = () => fail(new Error(`waited ${LIMIT_MS / 1_000} s in vain: ${what}`))
    timer = setTimeout(giveUp, LIMIT_MS)
  })
  try {
    return await Promise.race([going, late])
  } finally {
    clearTimeout(timer)
  }
}
