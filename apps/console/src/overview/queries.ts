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
import { askQuery } from '../shell/index.ts'

export const deskQuery = askQuery(['appeals', 'desk'], hearingDesk)
export const payoutsQuery = askQuery(['withdrawals', 'payouts'], payoutStatus)
export const meQuery = askQuery(['overview', 'me'], operatorMe)
export const straysQuery = askQuery(['overview', 'strays'], strayTransferList)
export const actsQuery = askQuery(['overview', 'acts'], operatorAudit, { query: { limit: 30 } })

export const solvencyQuery = askQuery(['overview', 'solvency'], solvency)
export const platformQuery = askQuery(['overview', 'platform'], platformState)
export const settlementQuery = askQuery(['overview', 'settlement'], settlementList, {
  query: { limit: 1 },
})
