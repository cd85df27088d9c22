import { guidePrice, splitRecords } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

/** Two years of daily settlements: more than a phone can show distinctly. */
const SETTLEMENTS = 730

export const historyQuery = askQuery(['pricing', 'history'], guidePrice, {
  query: { settlements: SETTLEMENTS },
})

export const splitsQuery = askQuery(['pricing', 'splits'], splitRecords)
