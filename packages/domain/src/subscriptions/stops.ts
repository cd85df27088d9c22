/** Why somebody can put no money in for now, as the refusals that say so. Taking money out never stops. */
export const investmentStops = ['houseIsRed', 'countryClosed'] as const
export type InvestmentStop = (typeof investmentStops)[number]
