/** A reason not to go on, said in one sentence that names what is wrong and how to mend it. */
export class StartRefused extends Error {}

/** What a person can mend is one sentence; anything else keeps its trace, for whoever reports it. */
export function sentenceOf(error: unknown): string {
  if (error instanceof StartRefused) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
