/** Why a member currently cannot put money in, as the refusals' names. Withdrawing never stops. */
export const investmentStops = ['houseIsRed', 'countryClosed'] as const
export type InvestmentStop = (typeof investmentStops)[number]
/** The same as pages show it, with a wind-down, which refuses such calls by its own table. */
export const shownStops = [...investmentStops, 'windDown'] as const
export type ShownStop = (typeof shownStops)[number]

/** What limits a subscription that is placed now: of equal ones the first is named. Rule book 2.4. */
export const purchasableBounds = ['maximum', 'round', 'balance'] as const
export type PurchasableBound = (typeof purchasableBounds)[number]
