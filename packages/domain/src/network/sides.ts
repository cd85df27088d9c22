/** The two places under a member of the placement tree. */
export const sides = ['left', 'right'] as const
export type Side = (typeof sides)[number]

/** An inviter's choice: a side, or the smaller region, which the settlement determines. */
export const sideChoices = ['left', 'right', 'smaller'] as const
export type SideChoice = (typeof sideChoices)[number]
