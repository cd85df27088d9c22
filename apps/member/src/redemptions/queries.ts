import { type AnswerOf, redemptionList, redemptionTerms, saleRecords } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export type Redemption = AnswerOf<typeof redemptionList>['items'][number]
export type Terms = AnswerOf<typeof redemptionTerms>
export type SaleFilter = 'all' | 'otc' | 'exchange'

/** The member's sales, of one kind or of both, latest first. */
export const salesQuery = (type: SaleFilter) =>
  pagesQuery(['redemptions', 'sales', type], saleRecords, {
    query: { ...(type === 'all' ? {} : { type }) },
  })

/** The member's exchanges and undos, newest first. */
export const listQuery = pagesQuery(['redemptions', 'list'], redemptionList)

/** What the member may exchange or undo now. */
export const termsQuery = askQuery(['redemptions', 'terms'], redemptionTerms)
