import type {
  about,
  dynamicSummary,
  emailStatus,
  guidePrice,
  me,
  moneyFlows,
  solvency,
  staticSummary,
  subscriptionRound,
  walletSummary,
} from '@banyan/domain'
import type { Address } from '../shell/index.ts'

/*
 * The calls of the entry page, by address and without the schemas: it is the first page of every
 * member, and only its form needs the schema library. A test compares them with the contract.
 */
export const summaryCall: Address<typeof walletSummary> = {
  method: 'GET',
  path: '/api/wallets/summary',
  money: false,
}
export const guideCall: Address<typeof guidePrice> = {
  method: 'GET',
  path: '/api/pricing/guide',
  money: false,
}
export const roundCall: Address<typeof subscriptionRound> = {
  method: 'GET',
  path: '/api/subscriptions/round',
  money: false,
}
export const staticCall: Address<typeof staticSummary> = {
  method: 'GET',
  path: '/api/earnings/static-summary',
  money: false,
}
export const dynamicCall: Address<typeof dynamicSummary> = {
  method: 'GET',
  path: '/api/earnings/dynamic-summary',
  money: false,
}
export const meCall: Address<typeof me> = { method: 'GET', path: '/api/user/me', money: false }
export const aboutCall: Address<typeof about> = {
  method: 'GET',
  path: '/api/house/about',
  money: false,
}
export const solvencyCall: Address<typeof solvency> = {
  method: 'GET',
  path: '/api/solvency',
  money: false,
}
export const flowsCall: Address<typeof moneyFlows> = {
  method: 'GET',
  path: '/api/wallets/flows',
  money: false,
}
export const emailCall: Address<typeof emailStatus> = {
  method: 'GET',
  path: '/api/email',
  money: false,
}
