import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../phone.ts'
import { openPhone } from './browser.ts'
import { checkSheet, type Moment, momentsOf, openMoment } from './moments.ts'
import { sharedProduct } from './scene.ts'

/* The sheets over any page that tell of a good end: their looks are in the matrix, their words here. */
const product = sharedProduct()
let browser: Browser
let moments: Moment[]
beforeAll(async () => {
  browser = await openBrowser()
  moments = await momentsOf(product)
})
afterAll(async () => {
  await browser?.close()
})

const texts = {
  bought: {
    'zh-CN': [/^购买成功/, /^\+[\d,.]+LEAF$/, /^付出 [\d,.]+ USDT，卖家 /, '查看资产', '查看交易'],
    en: [/^Bought/, /^\+[\d,.]+LEAF$/, /^[\d,.]+ USDT paid to /, 'See assets', 'See the trade'],
  },
  paidOut: {
    'zh-CN': [/^已到账/, /^[\d,.]+USDT$/, /^到 0x/, '查看订单', '查看资产'],
    en: [/^Arrived/, /^[\d,.]+USDT$/, /^At 0x/, 'See the order', 'See assets'],
  },
  income: {
    'zh-CN': [/^第一笔静态收益/, /^\+[\d,.]+USDT$/, /结算，已计入/, '看看怎么算的', '查看资产'],
    en: [/^First static/, /^\+[\d,.]+USDT$/, /^Settled on /, 'See how', 'See assets'],
  },
} as const

describe('the sheet of a good end', () => {
  test.each(['bought', 'paidOut', 'income'] as const)(
    'says what came of it and what next, in both languages: %s',
    async name => {
      const moment = moments.find(one => one.name === name)
      if (!moment) throw new Error(`no ${name}`)
      for (const appearance of [
        { language: 'zh-CN', theme: 'dark' },
        { language: 'en', theme: 'light' },
      ] as const) {
        const phone = await openPhone(browser, { appearance, login: moment.login })
        await openMoment(phone, product.appUrl, moment)
        const sheet = phone.page.getByRole('dialog')
        for (const text of texts[name][appearance.language])
          await sheet.getByText(text).first().waitFor()
        expect(await checkSheet(phone), appearance.language).toEqual([])
        await phone.context.close()
      }
    },
  )
})
