/**
 * Why network pay would pay somebody nothing as things stand: it is not switched on where they live, the
 * account is one of the house's own, or they are no active distributed member. Rule book 2.7, 2.9.
 */
export const payStops = ['moduleOff', 'insider', 'notDistributed', 'applied', 'suspended'] as const
export type PayStop = (typeof payStops)[number]

/** Is what a page was told such a reason? */
export const isPayStop = (word: string): word is PayStop =>
  (payStops as readonly string[]).includes(word)
