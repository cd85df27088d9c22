/** Rule book 2.8. Set by the house at the issue; it changes no price, no limit and no earning. */
export const subscriptionKinds = [
  'first',
  'additional',
  'static_reinvest',
  'dynamic_reinvest',
] as const
export type SubscriptionKind = (typeof subscriptionKinds)[number]
