import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../phone.ts'
import { holdBack, openPhone, type Phone, settle } from './browser.ts'
import { memberAt, sharedProduct } from './scene.ts'

/* A page as it was last seen, from the first paint of a visit until its answers are there. */
const product = sharedProduct()
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
})

const scripts = /\/assets\/[^/]+\.js$/
const keys = { home: 'banyan.view./', market: 'banyan.view./pages/tabbar/OTC' } as const

/** A member's phone that has kept the page; the worker is left out, so that requests can be held back. */
async function phoneThatHasSeen(of: keyof typeof keys, hash: string, place = 7): Promise<Phone> {
  const { login } = await memberAt(product, place)
  const phone = await openPhone(browser, {
    appearance: { language: 'zh-CN', theme: 'dark' },
    login,
    lessMotion: true,
  })
  await phone.context.addInitScript(() =>
    Object.defineProperty(navigator, 'serviceWorker', { value: undefined }),
  )
  await phone.page.goto(`${product.appUrl}${hash}`)
  await settle(phone)
  await phone.page.waitForFunction(key => localStorage.getItem(key) !== null, keys[of])
  return phone
}

const goOutOfSight = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
    Reflect.deleteProperty(document, 'visibilityState')
  })

const figures = (phone: Phone, selector: string) => phone.page.locator(selector).allInnerTexts()

describe('a page that was seen before', () => {
  test.each([
    { of: 'home', hash: '', selector: '#app section [class*="_money_"]' },
    { of: 'market', hash: '#/pages/tabbar/OTC', selector: '#app article' },
  ] as const)(
    'is shown with its age while $of loads, and nothing of it is left then',
    async row => {
      const { of, hash, selector } = row
      const phone = await phoneThatHasSeen(of, hash)
      const { page } = phone
      const last = await figures(phone, selector)
      expect(last[0]).toMatch(/\d/)
      const letGo = await holdBack(page, scripts)
      await page.reload({ waitUntil: 'commit' })
      await page.locator('#app[data-frame] nav').first().waitFor()
      const age = page.getByRole('status').filter({ hasText: '的数据，正在更新' })
      expect(await age.textContent()).toMatch(/^今天 \d\d:\d\d 的数据，正在更新$/)
      expect((await figures(phone, selector))[0]).toBe(last[0])
      expect(await page.locator('#app > [inert]').count()).toBe(1)
      letGo()
      await settle(phone)
      // What applied to it would apply to the app, too.
      expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
      expect(await age.count()).toBe(0)
      expect(phone.complaints()).toEqual([])
      await phone.context.close()
    },
  )

  test('shows no deadline as it was: what is left by now is not known yet', async () => {
    // This member has a trade to pay.
    const phone = await phoneThatHasSeen('home', '', 5)
    const { page } = phone
    const timers = page.locator('#app [role="timer"]')
    expect(await timers.first().textContent()).toMatch(/^\d+:\d\d/)
    const letGo = await holdBack(page, scripts)
    await page.reload({ waitUntil: 'commit' })
    await page.locator('#app > em').waitFor()
    expect(await timers.allTextContents()).toEqual(['––:––'])
    letGo()
    await settle(phone)
    expect(await timers.first().textContent()).toMatch(/^\d+:\d\d/)
    await phone.context.close()
  })

  test('is not shown to another account, nor in another language, nor three days later', async () => {
    const phone = await phoneThatHasSeen('home', '')
    const { page } = phone
    const letGo = await holdBack(page, scripts)
    // Without its app, which keeps the page again when it goes out of sight.
    await page.reload({ waitUntil: 'commit' })
    await page.locator('#app > em').waitFor()
    for (const other of [
      { of: 'another' },
      { language: 'en' },
      { at: Date.now() - 3 * 86_400_000 },
    ]) {
      await page.evaluate(
        ([key, other]) => {
          const view = JSON.parse(localStorage.getItem(key) ?? '')
          sessionStorage.setItem('view', JSON.stringify(view))
          localStorage.setItem(key, JSON.stringify({ ...view, ...other }))
        },
        [keys.home, other] as const,
      )
      await page.reload({ waitUntil: 'commit' })
      await page.locator('#app[data-frame] nav').first().waitFor()
      expect(await page.locator('#app').textContent()).toContain('••••')
      expect(await page.locator('#app > em').count()).toBe(0)
      await page.evaluate(
        key => localStorage.setItem(key, sessionStorage.getItem('view') ?? ''),
        keys.home,
      )
    }
    letGo()
    await phone.context.close()
  })

  test('has its styles with it, those of the first load too', async () => {
    const phone = await phoneThatHasSeen('home', '')
    const bar = await phone.page.locator('#app nav').first().getAttribute('class')
    const kept = await phone.page.evaluate(key => localStorage.getItem(key), keys.home)
    expect(bar).toMatch(/^\w/)
    expect(JSON.parse(kept ?? '').css).toContain(`.${bar?.split(' ')[0]}`)
    await phone.context.close()
  })

  test('has no tap that is carried out on another offer in the same place', async () => {
    const phone = await phoneThatHasSeen('market', '#/pages/tabbar/OTC')
    const { page } = phone
    const letGo = await holdBack(page, scripts)
    await page.reload({ waitUntil: 'commit' })
    const take = page.locator('#app[data-frame] article button').first()
    await take.waitFor()
    await take.evaluate(button => button.setAttribute('data-key', 'another'))
    const box = await take.boundingBox()
    if (!box) throw new Error('the button has no place')
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    letGo()
    await settle(phone)
    await page.locator('#app article button').first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await phone.context.close()
  })

  test('is not kept while no event can arrive', async () => {
    const { login } = await memberAt(product, 7)
    const appearance = { language: 'zh-CN', theme: 'dark' } as const
    const phone = await openPhone(browser, { appearance, login, lessMotion: true })
    const { page } = phone
    await page.route('**/api/events', route => route.abort())
    await page.goto(product.appUrl)
    // The bar says so after four seconds; the app was idle before that and would have kept the page.
    await page.getByRole('status').filter({ hasText: '正在重新连接' }).waitFor()
    expect(await page.evaluate(key => localStorage.getItem(key), keys.home)).toBeNull()
    await phone.context.close()
  })

  test('is not kept where it is scrolled by more than a screen', async () => {
    const phone = await phoneThatHasSeen('market', '#/pages/tabbar/OTC')
    const { page } = phone
    await page.setViewportSize({ width: 390, height: 240 })
    await settle(phone)
    /** Whether the page is kept when it goes out of sight at this place. */
    const isKeptAt = async (share: number) => {
      await page.locator('main:visible').evaluate((main, share) => {
        main.scrollTop = share * innerHeight
        if (Math.abs(main.scrollTop - share * innerHeight) > 1) throw new Error('it is too short')
      }, share)
      await page.evaluate(key => localStorage.removeItem(key), keys.market)
      await goOutOfSight(page)
      return page.evaluate(key => localStorage.getItem(key) !== null, keys.market)
    }
    expect(await isKeptAt(0.5)).toBe(true)
    expect(await isKeptAt(1.5)).toBe(false)
    await phone.context.close()
  })

  test('is forgotten when amounts are hidden, and with the login', async () => {
    const phone = await phoneThatHasSeen('home', '')
    const { page } = phone
    await page.getByRole('button', { name: '隐藏金额' }).click()
    const isKept = () => page.evaluate(key => localStorage.getItem(key) !== null, keys.home)
    expect(await isKept()).toBe(false)
    // Out of sight it is kept again, as it is now.
    await goOutOfSight(page)
    expect(await page.evaluate(key => localStorage.getItem(key), keys.home)).toContain('••••')
    await page.evaluate(() => {
      location.hash = '#/pages/more/settings'
    })
    await page.getByRole('button', { name: '退出登录' }).click()
    const question = page.locator('[role="dialog"], [role="alertdialog"]')
    await question.getByRole('button', { name: '退出登录' }).click()
    await page.getByRole('button', { name: '创建账户' }).waitFor()
    expect(await isKept()).toBe(false)
    await phone.context.close()
  })
})
