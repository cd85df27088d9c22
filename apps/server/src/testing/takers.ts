/** Widens the bounds of takers for tests about something else: their members take what they like. */
export const anyTakes = 1_000_000
