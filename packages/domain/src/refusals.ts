import { blockRefusals } from './blocks/refusals.ts'
import { chatRefusals } from './chat/refusals.ts'
import { systemRefusals } from './contract/refusals.ts'
import { depositRefusals } from './deposits/refusals.ts'
import { distributionRefusals } from './distribution/refusals.ts'
import { earningRefusals } from './earnings/refusals.ts'
import { explanationRefusals } from './explanations/refusals.ts'
import { forecastRefusals } from './forecasts/refusals.ts'
import { identityRefusals } from './identity/refusals.ts'
import { lossRefusals } from './losses/refusals.ts'
import { memberRefusals } from './members/refusals.ts'
import { networkRefusals } from './network/refusals.ts'
import { noticeRefusals } from './notices/refusals.ts'
import { operatorRefusals } from './operators/refusals.ts'
import { disputeRefusals } from './otc/dispute-refusals.ts'
import { orderRefusals } from './otc/order-refusals.ts'
import { tradeRefusals } from './otc/trade-refusals.ts'
import { personalDataRefusals } from './personal-data/refusals.ts'
import { proposalRefusals } from './proposals/refusals.ts'
import { pushRefusals } from './push/refusals.ts'
import { redemptionRefusals } from './redemptions/refusals.ts'
import { riskRefusals } from './risk/refusals.ts'
import { serviceRefusals } from './service/refusals.ts'
import { sessionRefusals } from './sessions/refusals.ts'
import { subscriptionRefusals } from './subscriptions/refusals.ts'
import { treasuryRefusals } from './treasury/refusals.ts'
import { uploadRefusals } from './uploads/refusals.ts'
import { verificationRefusals } from './verification/refusals.ts'
import { walletRefusals } from './wallets/refusals.ts'
import { windDownRefusals } from './wind-down/refusals.ts'
import { withdrawalRefusals } from './withdrawals/refusals.ts'

/** Every refusal of the product, by name: one table for the server, the client and the document. */
export const refusals = {
  ...systemRefusals,
  ...identityRefusals,
  ...sessionRefusals,
  ...walletRefusals,
  ...depositRefusals,
  ...withdrawalRefusals,
  ...memberRefusals,
  ...networkRefusals,
  ...orderRefusals,
  ...tradeRefusals,
  ...disputeRefusals,
  ...operatorRefusals,
  ...subscriptionRefusals,
  ...earningRefusals,
  ...distributionRefusals,
  ...riskRefusals,
  ...redemptionRefusals,
  ...treasuryRefusals,
  ...proposalRefusals,
  ...explanationRefusals,
  ...lossRefusals,
  ...windDownRefusals,
  ...uploadRefusals,
  ...verificationRefusals,
  ...blockRefusals,
  ...chatRefusals,
  ...noticeRefusals,
  ...forecastRefusals,
  ...personalDataRefusals,
  ...serviceRefusals,
  ...pushRefusals,
} as const

export type RefusalName = keyof typeof refusals
