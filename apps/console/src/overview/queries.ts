import {
  hearingDesk,
  operatorAudit,
  operatorMe,
  payoutStatus,
  platformState,
  settlementList,
  solvency,
  strayTransferList,
} from '@banyan/domain'
import { askQuery, readingWithin } from '../shell/index.ts'

export const deskQuery = askQuery(['appeals', 'desk'], hearingDesk)
export const payoutsQuery = {
  ...askQuery(['withdrawals', 'payouts'], payoutStatus),
  ...readingWithin,
}
export const meQuery = askQuery(['overview', 'me'], operatorMe)
export const straysQuery = askQuery(['overview', 'strays'], strayTransferList)
export const actsQuery = askQuery(['overview', 'acts'], operatorAudit, { query: { limit: 30 } })

export const solvencyQuery = { ...askQuery(['overview', 'solvency'], solvency), ...readingWithin }
export const platformQuery = {
  ...askQuery(['overview', 'platform'], platformState),
  ...readingWithin,
}
export const settlementQuery = askQuery(['overview', 'settlement'], settlementList, {
  query: { limit: 1 },
})
