import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../phone.ts'
import { openPhone } from './browser.ts'
import { openStand, type Stand } from './scene.ts'

/* What index.html shows before any script of the app is there. */
let stand: Stand
let browser: Browser
beforeAll(async () => {
  stand = await openStand()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stand?.close()
})

const scripts = /\/assets\/[^/]+\.js$/

test('an app that does not load says so, and a tap loads it again', async () => {
  const phone = await openPhone(browser, { look: { language: 'zh-CN', theme: 'dark' } })
  const { page } = phone
  await page.route(scripts, route => route.abort())
  await page.goto(stand.product.appUrl)
  const said = page.getByText('应用加载失败，点按重新加载')
  await said.waitFor()
  await page.unroute(scripts)
  await said.click()
  await page.getByRole('button', { name: '创建账户' }).waitFor()
  expect(await said.count()).toBe(0)
  await phone.context.close()
})
