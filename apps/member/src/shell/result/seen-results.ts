/** Ids of results that the member has seen on their own page since the app was opened. */
const seen = new Set<string>()

/** The page of a trade or an order shows its result itself: no sheet repeats it later. */
export const markSeen = (id: string): void => void seen.add(id)

export const wasSeen = (id: string): boolean => seen.has(id)
