/** The two places under a member of the placement tree. */
export const sides = ['left', 'right'] as const
export type Side = (typeof sides)[number]

/** What an inviter chooses: a side, or the smaller region, which is found at the settlement. */
export const sideChoices = ['left', 'right', 'smaller'] as const
export type SideChoice = (typeof sideChoices)[number]
