import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { addDepositKey } from '@banyan/tools/deposit-key'
import { scratchFolder } from '@banyan/tools/scratch'
import { chainBeside } from '@banyan/tools/testchain/beside'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { goTo, openPhone } from '../matrix/browser.ts'
import { setScene } from '../matrix/scene.ts'
import { patientContext } from '../patience.ts'
import { openBrowser } from '../phone.ts'
import type { Product } from '../product.ts'
import { startSeeded } from '../seeded.ts'
import { payloads } from './payloads.ts'
import { type Planted, plant } from './planting.ts'
import { operatorOf } from './sign-in.ts'
import { notStored, textFields } from './text-fields.ts'

const dataDir = scratchFolder('banyan-hostile-')
let product: Product
let browser: Browser
let planted: Planted
let depositKey: string
let scene: Awaited<ReturnType<typeof setScene>>
beforeAll(async () => {
  ;[product, browser] = await Promise.all([
    startSeeded(dataDir, { RATE_LIMIT_SCALE: '1000' }, () => {
      depositKey = addDepositKey(dataDir)
    }),
    openBrowser(),
  ])
  scene = await setScene(product, browser)
  const chain = chainBeside(join(dataDir, 'chain'))
  planted = await plant({ product, chain, depositKey })
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** What a text has done to a page: scripts, dialogs, requests to others, pages opened or left. */
async function watched(context: BrowserContext, page: Page, own: readonly string[]) {
  const seen: string[] = []
  const isOwn = (url: string) =>
    own.some(base => url.startsWith(base)) || /^(blob|about):/.test(url)
  await context.route('**/*', route => {
    const url = route.request().url()
    if (isOwn(url) || url.startsWith('data:image/')) return route.continue()
    seen.push(`asked for ${url}`)
    return route.abort()
  })
  page.on('dialog', dialog => {
    seen.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('framenavigated', frame => {
    if (!isOwn(frame.url())) seen.push(`went to ${frame.url()}`)
    if (frame.parentFrame()) seen.push(`a frame: ${frame.url()}`)
  })
  page.on('console', message => {
    if (/policy violated|Content Security Policy/.test(message.text())) seen.push(message.text())
  })
  context.on('page', opened => {
    if (opened !== page) seen.push(`opened ${opened.url()}`)
  })
  /** What has happened since the last look. */
  return async (): Promise<string[]> => {
    const ran = await page.evaluate(() => {
      const ran = 'hostileRan' in globalThis || 'hostileRan' in Object.prototype
      const strange = document.querySelectorAll(
        'iframe, object, embed, base, meta[http-equiv=refresh], [onerror], [onload], a[href^="javascript:" i]',
      )
      return [...(ran ? ['a script ran'] : []), ...[...strange].map(one => one.outerHTML)]
    })
    return [...seen.splice(0), ...ran]
  }
}

describe('texts that would be scripts', () => {
  it('were written into every text field of both contracts', async () => {
    expect(payloads.length).toBeGreaterThanOrEqual(60)
    expect(payloads.filter(one => !planted.payloads.has(one))).toEqual([])
    const documents = [
      `${product.appUrl}/api/openapi.json`,
      `${product.consoleUrl}/api/operator/openapi.json`,
    ]
    const fields = (await Promise.all(documents.map(textFields))).flat()
    const left = fields.filter(
      one => !planted.fields.has(one) && !notStored.some(rule => rule.test(one)),
    )
    expect(left).toEqual([])
  })

  it('are only texts on every page of the member app', async () => {
    const appearance = { language: 'en', theme: 'dark' } as const
    const phone = await openPhone(browser, { appearance, login: scene.login, lessMotion: true })
    const foreignEffects = await watched(phone.context, phone.page, [product.appUrl])
    await phone.page.goto(product.appUrl)
    for (const { path, address } of scene.visits) {
      await goTo(phone, address)
      expect([path, await foreignEffects()]).toEqual([path, []])
    }
    await phone.context.close()
  })

  it.each(['support', 'reviewer', 'arbitrator', 'treasurer', 'administrator'])(
    'are only texts on every page of the console, for %s',
    async role => {
      const context = await patientContext(browser, { viewport: { width: 1280, height: 800 } })
      await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', event =>
          console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`),
        )
      })
      const page = await context.newPage()
      const foreignEffects = await watched(context, page, [product.consoleUrl])
      const { name, password } = operatorOf(product, role)
      await page.goto(product.consoleUrl)
      await page.locator('[name=name]').fill(name)
      await page.locator('[name=password]').fill(password)
      await page.locator('[name=password]').press('Enter')
      const main = page.locator('#main')
      await main.waitFor()
      const paths = await page
        .locator('nav a[href^="#/"]')
        .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
      expect(paths.length).toBeGreaterThan(2)
      let opened = 0
      for (const path of paths) {
        await openHash(page, path)
        expect([path, await foreignEffects()]).toEqual([path, []])
        // The buttons of this page's list end sessions instead of opening them.
        if (path === '#/account') continue
        // The things of a list, one after the other: each opens beside it.
        const rows = main.locator('tbody button, [role=option], li button')
        const count = Math.min(await rows.count(), 6)
        for (let row = 0; row < count; row++) {
          const one = rows.nth(row)
          if (!(await one.isVisible())) continue
          await one.click()
          await rest(page)
          opened++
          expect([`${path} ${row}`, await foreignEffects()]).toEqual([`${path} ${row}`, []])
        }
      }
      expect(opened).toBeGreaterThan(0)
      await context.close()
    },
  )
})

async function openHash(page: Page, hash: string): Promise<void> {
  await page.evaluate(to => {
    location.hash = to
  }, hash)
  await page.locator(`nav a[href="${hash}"][aria-current=page]`).waitFor({ state: 'attached' })
  await rest(page)
}

/** Waits until what was asked for is answered and drawn. */
async function rest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('#main')
    const isThere = main?.querySelector('h2, table, ul, form, p')
    return isThere && !main?.querySelector('[aria-busy=true], [class*="_skeleton_"], [role=status]')
  })
  await page.evaluate(
    () => new Promise(resolve => requestIdleCallback(resolve, { timeout: 2_000 })),
  )
}
