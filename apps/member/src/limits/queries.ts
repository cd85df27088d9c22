import { investmentLimit, publishTerms, withdrawalTerms } from '@banyan/domain'
import { askQuery } from '../shell/index.ts'

/* Each under the key that the pages of its own module use, so that their events update this page, too. */

export const investmentQuery = askQuery(['subscriptions', 'limit'], investmentLimit)

export const marketQuery = askQuery(['otc', 'terms'], publishTerms)

export const withdrawalQuery = askQuery(['withdrawals', 'terms'], withdrawalTerms)
