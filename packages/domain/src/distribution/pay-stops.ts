/**
 * Why network pay currently pays a member nothing: it is not switched on where they live, the
 * account is a house account, or they are no active distributed member. Rule book 2.7, 2.9.
 */
export const payStops = ['moduleOff', 'insider', 'notDistributed', 'applied', 'suspended'] as const
export type PayStop = (typeof payStops)[number]

/** Whether a value is such a reason. */
export const isPayStop = (word: string): word is PayStop =>
  (payStops as readonly string[]).includes(word)
