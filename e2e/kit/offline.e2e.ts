import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Appearance, goTo, openPhone, overlap, type Phone, settle } from '../matrix/browser.ts'
import { openBrowser } from '../phone.ts'
import { type BuiltApp, inCharge, openBuiltApp, registersWorker } from './built-app.ts'

/*
 * The built app behind a server of the test, which can go away and can have another release: the
 * files are the real ones, only the server's answers are made up.
 */
let browser: Browser
let app: BuiltApp

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

let phone: Phone
let page: Page
const appearance: Appearance = { language: 'en', theme: 'dark' }
beforeEach(async () => {
  app = await openBuiltApp()
  phone = await openPhone(browser, { appearance })
  page = phone.page
  await page.goto(`${app.url}#/pages/auth/home`)
  await inCharge(page)
})
afterEach(async () => {
  await phone.context.close()
  await app.goAway()
})

/** A member at home. */
async function openHome(): Promise<void> {
  const at = '2026-11-21T12:00:00.000Z'
  const user = {
    uuid: '6f1c3a1e-0d3b-4c9a-9a51-3d2f4b5c6d7e',
    accountId: '10000001',
    nickname: 'Ficus',
  }
  app.answers = {
    '/api/user/account-list': [{ ...user, lastUsedAt: at }],
    '/api/user/me': user,
    '/api/wallets/summary': { totalValue: '500', assets: [] },
    '/api/wallets/flows': { recharged: '500', paidToSellers: '0', gotFromBuyers: '0' },
    '/api/email': { bound: null, offered: false },
    '/api/notices/unread': { items: [], unread: 0 },
    '/api/earnings/static-summary': { last: null },
    '/api/earnings/dynamic-summary': { last: null, moduleOn: false },
    '/api/pricing/guide': {
      price: '1',
      exitPrice: '1',
      publishedAt: at,
      nextCutoff: at,
      unreleased: '0',
      history: [],
      splits: [],
    },
    '/api/subscriptions/round': {
      guidePrice: '1',
      capacity: '1000',
      demand: '0',
      remaining: '1000',
      purchasable: '500',
      minimum: '10',
      step: '10',
      nextCutoff: at,
      dealsAt: at,
      waitMs: 0,
      stopped: null,
      pausedUntil: null,
    },
  }
  await page.evaluate(kept => {
    localStorage.setItem('banyan.users', JSON.stringify([{ ...kept, token: 'a token' }]))
    localStorage.setItem('banyan.current', kept.uuid)
  }, user)
  // A page that is open would still lead an anonymous visitor to the login page.
  await page.goto('about:blank')
  await page.goto(`${app.url}#/`)
  await inCharge(page)
  await registersWorker(page)
}

const subscribe = () => page.getByRole('button', { name: 'Subscribe', exact: true })
const amount = () => page.getByRole('textbox', { name: 'Amount' })

/** A member at home, with the sheet of a subscription open. */
async function openSubscription(): Promise<void> {
  await openHome()
  await subscribe().click()
  await amount().waitFor()
}

/** The browser forgets for a new document that it is without a network, and has to be set anew (seen with Chromium 150). */
async function staysOffline(page: Page): Promise<void> {
  await page.context().setOffline(false)
  await page.context().setOffline(true)
}

describe('without a network', () => {
  test('the app opens from the device, shows that it is offline, and shows its stored data', async () => {
    await app.goAway()
    await page.context().setOffline(true)
    await page.reload()
    await staysOffline(page)
    await page.getByText('You are offline').waitFor()
    await page.getByRole('button', { name: 'Create account' }).waitFor()
  })
  test('a page that was never opened shows that it did not load, with a tap to try again', async () => {
    await app.goAway()
    await page.context().setOffline(true)
    await page.goto(`${app.url}#/pages/more/settings`)
    await page.reload()
    await page.getByRole('alert').getByRole('button', { name: 'Tap to retry' }).waitFor()
    expect(await page.getByRole('alert').textContent()).toContain('The page did not load')
  })
  test('what did not load continues by itself once the network is back', async () => {
    await page.context().setOffline(true)
    await page.goto(`${app.url}#/pages/more/settings`)
    await page.getByRole('alert').getByRole('button', { name: 'Tap to retry' }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'English' }).first().waitFor({ state: 'attached' })
    // The browser's own message about a lost network.
    phone.complaints()
  })
  test('a sheet whose code did not load opens by the next tap once the network is back', async () => {
    await openHome()
    await subscribe().waitFor()
    await page.context().setOffline(true)
    const failed = page.waitForEvent('requestfailed')
    await subscribe().click()
    await failed
    expect(await amount().isVisible()).toBe(false)
    await page.context().setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'detached' })
    await subscribe().click()
    await amount().waitFor()
    phone.complaints()
  })
  test('no answer of the server ever comes from the device', async () => {
    const kept = await page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(
        names.map(async name => (await (await caches.open(name)).keys()).map(one => one.url)),
      )
      return all.flat()
    })
    expect(kept.length).toBeGreaterThan(5)
    expect(kept.filter(one => one.includes('/api/'))).toEqual([])
    await app.goAway()
    const answered = await page.evaluate(() =>
      fetch('./api/user/account-list').then(
        () => true,
        () => false,
      ),
    )
    expect(answered).toBe(false)
  })
})

describe('another release', () => {
  const deploy = () => {
    app.worker = app.worker.replace(/const release = '[^']+'/, "const release = 'next'")
    return page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })
  }
  const offer = () => page.getByText('A new version is ready')

  test('is offered, and nothing is reloaded until the member agrees', async () => {
    const before = await page.evaluate(() => performance.timeOrigin)
    await deploy()
    await offer().waitFor()
    // The member goes on: the newer one waits, with its offer in view, and this page stays.
    await goTo(phone, '/pages/auth/memoryLogin')
    await goTo(phone, '/pages/auth/home')
    const waits = await page.evaluate(
      async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state,
    )
    expect(waits).toBe('installed')
    expect(await offer().count()).toBe(1)
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(before)
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Update now' }).click()
    await loaded
    await page.getByRole('button', { name: 'Create account' }).waitFor()
    expect(await page.evaluate(() => performance.timeOrigin)).not.toBe(before)
    expect(await offer().count()).toBe(0)
  })
  test('that arrives while a member pays is offered when the sheet has closed, and reloads nothing', async () => {
    await openSubscription()
    const before = await page.evaluate(() => performance.timeOrigin)
    await deploy()
    await page.waitForFunction(async () => {
      return (await navigator.serviceWorker.getRegistration())?.waiting != null
    })
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: 'Amount' }).fill('100')
    await sheet.getByRole('button', { name: 'Next' }).click()
    for (const digit of '740295')
      await page.getByRole('button', { name: digit, exact: true }).click()
    expect(await offer().count()).toBe(0)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Close' }).click()
    await offer().waitFor()
    expect(await page.evaluate(() => performance.timeOrigin)).toBe(before)
  })
  test('is offered clear of the actions of any page that is opened then', async () => {
    await goTo(phone, '/pages/nope')
    await deploy()
    await offer().waitFor()
    // It has come to rest, where the next page has its actions.
    await settle(phone)
    await goTo(phone, '/pages/auth/memoryLogin')
    const logIn = page.getByRole('button', { name: 'Log in', exact: true })
    await expect
      .poll(async () => overlap(await offer().boundingBox(), await logIn.boundingBox()))
      .toBe(false)
  })
  test('can be put off', async () => {
    await deploy()
    await offer().waitFor()
    await page.getByRole('button', { name: 'Later' }).click()
    await offer().waitFor({ state: 'detached' })
  })
  test('leaves the files of the previous one on the device', async () => {
    await deploy()
    await offer().waitFor()
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Update now' }).click()
    await loaded
    const names = await page.evaluate(() => caches.keys())
    expect(names).toHaveLength(2)
    expect(names).toContain('shell-next')
  })
  test('does not reload another window of the app', async () => {
    const other = await page.context().newPage()
    await other.goto(`${app.url}#/pages/auth/home`)
    await other.getByRole('button', { name: 'Create account' }).waitFor()
    await registersWorker(other)
    const before = await other.evaluate(() => performance.timeOrigin)
    await deploy()
    const offered = other.getByText('A new version is ready')
    await offered.waitFor()
    await other.evaluate(() => {
      const { serviceWorker } = navigator
      const takenOver = new Promise(resolve =>
        serviceWorker.addEventListener('controllerchange', () => resolve('taken over')),
      )
      Object.assign(window, { takenOver })
    })
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Update now' }).click()
    await loaded
    // The newer version controls this window too: it drops its offer, and its member goes on.
    await other.evaluate(() => (window as unknown as { takenOver: Promise<string> }).takenOver)
    await offered.waitFor({ state: 'detached' })
    await other.evaluate(() => {
      location.hash = '#/pages/auth/memoryLogin'
    })
    await other.getByRole('button', { name: 'Log in', exact: true }).waitFor()
    expect(await other.evaluate(() => performance.timeOrigin)).toBe(before)
  })
})

describe('the app', () => {
  test('can be put on the home screen', async () => {
    const session = await page.context().newCDPSession(page)
    const { installabilityErrors } = (await session.send('Page.getInstallabilityErrors')) as {
      installabilityErrors: { errorId: string }[]
    }
    // A private window cannot install anything; everything else must be right.
    expect(
      installabilityErrors.map(one => one.errorId).filter(id => id !== 'in-incognito'),
    ).toEqual([])
  })
})
