/** Why somebody can put no money in for now, as the refusals that say so. Taking money out never stops. */
export const investmentStops = ['houseIsRed', 'countryClosed'] as const
export type InvestmentStop = (typeof investmentStops)[number]

/** What bounds a subscription that is placed now: of equal ones the first is named. Rule book 2.4. */
export const purchasableBounds = ['maximum', 'round', 'balance'] as const
export type PurchasableBound = (typeof purchasableBounds)[number]
