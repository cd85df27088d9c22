import { appVersion, createWithdrawal, loginPassword, newPaymentPassword } from '@banyan/domain'
import style from '@banyan/ui/styles.css?raw'
import { expect, test } from 'vitest'
import { constants } from './constants.ts'
import { tabs } from './routes.ts'
import { chosenLanguage } from './texts/language.ts'
import { languages } from './texts/texts.ts'

test('the figures are those of the specification', () => {
  expect(constants).toEqual({
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
    loadingToastMs: Number.POSITIVE_INFINITY,
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
    justNowMs: 300_000,
    relativeTimeMaxDays: 30,
    thousandsSeparator: ',',
    inputMaxLength: 140,
    imageChooseMax: 9,
    fileChooseMax: 100,
    videoMaxSeconds: 60,
    swiperIntervalMs: 5000,
    swiperDurationMs: 500,
  })
})

test('the version is the one that the contract names', () => {
  expect(appVersion).toEqual({ name: constants.appVersion, code: constants.appVersionCode })
})

test('the lengths of the contract’s passwords are those of the figures', () => {
  const digits = '5927138406'
  const least = constants.paymentPasswordMin
  expect(newPaymentPassword.safeParse(digits.slice(0, least)).success).toBe(true)
  expect(newPaymentPassword.safeParse(digits.slice(0, least - 1)).success).toBe(false)
  const login = 'rootleaf88leaf'
  const needed = constants.loginPasswordMin
  expect(loginPassword.safeParse(`8${login.slice(0, needed - 1)}`).success).toBe(true)
  expect(loginPassword.safeParse(`8${login.slice(0, needed - 2)}`).success).toBe(false)
})

test('the contract accepts withdrawals to addresses of the one network only', () => {
  const { address } = createWithdrawal.body.shape
  const taken = {
    BSC: '0x52908400098527886E0F7030069857D2E4169EE7',
    TRON: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  }
  const networks = Object.entries(taken).filter(([, given]) => address.safeParse(given).success)
  expect(networks.map(([network]) => network)).toEqual([constants.withdrawalNetwork])
})

test('there are five tabs', () => {
  expect(tabs).toHaveLength(constants.tabCount)
})

test('the style has the height of the tab bar and the time of a page as they are here', () => {
  expect(style).toContain(`--h-tabs: ${constants.tabBarPx}px;`)
  expect(style).toContain(`--page: ${constants.pageTransitionMs}ms;`)
})

test('the language is Chinese until a member chooses, and English is the fallback', () => {
  expect(languages).toEqual([constants.defaultLocale, constants.fallbackLocale])
  expect(chosenLanguage({ getItem: () => null })).toBe(constants.defaultLocale)
  expect(chosenLanguage({ getItem: () => 'fr' })).toBe(constants.defaultLocale)
  expect(chosenLanguage({ getItem: () => 'en' })).toBe('en')
})
