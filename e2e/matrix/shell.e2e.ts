import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../phone.ts'
import { type Appearance, goTo, openPhone, overlap, type Phone, settle } from './browser.ts'
import type { Login } from './caller.ts'
import { memberAt, sharedProduct } from './scene.ts'

/* The parts of the shell that only a browser can show: start, language, tabs, toasts, no network. */
const product = sharedProduct()
let browser: Browser
let login: Login
beforeAll(async () => {
  browser = await openBrowser()
  login = (await memberAt(product, 1)).login
})
afterAll(async () => {
  await browser?.close()
})

const zhDark: Appearance = { language: 'zh-CN', theme: 'dark' }
const enLight: Appearance = { language: 'en', theme: 'light' }
let phone: Phone
async function open(appearance: Appearance, who: Login | null = login): Promise<Page> {
  phone = await openPhone(browser, { appearance, ...(who ? { login: who } : {}) })
  await phone.page.goto(product.appUrl)
  await settle(phone)
  return phone.page
}
afterEach(async ({ task }) => {
  const complaints = phone.complaints()
  await phone.context.close()
  if (task.result?.state !== 'fail') expect(complaints).toEqual([])
})

describe('the first frames', () => {
  const grounds = { dark: 'rgb(11, 13, 18)', light: 'rgb(244, 245, 248)' }
  test.each([
    { appearance: zhDark, foreign: /[A-Za-z]{4,}/ },
    { appearance: enLight, foreign: /[\u4e00-\u9fff]/ },
  ])(
    'are in the language and theme that the member chose ($appearance.language $appearance.theme)',
    async ({ appearance, foreign }) => {
      phone = await openPhone(browser, { appearance })
      const { page } = phone
      await page.addInitScript(sampleFrames)
      await page.goto(product.appUrl)
      await settle(phone)
      const noted = () => page.evaluate(() => (window as unknown as { frames: Frame[] }).frames)
      await expect.poll(async () => (await noted()).length).toBeGreaterThan(5)
      const frames = await noted()
      const seen = (of: keyof Frame) => [...new Set(frames.map(frame => frame[of]))]
      expect(seen('ground')).toEqual([grounds[appearance.theme]])
      expect(seen('theme')).toEqual([appearance.theme])
      expect(seen('language')).toEqual([appearance.language])
      // Only the button for the other language has its name in that language.
      const other = appearance.language === 'en' ? '中文' : 'English'
      for (const text of seen('text')) expect(text.replace(other, '')).not.toMatch(foreign)
    },
  )
})

interface Frame {
  ground: string
  theme: string
  language: string
  text: string
}

/** Runs in the page before anything else: records what each frame is about to show. */
function sampleFrames(): void {
  const frames: Frame[] = []
  Object.assign(window, { frames })
  const note = () => {
    const root = document.documentElement
    // Before the head has been read there is nothing that could be painted.
    if (document.body) {
      frames.push({
        ground: getComputedStyle(root).backgroundColor,
        theme: root.dataset.theme ?? '',
        language: root.lang,
        // biome-ignore lint/performance/useDomNodeTextContent: only what is drawn counts.
        text: `${document.title} ${document.getElementById('app')?.innerText ?? ''}`,
      })
    }
    if (frames.length < 90) requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

describe('the language', () => {
  test('changes without a reload, and what was typed stays', async () => {
    const page = await open(zhDark)
    await goTo(phone, '/pages/mine/withdrawal')
    await page.getByRole('textbox', { name: '转出数量' }).fill('12.5')
    const loadedAt = await page.evaluate(() => performance.timeOrigin)
    await goTo(phone, '/pages/more/settings')
    await page.getByRole('radio', { name: 'English' }).check({ force: true })
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('en')
    await page.getByRole('button', { name: 'Back' }).click()
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toBe('12.5')
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(loadedAt)
  })
})

describe('the theme', () => {
  test("changes at once, and so does the browser's bar", async () => {
    const page = await open(zhDark)
    await goTo(phone, '/pages/more/settings')
    await page.getByRole('radio', { name: '浅色' }).check({ force: true })
    const facts = await page.evaluate(() => ({
      theme: document.documentElement.dataset.theme,
      bar: document.querySelector('meta[name="theme-color"]')?.getAttribute('content'),
    }))
    expect(facts).toEqual({ theme: 'light', bar: '#f4f5f8' })
  })
})

describe('the tab bar', () => {
  test('is 50 px high, and a tap on the open tab does nothing', async () => {
    const page = await open(zhDark)
    const bar = page.getByRole('navigation', { name: '主导航' })
    expect((await bar.boundingBox())?.height).toBe(50)
    expect(await bar.locator('button > span:first-of-type').allInnerTexts()).toEqual([
      '首页',
      '社区',
      '交易',
      '资产',
      '我的',
    ])
    const before = await page.evaluate(() => [location.hash, history.length])
    await bar.getByRole('button', { name: '首页' }).click()
    expect(await page.evaluate(() => [location.hash, history.length])).toEqual(before)
  })

  test('leads to the top of its page, whose list has loaded more at its end', async () => {
    const page = await open(enLight)
    await goTo(phone, '/pages/tabbar/assets')
    const main = page.locator('main:visible')
    const lines = main.getByRole('listitem')
    const at = () => main.evaluate(element => element.scrollTop)
    const first = await lines.count()
    await main.evaluate(element => element.scrollTo(0, element.scrollHeight))
    await expect.poll(() => lines.count()).toBeGreaterThan(first)
    expect(await at()).toBeGreaterThan(0)
    await page.getByRole('navigation').getByRole('button', { name: 'Assets' }).click()
    await expect.poll(at).toBe(0)
  })
})

describe('the sheet that asks for the payment password', () => {
  test('closes when a refusal is not about the password: a withdrawal, with what was typed still there', async () => {
    const page = await open(enLight)
    await goTo(phone, '/pages/mine/withdrawal')
    const quotes: string[] = []
    page.on('request', request => {
      if (request.url().endsWith('/withdrawals/quote')) quotes.push(request.url())
    })
    await page
      .getByRole('textbox', { name: 'BSC address' })
      .fill('0x52908400098527886E0F7030069857D2E4169EE7')
    const amount = page.getByRole('textbox', { name: 'Amount' })
    await amount.fill('12.5')
    await page.getByRole('button', { name: /^Request/ }).click()
    const sheet = page.getByRole('dialog')
    for (const digit of '592713')
      await sheet.getByRole('button', { name: digit, exact: true }).click()
    const msg = 'Withdrawals are stopped for the moment'
    await page.route('**/api/withdrawals', route => route.fulfill({ json: { code: 42900, msg } }))
    await sheet.getByRole('button', { name: 'Submit request' }).click()
    await page.getByText(msg).first().waitFor()
    await sheet.waitFor({ state: 'detached' })
    expect(await amount.inputValue()).toBe('12.5')
    // The form of the sheet was sent, and not the form of the page around it a second time.
    expect(quotes).toHaveLength(1)
  })
})

describe('an address', () => {
  test.each(['/pages/nope?id=1', '/pages/otc/buy/topay?id=nothing', '/pages/tabbar/otc'])(
    'of nothing is shown with the way home: %s',
    async wrong => {
      const page = await open(zhDark)
      await goTo(phone, wrong)
      await page.getByRole('heading', { name: '没有找到' }).waitFor()
      await page.getByText(wrong, { exact: true }).waitFor()
      await page.getByRole('button', { name: '返回首页' }).click()
      await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/')
    },
  )

  test('brings the same view back after a reload, under its title', async () => {
    const page = await open(zhDark)
    expect(await page.title()).toBe('榕树')
    await goTo(phone, '/pages/tabbar/OTC?side=sell')
    const sell = page.getByRole('radio', { name: '卖出' })
    expect(await sell.isChecked()).toBe(true)
    const amount = page.getByRole('textbox', { name: '按金额筛选' })
    await amount.fill('12.5')
    await expect
      .poll(() => page.evaluate(() => location.hash))
      .toBe('#/pages/tabbar/OTC?side=sell&amount=12.5')
    await page.reload()
    await settle(phone)
    expect(await sell.isChecked()).toBe(true)
    expect(await amount.inputValue()).toBe('12.5')
    expect(await page.title()).toBe('交易 · 榕树')
    await goTo(phone, '/pages/tabbar/mine')
    await page.getByText('版本 1.0.6 (106)').waitFor()
  })
})

describe('a toast', () => {
  test('of a page stays for 1500 ms, one of the client for 2000 ms', async () => {
    const page = await open(zhDark)
    // Accounts from before the contact was required would be asked for it instead.
    await page.route('**/api/user/receiving-account', async route => {
      const response = await route.fetch()
      const json = await response.json()
      json.data.contact ??= 'Telegram @heron'
      await route.fulfill({ response, json })
    })
    await goTo(phone, '/pages/mine/account')
    await page.clock.install({ time: Date.now() })
    // Far enough ahead that a slow machine has not gone past it.
    await page.clock.pauseAt(Date.now() + 60_000)
    const staysFor = async (text: string, ms: number) => {
      const toast = page.getByText(text, { exact: true })
      await toast.waitFor()
      await page.clock.runFor(ms - 10)
      expect(await toast.count()).toBe(1)
      await page.clock.runFor(20)
      await toast.waitFor({ state: 'detached' })
    }
    await page.getByRole('button', { name: '保存' }).click()
    await staysFor('没有改动', 1500)

    await page.clock.resume()
    await goTo(phone, '/pages/otc/buy/buyDealRecord')
    const msg = '导出过于频繁'
    await page.route('**/api/otc/trades.csv', route =>
      route.fulfill({ json: { code: 42900, msg } }),
    )
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await page.getByRole('button', { name: '导出 CSV' }).click()
    await staysFor(msg, 2000)
  })

  test('keeps clear of the primary button, in a sheet too, and is announced politely', async () => {
    const page = await open(enLight)
    await goTo(phone, '/pages/mine/account')
    const save = page.getByRole('button', { name: 'Save' })
    await page
      .getByRole('textbox', { name: 'BSC address' })
      .fill('0x52908400098527886E0F7030069857D2E4169EE7')
    await page.getByRole('textbox', { name: 'Contact' }).fill('Telegram @heron')
    await save.click()
    const sheet = page.getByRole('dialog')
    for (const digit of '592713')
      await sheet.getByRole('button', { name: digit, exact: true }).click()
    const confirm = sheet.getByRole('button', { name: 'Confirm the change' })
    await page.context().setOffline(true)
    await confirm.click()
    const toast = page.getByText('Network problem. Check your connection and try again')
    await toast.waitFor()
    const spoken = await toast.evaluate(element => {
      const region = element.closest('[aria-live]')
      return [region?.getAttribute('aria-live'), region?.closest('[aria-hidden], [inert]') === null]
    })
    expect(spoken).toEqual(['polite', true])
    expect(overlap(await toast.boundingBox(), await confirm.boundingBox())).toBe(false)
    await page.context().setOffline(false)
    // Chromium itself reports that a call without a network failed.
    phone.complaints()
  })
})
