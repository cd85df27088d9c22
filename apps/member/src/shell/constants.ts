/** The specification's figures (section 9) and those of the shell's pages. Units are in the names. */
export const constants = {
  appVersion: '1.0.6',
  appVersionCode: 106,

  requestTimeoutMs: 60_000,
  socketTimeoutMs: 60_000,
  uploadTimeoutMs: 60_000,
  downloadTimeoutMs: 60_000,

  successCode: 1,
  silentCode: 9,
  sessionExpiredCode: 20001,
  accountProblemCode: 20003,
  relaunchDelayMs: 500,

  pageDelayMs: 200,
  pageTimeoutMs: 60_000,

  tabCount: 5,
  tabBarPx: 50,
  pageStackMax: 10,
  pageTransitionMs: 300,

  pageToastMs: 1500,
  clientToastMs: 2000,

  previewZoomMin: 1,
  previewZoomMax: 4,

  withdrawalNetwork: 'BSC',
  paymentPasswordMin: 6,
  loginPasswordMin: 8,

  defaultLocale: 'zh-CN',
  fallbackLocale: 'en',

  debounceMs: 500,
  resizeThrottleMs: 50,
  longPressMs: 350,
  longPressTolerancePx: 10,
  justNowMs: 5 * 60_000,
  relativeTimeMaxDays: 30,

  inputMaxLength: 140,
  imageChooseMax: 9,
  fileChooseMax: 100,
  videoMaxSeconds: 60,
  swiperIntervalMs: 5000,
  swiperDurationMs: 500,
} as const
