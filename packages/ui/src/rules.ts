/** The specification's figures for touch, time, amounts and choosing (section 9). Units are in the names. */
export const kitRules = {
  longPressMs: 350,
  longPressTolerancePx: 10,
  debounceMs: 500,
  resizeThrottleMs: 50,
  swiperIntervalMs: 5000,
  swiperDurationMs: 500,
  pageToastMs: 1500,
  /** Until it is hidden. */
  loadingToastMs: Number.POSITIVE_INFINITY,
  thousandsSeparator: ',',
  justNowMs: 5 * 60_000,
  relativeTimeMaxDays: 30,
  previewZoomMin: 1,
  previewZoomMax: 4,
  inputMaxLength: 140,
  imageChooseMax: 9,
  fileChooseMax: 100,
  videoMaxSeconds: 60,
} as const
