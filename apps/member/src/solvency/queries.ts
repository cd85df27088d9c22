import {
  type AnswerOf,
  about,
  costList,
  custodyAddresses,
  receiptList,
  solvency,
  solvencyAddresses,
} from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export type Solvency = AnswerOf<typeof solvency>
export type Reading = NonNullable<Solvency['newest']>

export const solvencyQuery = askQuery(['solvency', 'newest'], solvency)

export const addressesQuery = pagesQuery(['solvency', 'addresses'], solvencyAddresses, {
  query: { limit: 50 },
})

export const platformAddressesQuery = askQuery(['solvency', 'custody'], custodyAddresses)

export type Receipt = AnswerOf<typeof receiptList>['items'][number]

export const receiptsQuery = pagesQuery(['solvency', 'receipts'], receiptList, {
  query: { limit: 20 },
})

export type Cost = AnswerOf<typeof costList>['items'][number]

export const costsQuery = pagesQuery(['solvency', 'costs'], costList, { query: { limit: 20 } })

export const aboutQuery = {
  ...askQuery(['house', 'about'], about),
  staleTime: Number.POSITIVE_INFINITY,
}
