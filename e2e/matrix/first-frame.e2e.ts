import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../phone.ts'
import { holdBack, openPhone, settle } from './browser.ts'
import { filesOf, memberAt, sharedProduct } from './scene.ts'

/* The page before the scripts of the app, or of a page, have loaded. */
const product = sharedProduct()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
})

const scripts = /\/assets\/[^/]+\.js$/

test('an app that does not load shows an error, and a tap loads it again', async () => {
  const phone = await openPhone(browser, { appearance: { language: 'zh-CN', theme: 'dark' } })
  const { page } = phone
  await page.route(scripts, route => route.abort())
  await page.goto(product.appUrl)
  const message = page.getByText('应用加载失败，点按重新加载')
  await message.waitFor()
  await page.unroute(scripts)
  await message.click()
  await page.getByRole('button', { name: '创建账户' }).waitFor()
  expect(await message.count()).toBe(0)
  await phone.context.close()
})

/**
 * The positions of everything that a member reads first or can tap. The member's name is unknown
 * when the frame is drawn, so its width is left out; so are the amounts that suit a balance.
 */
const places = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '#app :is(header, section, nav, h1, h2, button, a:not(header a)):not([aria-pressed], [aria-pressed] ~ button)',
      ),
    ]
      .filter(one => one.checkVisibility())
      .map(one => {
        const { x, y, width, height } = one.getBoundingClientRect()
        const words = /^(H[12]|BUTTON)$/.test(one.tagName) ? one.textContent : ''
        return `${one.tagName} ${words} ${[x, y, width, height].map(Math.round).join(' ')}`
      }),
  )

describe('the frame that is drawn at the build', () => {
  test.each([
    { of: 'the welcome', hash: '', appearance: { language: 'zh-CN', theme: 'light' } as const },
    { of: 'home', hash: '', appearance: { language: 'en', theme: 'dark' } as const },
    {
      of: 'the market',
      hash: '#/pages/tabbar/OTC',
      appearance: { language: 'zh-CN', theme: 'dark' } as const,
    },
  ])('of $of has its parts where the finished page has them', async ({ of, hash, appearance }) => {
    // This account has no trade under way: such a card comes first and is unknown when the frame is
    // drawn.
    const login = of === 'the welcome' ? undefined : (await memberAt(product, 7)).login
    // At 320 px a member's long figure takes a second line of its row, which the frame cannot know.
    const width = login ? 390 : 320
    const phone = await openPhone(browser, { appearance, ...(login ? { login } : {}), width })
    // The frame cannot know of an unread notice either, of which the first call tells as well.
    await phone.page.route(/api\/(together|notices\/unread)/, route => route.abort())
    const letGo = await holdBack(phone.page, scripts)
    await phone.page.goto(`${product.appUrl}${hash}`, { waitUntil: 'commit' })
    await phone.page.locator('#app[data-frame] button').first().waitFor()
    const before = await places(phone.page)
    expect(before.length).toBeGreaterThan(7)
    letGo()
    await settle(phone)
    // What the answers add, a badge or a step at the end, moves nothing of it.
    expect(await places(phone.page)).toEqual(expect.arrayContaining(before))
    await phone.context.close()
  })

  /** The frame of the welcome page, whose app waits; `tap` taps a button of it. */
  async function openFrame() {
    const appearance = { language: 'zh-CN', theme: 'dark' } as const
    const phone = await openPhone(browser, { appearance, lessMotion: true })
    const letGo = await holdBack(phone.page, scripts)
    await phone.page.goto(product.appUrl, { waitUntil: 'commit' })
    const button = phone.page.locator('#app[data-frame] button', { hasText: '创建账户' })
    await button.waitFor()
    const tap = async () => {
      const box = await button.boundingBox()
      if (!box) throw new Error('the button has no place')
      await phone.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    }
    return { phone, letGo, button, tap }
  }

  test('records a tap, which is carried out when the app is there', async () => {
    const { phone, letGo, tap } = await openFrame()
    await tap()
    letGo()
    await phone.page.getByRole('heading', { level: 1, name: '创建账户' }).waitFor()
    await phone.context.close()
  })

  test('records a tap that is not carried out where another control is by then', async () => {
    const { phone, letGo, button, tap } = await openFrame()
    await button.evaluate(one => {
      one.firstChild?.replaceWith('创建账户，或登录')
    })
    await tap()
    expect(await phone.page.locator('#app').getAttribute('data-tap')).toContain('或登录')
    letGo()
    await settle(phone)
    expect(await phone.page.locator('#app[data-frame], #app[data-tap]').count()).toBe(0)
    await phone.page.getByRole('button', { name: '创建账户' }).waitFor()
    await phone.context.close()
  })

  test('records a tap that is not carried out on another page', async () => {
    const { phone, letGo, tap } = await openFrame()
    await tap()
    await phone.page.evaluate(() => {
      location.hash = '#/pages/more/help'
    })
    letGo()
    await phone.page.getByRole('heading', { level: 1, name: '帮助' }).waitFor()
    await settle(phone)
    expect(await phone.page.locator('#app[data-frame], #app[data-tap]').count()).toBe(0)
    expect(new URL(phone.page.url()).hash).toBe('#/pages/more/help')
    await phone.context.close()
  })
})

test('a page whose code is loading shows nothing for 200 ms, then an indicator', async () => {
  const appearance = { language: 'en', theme: 'dark' } as const
  const phone = await openPhone(browser, { appearance, lessMotion: true })
  const { page } = phone
  // A page opened by its address also loads the table of all pages' files, which this test leaves
  // out.
  await page.goto(`${product.appUrl}/#/pages/more/rules`)
  await settle(phone)
  const letGo = await holdBack(page, scripts)
  const [file = ''] = filesOf('/pages/more/settings')
  const asked = page.waitForRequest(request => request.url().endsWith(file))
  await page.clock.install({ time: 0 })
  // Far enough ahead that a slow machine has not gone past it.
  await page.clock.pauseAt(60_000)
  await page.evaluate(() => {
    location.hash = '#/pages/more/settings'
  })
  await asked
  // The head of the page is there at once, its content is not.
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  const indicator = page.getByRole('main').getByRole('img', { name: 'Loading' })
  await page.clock.runFor(190)
  expect(await indicator.count()).toBe(0)
  await page.clock.runFor(20)
  await indicator.waitFor()
  letGo()
  await page.getByText('Price colours').first().waitFor()
  await phone.context.close()
})
