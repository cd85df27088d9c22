import {
  getWithdrawal,
  withdrawalAddressList,
  withdrawalList,
  withdrawalTerms,
} from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export const termsQuery = askQuery(['withdrawals', 'terms'], withdrawalTerms)

export const addressesQuery = askQuery(['withdrawals', 'addresses'], withdrawalAddressList)

export const listQuery = pagesQuery(['withdrawals', 'list'], withdrawalList)

export const orderQuery = (id: string) =>
  askQuery(['withdrawals', 'one', id], getWithdrawal, { params: { id } })
