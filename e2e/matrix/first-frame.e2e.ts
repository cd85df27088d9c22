import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../phone.ts'
import { type Look, looks, nameOf, openPhone, type Phone, settle } from './browser.ts'
import type { Login } from './caller.ts'
import { callerOf, openStand, type Stand } from './scene.ts'

/* What index.html shows before any script of the app is there, and how the app takes its place. */
let stand: Stand
let browser: Browser
let login: Login
beforeAll(async () => {
  stand = await openStand()
  browser = await openBrowser()
  login = (await callerOf(stand.product, 1)).login
})
afterAll(async () => {
  await browser?.close()
  await stand?.close()
})

const scripts = /\/assets\/[^/]+\.js$/
const zhDark: Look = { language: 'zh-CN', theme: 'dark' }
let phone: Phone
afterEach(() => phone.context.close())

/** A phone that shows the frame, and whose app comes when it is let in. */
async function openFrame(
  look: Look,
  who?: Login,
): Promise<{ page: Page; letIn: () => Promise<void> }> {
  phone = await openPhone(browser, { look, ...(who ? { login: who } : {}) })
  const { page } = phone
  const waiting: Route[] = []
  await page.route(scripts, route => void waiting.push(route))
  await page.goto(stand.product.appUrl, { waitUntil: 'commit' })
  await page.locator('#app[data-frame]').waitFor()
  const letIn = async () => {
    await page.unroute(scripts)
    await Promise.all(waiting.map(route => route.continue()))
    await settle(phone)
  }
  return { page, letIn }
}

test('a tap on a frame is done when the app is there', async () => {
  const { page, letIn } = await openFrame(zhDark)
  const create = await page.getByText('创建账户', { exact: true }).boundingBox()
  if (!create) throw new Error('the frame has no such button')
  await page.touchscreen.tap(create.x + create.width / 2, create.y + create.height / 2)
  await letIn()
  await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/pages/auth/create')
  expect(phone.complaints()).toEqual([])
})

test('an app that does not load says so, and a tap loads it again', async () => {
  phone = await openPhone(browser, { look: zhDark })
  const { page } = phone
  await page.route(scripts, route => route.abort())
  await page.goto(stand.product.appUrl)
  const said = page.getByText('应用加载失败，点按重新加载')
  await said.waitFor()
  await page.unroute(scripts)
  await said.click()
  await page.getByRole('button', { name: '创建账户' }).waitFor()
})

/** Where everything stands that a finger or an eye looks for. */
const places = (page: Page) =>
  page.evaluate(() => {
    const marks = '#app :is(main, header, section, nav, h1, h2, button, a, [class*="_card_"])'
    return [...document.querySelectorAll(marks)]
      .filter(one => one.checkVisibility())
      .map(one => {
        const { x, y, width, height } = one.getBoundingClientRect()
        return `${one.localName} ${[x, y, width, height].map(Math.round).join(' ')}`
      })
  })

describe('the page stands where its frame stood', () => {
  test.each(looks.map(look => ({ look, name: nameOf(look) })))(
    'welcome, $name',
    async ({ look }) => {
      const { page, letIn } = await openFrame(look)
      const before = await places(page)
      await letIn()
      expect(before.length).toBeGreaterThan(5)
      expect(await places(page)).toEqual(before)
    },
  )
  test.each(looks.map(look => ({ look, name: nameOf(look) })))('home, $name', async ({ look }) => {
    const { page, letIn } = await openFrame(look, login)
    const before = (await places(page)).filter(isBlock)
    await letIn()
    expect(before.length).toBeGreaterThan(5)
    expect((await places(page)).filter(isBlock)).toEqual(before)
  })
})

/** A nickname and a figure have widths of their own; the blocks around them may not move. */
const isBlock = (place: string): boolean => /^(main|section|nav|h2|button)/.test(place)
