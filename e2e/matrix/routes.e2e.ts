import { createHash } from 'node:crypto'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from '../phone.ts'
import { appearances, nameOf, openPhone, settle } from './browser.ts'
import { checkPage } from './check-page.ts'
import { type Scene, setScene, sharedProduct } from './scene.ts'

/*
 * Every built page in one of the four combinations of language and theme, drawn by its path: each
 * combination is used over all pages, and a page always has the same one. `npm run test:matrix`
 * checks all of them at all widths.
 */
const product = sharedProduct()
let browser: Browser
let scene: Scene
beforeAll(async () => {
  browser = await openBrowser()
  scene = await setScene(product, browser)
})
afterAll(async () => {
  await browser?.close()
})

const drawn = (path: string): number =>
  (createHash('sha256').update(path).digest()[0] ?? 0) % appearances.length

describe('every page at 320 and 390 px', () => {
  test.each(
    appearances.map((appearance, place) => ({ name: nameOf(appearance), appearance, place })),
  )('is whole and open to everyone ($name)', async ({ appearance, place }) => {
    const phone = await openPhone(browser, { appearance, login: scene.login, lessMotion: true })
    await phone.page.goto(product.appUrl)
    await settle(phone)
    const wrong: Record<string, string[]> = {}
    for (const visit of scene.visits.filter(({ path }) => drawn(path) === place)) {
      const faults = await checkPage(phone, visit, [320, 390])
      if (faults.length > 0) wrong[visit.path] = faults
    }
    await phone.context.close()
    expect(wrong).toEqual({})
  })
})
