import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../phone.ts'
import { goTo, openPhone, settle } from './browser.ts'
import { memberAt, sharedProduct } from './scene.ts'

/* The guide for members: found under Mine and from the service, searched, and read by visitors. */
const product = sharedProduct()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
})

describe('the help', () => {
  test('is opened under Mine and searched; a topic says the figures of the rules in force', async () => {
    const member = await memberAt(product, 1)
    const phone = await openPhone(browser, {
      appearance: { language: 'en', theme: 'light' },
      login: member.login,
    })
    const { page } = phone
    await page.goto(product.appUrl)
    await settle(phone)
    await goTo(phone, '/pages/more/menu?of=about')
    await page.getByRole('link', { name: 'Help', exact: true }).click()
    await page.getByLabel('Search', { exact: true }).fill('hash upload')
    await page.getByRole('link', { name: /^Buy on the market/ }).click()
    await page.getByRole('heading', { name: 'Buy on the market', exact: true }).waitFor()
    const { sections } = await member.get('/api/rules/book')
    const numbers = sections.flatMap(
      (section: { numbers: { name: string; figure: string }[] }) => section.numbers,
    )
    const window = numbers.find((one: { name: string }) => one.name === 'otcPaymentWindowMs')
    // The figures of a switch, a rate and an amount are the same in both languages; a time is not.
    const minutes = /\d+/.exec(window.figure)?.[0]
    await page.getByText(`Within ${minutes} minutes, pay from your own wallet`).waitFor()
    await page.getByRole('link', { name: 'Next: Sell on the market' }).click()
    await page.getByRole('heading', { name: 'Sell on the market', exact: true }).waitFor()
    // From the next topic too, going back leads to the list.
    await page.goBack()
    await expect
      .poll(() => page.getByLabel('Search', { exact: true }).inputValue())
      .toBe('hash upload')
    await page.getByLabel('Search', { exact: true }).fill('pineapple')
    await page.getByText('Nothing found. Try another word, or ask service.').waitFor()
    expect(phone.complaints()).toEqual([])
    await phone.context.close()
  })

  test('is linked from the common questions of the service', async () => {
    const { login } = await memberAt(product, 1)
    const phone = await openPhone(browser, {
      appearance: { language: 'zh-CN', theme: 'dark' },
      login,
    })
    await phone.page.goto(product.appUrl)
    await settle(phone)
    await goTo(phone, '/pages/home/service')
    await phone.page.getByRole('link', { name: '查看全部帮助' }).first().click()
    await phone.page.getByRole('link', { name: /^防骗与安全/ }).waitFor()
    await phone.context.close()
  })

  test('is read by visitors, and without the rule book only its figures are missing, until a tap loads them', async () => {
    const phone = await openPhone(browser, { appearance: { language: 'en', theme: 'dark' } })
    const { page } = phone
    await page.route(/\/api\/rules\/book/, route => route.abort())
    await page.goto(`${product.appUrl}/#/pages/more/help?topic=withdraw`)
    await page.getByText('Enter your payment password').waitFor()
    await page.getByText('A new address can be approved after …').waitFor()
    await page.getByText('A transfer on the chain cannot be undone').waitFor()
    await page.getByText('You can contact service after you log in.').waitFor()
    await page.getByRole('link', { name: 'Reset login password', exact: true }).waitFor()
    expect(await page.getByRole('link', { name: /Contact service/ }).count()).toBe(0)
    const retry = page.getByRole('button', { name: 'Tap to retry' })
    await retry.waitFor()
    await page.goto(`${product.appUrl}/#/pages/more/help?topic=fees`)
    const figures = page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Figures in force' }) })
    const again = figures.getByRole('button', { name: 'Tap to retry' })
    await again.waitFor()
    await page.unroute(/\/api\/rules\/book/)
    await again.click()
    await figures.getByText(/USDT/).first().waitFor()
    await phone.context.close()
  })
})
