/** Ids of what the member has seen end well on its own page, since the app was opened. */
const seen = new Set<string>()

/** The page of a trade or an order tells its result itself: no sheet repeats it later. */
export const tellSeen = (id: string): void => void seen.add(id)

export const wasSeen = (id: string): boolean => seen.has(id)
