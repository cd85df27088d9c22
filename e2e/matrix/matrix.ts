import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../phone.ts'
import { appearances, nameOf, openPhone, settle } from './browser.ts'
import { checkPage, widths } from './check-page.ts'
import { checkSheet, momentsOf, openMoment } from './moments.ts'
import { openSeeded, setScene } from './scene.ts'

/*
 * `npm run test:matrix`: every built page, in both languages and both themes, at every width, in the
 * real product, and the sheets that tell of a good end. Prints a table; fails when anything is wrong anywhere. SCREENSHOT_DIR keeps pictures.
 */
const { product, close } = await openSeeded()
const browser = await openBrowser()
const begun = Date.now()
const wrong = new Map<string, string[]>()
const table = new Map<string, string[]>()
try {
  const scene = await setScene(product, browser)
  const moments = await momentsOf(product)
  for (const appearance of appearances) {
    const phone = await openPhone(browser, { appearance, login: scene.login })
    await phone.page.goto(product.appUrl)
    await settle(phone)
    for (const visit of scene.visits) {
      await keep(visit.path, nameOf(appearance), await checkPage(phone, visit), phone.page)
    }
    await phone.context.close()
    for (const moment of moments) {
      const phone = await openPhone(browser, { appearance, login: moment.login })
      await openMoment(phone, product.appUrl, moment)
      await keep(`moment ${moment.name}`, nameOf(appearance), await checkSheet(phone), phone.page)
      await phone.context.close()
    }
  }
} finally {
  await browser.close()
  await close()
}
print()
process.exit(wrong.size === 0 ? 0 : 1)

/** Counts what was found, and takes the picture. */
async function keep(of: string, appearance: string, faults: string[], page: Page): Promise<void> {
  await keepPicture(page, of, appearance)
  table.set(of, [...(table.get(of) ?? []), String(faults.length)])
  if (faults.length > 0) wrong.set(`${of} · ${appearance}`, faults)
}

function print(): void {
  const names = appearances.map(nameOf)
  console.log(`${'found, at '.concat(widths.join(', '), ' px').padEnd(36)}${names.join('  ')}`)
  for (const [path, counts] of table) {
    const cells = counts.map((count, place) => count.padStart(names[place]?.length ?? 0))
    console.log(`${path.padEnd(36)}${cells.join('  ')}`)
  }
  for (const [where, what] of wrong)
    console.log(`\n${where}\n${what.map(one => `  ${one}`).join('\n')}`)
  const count = table.size * appearances.length * widths.length
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(
    `\n${table.size} pages, ${count} looks in ${seconds} s, ${wrong.size} pages with something wrong`,
  )
}

async function keepPicture(page: Page, path: string, appearance: string) {
  const folder = process.env.SCREENSHOT_DIR
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const name = `${path.replaceAll(/[/ ]/g, '-').replace(/^-/, '') || 'home'}-${appearance.replace(' ', '-')}`
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
  }
}
