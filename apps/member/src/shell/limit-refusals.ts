/**
 * The refusals that a limit of the member causes, by name, with their codes: their texts, which the
 * server sends, stay out of the code of the first page. A test holds them to the contract.
 */
export const limitRefusals = {
  subscriptionOverLimit: 41702,
  investingPaused: 41707,
  investmentOverMaximum: 41709,
  tooManyOpenOrders: 41604,
  tradingLimitExceeded: 41605,
  buyOrderTooLarge: 41616,
  tradingPaused: 41617,
  openTakesLimit: 41632,
  openTakesHighest: 41633,
  openTakesLowered: 41634,
  withdrawalOverLimit: 41504,
} as const

const codes: ReadonlySet<number> = new Set(Object.values(limitRefusals))

export const isAboutLimit = ({ code }: { code: number }): boolean => codes.has(code)
