import {
  activationTerms,
  passport,
  positionList,
  staticEarningList,
  staticResults,
} from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export const termsQuery = askQuery(['earnings', 'terms'], activationTerms)

export const positionsQuery = (show: 'locked' | 'ended') =>
  pagesQuery(['earnings', 'positions', show], positionList, { query: { show } })

export const staticQuery = (show: 'all' | 'paid') =>
  pagesQuery(['earnings', 'static', show], staticEarningList, { query: { show } })

export const resultsQuery = askQuery(['earnings', 'results'], staticResults)

export const passportQuery = (id: string) =>
  askQuery(['earnings', 'passport', id], passport, { query: { id } })
