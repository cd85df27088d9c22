/** Raises the limits of takers for tests about something else: their members take without limit. */
export const anyTakes = 1_000_000
