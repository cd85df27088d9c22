import { clientRules } from '@banyan/client'
import { kitRules } from '@banyan/ui'

/**
 * Every figure of the specification's section 9, and those of the shell's pages. Units are in the
 * names. Figures of the kit and the client are defined there and repeated here with the rest.
 */
export const constants = {
  appVersion: '1.0.6',
  appVersionCode: 106,

  requestTimeoutMs: clientRules.requestTimeoutMs,
  socketTimeoutMs: clientRules.socketTimeoutMs,
  uploadTimeoutMs: clientRules.uploadTimeoutMs,
  downloadTimeoutMs: clientRules.downloadTimeoutMs,

  successCode: clientRules.successCode,
  silentCode: clientRules.silentCode,
  sessionExpiredCode: clientRules.sessionExpiredCode,
  accountProblemCode: clientRules.accountProblemCode,
  relaunchDelayMs: clientRules.relaunchDelayMs,

  pageDelayMs: 200,
  pageTimeoutMs: 60_000,

  tabCount: 5,
  tabBarPx: 50,
  pageStackMax: 10,
  pageTransitionMs: 300,

  pageToastMs: kitRules.pageToastMs,
  clientToastMs: clientRules.toastMs,
  loadingToastMs: kitRules.loadingToastMs,

  previewZoomMin: kitRules.previewZoomMin,
  previewZoomMax: kitRules.previewZoomMax,

  withdrawalNetwork: 'BSC',
  paymentPasswordMin: 6,
  loginPasswordMin: 8,

  defaultLocale: 'zh-CN',
  fallbackLocale: 'en',

  debounceMs: kitRules.debounceMs,
  resizeThrottleMs: kitRules.resizeThrottleMs,
  longPressMs: kitRules.longPressMs,
  longPressTolerancePx: kitRules.longPressTolerancePx,
  justNowMs: kitRules.justNowMs,
  relativeTimeMaxDays: kitRules.relativeTimeMaxDays,

  thousandsSeparator: kitRules.thousandsSeparator,

  inputMaxLength: kitRules.inputMaxLength,
  imageChooseMax: kitRules.imageChooseMax,
  fileChooseMax: kitRules.fileChooseMax,
  videoMaxSeconds: kitRules.videoMaxSeconds,
  swiperIntervalMs: kitRules.swiperIntervalMs,
  swiperDurationMs: kitRules.swiperDurationMs,
} as const
