import * as system from './about/endpoints.ts'
import * as blocks from './blocks/endpoints.ts'
import * as chatOfCases from './chat/case-endpoints.ts'
import * as chat from './chat/endpoints.ts'
import * as collection from './collection/operator-endpoints.ts'
import type { Endpoint } from './contract/endpoint.ts'
import type { OtherCall } from './contract/other-call.ts'
import * as deposits from './deposits/endpoints.ts'
import * as distribution from './distribution/endpoints.ts'
import * as dynamics from './earnings/dynamic-endpoints.ts'
import * as earnings from './earnings/endpoints.ts'
import * as passports from './earnings/passport.ts'
import * as payProofs from './earnings/pay-endpoints.ts'
import { eventCalls, operatorEventCalls } from './events/topics.ts'
import * as evidenceOfCases from './evidence/case-endpoints.ts'
import * as evidence from './evidence/endpoints.ts'
import * as explanations from './explanations/endpoints.ts'
import * as identity from './identity/endpoints.ts'
import * as ledger from './ledger/endpoints.ts'
import * as losses from './losses/endpoints.ts'
import * as network from './network/endpoints.ts'
import * as notices from './notices/endpoints.ts'
import { noticeCalls } from './notices/endpoints.ts'
import * as noticesForOperators from './notices/operator-endpoints.ts'
import { operatorNoticeCalls } from './notices/operator-endpoints.ts'
import * as notifications from './notifications/endpoints.ts'
import * as audit from './operators/audit-endpoints.ts'
import * as operators from './operators/endpoints.ts'
import * as cases from './otc/case-endpoints.ts'
import * as disputes from './otc/dispute-endpoints.ts'
import { otcExportCalls } from './otc/exports.ts'
import * as market from './otc/market-endpoints.ts'
import * as orders from './otc/order-endpoints.ts'
import * as trades from './otc/trade-endpoints.ts'
import * as tradeMoves from './otc/trade-move-endpoints.ts'
import * as closing from './personal-data/closing.ts'
import * as personalData from './personal-data/endpoints.ts'
import { personalDataCalls } from './personal-data/endpoints.ts'
import * as pricing from './pricing/endpoints.ts'
import * as proposals from './proposals/endpoints.ts'
import * as push from './push/endpoints.ts'
import * as redemptions from './redemptions/endpoints.ts'
import * as risk from './risk/endpoints.ts'
import * as rules from './rules/endpoints.ts'
import * as service from './service/endpoints.ts'
import * as feedback from './service/feedback-endpoints.ts'
import * as serviceForOperators from './service/operator-endpoints.ts'
import * as sessions from './sessions/endpoints.ts'
import * as passwords from './sessions/password-endpoints.ts'
import * as solvency from './solvency/endpoints.ts'
import * as solvencyProofs from './solvency/proof-endpoints.ts'
import * as statistics from './statistics/endpoints.ts'
import * as subscriptions from './subscriptions/endpoints.ts'
import * as treasury from './treasury/endpoints.ts'
import { operatorUploadCalls, uploadCalls } from './uploads/endpoints.ts'
import { fileCalls, operatorFileCalls } from './uploads/files.ts'
import * as verification from './verification/endpoints.ts'
import * as wallets from './wallets/endpoints.ts'
import * as windDown from './wind-down/endpoints.ts'
import * as withdrawals from './withdrawals/endpoints.ts'
import * as withdrawalsForOperators from './withdrawals/operator-endpoints.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'answer' in value

/** Every call of the member API: what the document lists and the tests walk over. */
export const allEndpoints: readonly Endpoint[] = [
  system,
  ledger,
  audit,
  identity,
  sessions,
  passwords,
  verification,
  wallets,
  pricing,
  rules,
  losses,
  windDown,
  solvency,
  solvencyProofs,
  statistics,
  subscriptions,
  earnings,
  dynamics,
  passports,
  payProofs,
  distribution,
  risk,
  redemptions,
  treasury,
  deposits,
  withdrawals,
  market,
  orders,
  trades,
  tradeMoves,
  disputes,
  network,
  blocks,
  chat,
  notices,
  service,
  feedback,
  notifications,
  closing,
  push,
  personalData,
  evidence,
].flatMap(module => Object.values(module).filter(isEndpoint))

/** Every call of the operators' API: a realm and a document of its own. */
export const operatorEndpoints: readonly Endpoint[] = [
  operators,
  cases,
  chatOfCases,
  serviceForOperators,
  evidenceOfCases,
  noticesForOperators,
  proposals,
  withdrawalsForOperators,
  collection,
  explanations,
].flatMap(module => Object.values(module).filter(isEndpoint))

/** Calls of the member API that are not envelopes both ways: pictures and the live stream. */
export const otherCalls: readonly OtherCall[] = [
  ...uploadCalls,
  ...fileCalls,
  ...noticeCalls,
  ...personalDataCalls,
  ...eventCalls,
  ...otcExportCalls,
]

/** Calls of the operators' API that are not envelopes both ways: pictures and the live stream. */
export const operatorCalls: readonly OtherCall[] = [
  ...operatorUploadCalls,
  ...operatorFileCalls,
  ...operatorNoticeCalls,
  ...operatorEventCalls,
]
