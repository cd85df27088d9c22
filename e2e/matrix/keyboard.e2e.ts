import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../phone.ts'
import { goTo, openPhone, type Phone, settle } from './browser.ts'
import type { Login } from './caller.ts'
import { memberAt, sharedProduct } from './scene.ts'

/* The app used with a keyboard only, without a finger or a pointer. */
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

let phone: Phone
async function open(who: Login | null = login): Promise<Page> {
  const appearance = { language: 'en', theme: 'dark' } as const
  phone = await openPhone(browser, { appearance, ...(who ? { login: who } : {}), lessMotion: true })
  await phone.page.goto(product.appUrl)
  await settle(phone)
  return phone.page
}
afterEach(() => phone.context.close())

/** The focused element as a screen reader names it: role and name. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nothing'
    const field = element as HTMLInputElement
    const text =
      element.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? element.textContent
    return `${element.getAttribute('role') ?? element.localName}: ${text?.trim()}`
  })

/** Presses Tab until this has the focus; reports the passed elements when it never does. */
async function tabTo(page: Page, wanted: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key)
    const now = await focused(page)
    if (wanted.test(now)) return
    passed.push(now)
  }
  throw new Error(`${wanted} never got the focus, but ${passed.join(' · ')}`)
}

/** The focus is drawn, and the element is in view. */
const expectVisibleFocus = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const { outlineStyle, outlineWidth } = getComputedStyle(element)
        const { top, bottom } = element.getBoundingClientRect()
        return { outlineStyle, outlineWidth, inSight: top >= 0 && bottom <= innerHeight }
      }),
    )
    .toEqual({ outlineStyle: 'solid', outlineWidth: '2px', inSight: true })

describe('by keys alone', () => {
  test('the tabs of the bar are reached and opened', async () => {
    const page = await open()
    await tabTo(page, /^button: Assets$/)
    await expectVisibleFocus(page)
    await page.keyboard.press('Enter')
    await settle(phone)
    expect(await page.evaluate(() => location.hash)).toBe('#/pages/tabbar/assets')
    await tabTo(page, /^button: OTC/, 'Shift+Tab')
    await page.keyboard.press('Space')
    await settle(phone)
    expect(await page.evaluate(() => location.hash)).toBe('#/pages/tabbar/OTC')
  })

  test('a page is opened by its link and left by its back button', async () => {
    const page = await open()
    await tabTo(page, /^a: .*Recharge/)
    await page.keyboard.press('Enter')
    await settle(phone)
    await page.getByRole('heading', { level: 1, name: 'Recharge' }).waitFor()
    await tabTo(page, /^button: Back$/)
    await page.keyboard.press('Enter')
    await settle(phone)
    await expect.poll(() => focused(page)).toMatch(/Recharge/)
  })

  test('a form is filled and sent; the first error gets the focus, and what was typed stays', async () => {
    const page = await open(null)
    await goTo(phone, '/pages/auth/login')
    await tabTo(page, /^input: Account ID/)
    await page.keyboard.type('12345678')
    await tabTo(page, /^input: Password|^input: Login password/)
    await page.keyboard.press('Enter')
    await page.getByRole('alert').first().waitFor()
    await expect.poll(() => focused(page)).toMatch(/^input: (Login p|P)assword/)
    const described = await page.evaluate(() => {
      const input = document.activeElement
      const ids = input?.getAttribute('aria-describedby')?.split(' ') ?? []
      return {
        invalid: input?.getAttribute('aria-invalid'),
        text: ids.map(id => document.getElementById(id)?.textContent).join(),
      }
    })
    expect(described.invalid).toBe('true')
    expect(described.text).not.toBe('')
    expect(await page.getByRole('textbox', { name: 'Account ID' }).inputValue()).toBe('12345678')
  })

  test('a sheet keeps the focus inside, closes by Escape and gives the focus back', async () => {
    const page = await open()
    await goTo(phone, '/pages/tabbar/OTC')
    await tabTo(page, /^button: .*Buy from 星河|^button: Buy/)
    const opener = await focused(page)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    await sheet.waitFor()
    for (let presses = 0; presses < 25; presses++) {
      await page.keyboard.press('Tab')
      // At its ends the sheet's own guards have the focus for an instant and pass it back.
      const inside = () =>
        sheet.evaluate(
          dialog =>
            dialog.contains(document.activeElement) || document.activeElement === document.body,
        )
      await expect.poll(inside).toBe(true)
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe(opener)
  })

  test('a page that is opened from a sheet has the focus, not the sheet that closes', async () => {
    const page = await open()
    await goTo(phone, '/pages/tabbar/OTC')
    await page.getByRole('button', { name: 'My orders and records' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(page, /^a: /)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await settle(phone)
    const isOnPage = () =>
      page.evaluate(() => {
        const main = [...document.querySelectorAll('main')].find(one => one.checkVisibility())
        return main?.parentElement?.contains(document.activeElement)
      })
    await expect.poll(isOnPage).toBe(true)
  })

  test('a payment password is typed on the pad or on the keys', async () => {
    const page = await open()
    await goTo(phone, '/pages/mine/account')
    await tabTo(page, /BSC address/)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('0x52908400098527886E0F7030069857D2E4169EE7')
    await tabTo(page, /Contact/)
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Telegram @heron')
    await tabTo(page, /^button: Save$/)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog')
    const input = sheet.locator('input')
    await input.waitFor()
    await expect
      .poll(() => input.evaluate(element => element === document.activeElement))
      .toBe(true)
    await page.keyboard.type('59')
    await tabTo(page, /^button: 2$/)
    await expectVisibleFocus(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => input.inputValue()).toBe('592')
    await tabTo(page, /^button: Delete a digit$/)
    await page.keyboard.press('Space')
    await expect.poll(() => input.inputValue()).toBe('59')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('button: Save')
  })

  test('an account is made from words, and its owner arrives at home', async () => {
    const { inviteCode } = await (await memberAt(product, 1)).get('/api/user/me')
    const page = await open(null)
    const press = async (wanted: RegExp, key = 'Enter') => {
      await tabTo(page, wanted)
      await page.keyboard.press(key)
    }
    const fill = async (wanted: RegExp, text: string) => {
      await tabTo(page, wanted)
      await page.keyboard.type(text)
    }
    await press(/^button: Create account$/)
    await settle(phone)
    await fill(/^input: Nickname/, 'Plover')
    await fill(/^input: Invitation code/, inviteCode)
    await press(/^button: Country/)
    await page.getByRole('dialog').waitFor()
    await fill(/Search countries/, 'SG')
    await press(/^button: Singapore/)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await fill(/^input: Login password/, 'sand and tide 7')
    await fill(/^input: Confirm login password/, 'sand and tide 7')
    await fill(/^input: Payment password/, '740295')
    await fill(/^input: Confirm payment password/, '740295')
    await press(/I have read and accept/, 'Space')
    await press(/^button: Next: back up your recovery phrase/)
    await settle(phone)
    await tabTo(page, /^button: Hold to show/)
    await page.keyboard.down('Space')
    const shown = page.getByRole('list', { name: 'Recovery phrase', exact: true }).locator('strong')
    await shown.nth(11).waitFor()
    const words = (await shown.allTextContents()).map(word => word.trim())
    await page.keyboard.up('Space')
    await shown.first().waitFor({ state: 'detached' })
    await press(/^button: I wrote them down. Verify/)
    await settle(phone)
    for (const word of words) await press(new RegExp(`^button: ${word}$`))
    await press(/^button: Create account$/)
    await page.getByRole('heading', { name: 'Account created' }).waitFor()
    await settle(phone)
    await press(/^(button|a): Log in$/)
    await settle(phone)
    await fill(/^input: (Login p|P)assword/, 'sand and tide 7')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/')
    await settle(phone)
    expect(await page.getByRole('main').getByText('Plover').count()).toBeGreaterThan(0)
  })

  test('back closes a sheet, the page stays, and what was typed is there again', async () => {
    const page = await open()
    await goTo(phone, '/pages/tabbar/OTC')
    const take = page.getByRole('button', { name: /^Buy from / }).first()
    const entry = () => page.evaluate(() => history.state)
    const below = await entry()
    await take.click()
    const sheet = page.getByRole('dialog')
    const quantity = sheet.getByRole('textbox', { name: 'Quantity', exact: true })
    await quantity.fill('12.5')
    await page.goBack()
    await sheet.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => location.hash)).toBe('#/pages/tabbar/OTC')
    await take.click()
    expect(await quantity.inputValue()).toBe('12.5')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    // The browser goes back some time after the sheet has closed; an address that is typed earlier
    // continues from there.
    await expect.poll(entry).toEqual(below)
    // The sheet has left no entry behind.
    await goTo(phone, '/pages/otc/buy/buyList')
    await page.goBack()
    await expect.poll(() => page.evaluate(() => location.hash)).toBe('#/pages/tabbar/OTC')
  })

  test('no button at the thumb covers the field that has the focus, on what a keyboard leaves of a screen', async () => {
    const page = await open()
    await page.setViewportSize({ width: 390, height: 480 })
    const covered: string[] = []
    for (const address of [
      '/pages/mine/account',
      '/pages/mine/withdrawal',
      '/pages/assets/recharge',
    ]) {
      await goTo(phone, address)
      // What is folded can be opened and has to be free then, too.
      for (const fold of await page.locator('main:visible details > summary').all())
        await fold.click()
      const fields = page.locator('main:visible').locator('input:not([type=file]), textarea')
      for (const field of await fields.all()) {
        if (!(await field.isEditable())) continue
        await field.focus()
        const free = () =>
          field.evaluate(element => {
            const { left, top, width, height } = element.getBoundingClientRect()
            const there = document.elementFromPoint(left + width / 2, top + height / 2)
            return (
              there !== null &&
              (there === element || there.contains(element) || element.contains(there))
            )
          })
        await expect
          .poll(free)
          .toBe(true)
          .catch(async () => covered.push(`${address}: ${await field.getAttribute('name')}`))
      }
    }
    expect(covered).toEqual([])
  })
})
