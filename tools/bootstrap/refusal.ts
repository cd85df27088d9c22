/** A reason to stop, in one sentence that names what is wrong and how to fix it. */
export class StartRefused extends Error {}

/** One sentence for an error that a person can fix; other errors keep their stack for a report. */
export function sentenceOf(error: unknown): string {
  if (error instanceof StartRefused) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
