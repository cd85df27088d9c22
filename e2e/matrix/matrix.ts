import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { openBrowser } from '../phone.ts'
import { looks, nameOf, openPhone, settle } from './browser.ts'
import { lookAt, widths } from './look-at.ts'
import { openStand, setScene } from './scene.ts'

/*
 * `npm run test:matrix`: every built page, in both languages and both themes, at every width, in the
 * real product. Prints a table; fails when anything is wrong anywhere. SCREENSHOT_DIR keeps pictures.
 */
const { product, close } = await openStand()
const browser = await openBrowser()
const begun = Date.now()
const wrong = new Map<string, string[]>()
const table = new Map<string, string[]>()
try {
  const scene = await setScene(product, browser)
  for (const look of looks) {
    const phone = await openPhone(browser, { look, login: scene.login })
    await phone.page.goto(product.appUrl)
    await settle(phone)
    for (const visit of scene.visits) {
      const found = await lookAt(phone, visit)
      await keepPicture(phone.page, visit.path, nameOf(look))
      table.set(visit.path, [...(table.get(visit.path) ?? []), String(found.length)])
      if (found.length > 0) wrong.set(`${visit.path} · ${nameOf(look)}`, found)
    }
    await phone.context.close()
  }
} finally {
  await browser.close()
  await close()
}
print()
process.exit(wrong.size === 0 ? 0 : 1)

function print(): void {
  const names = looks.map(nameOf)
  console.log(`${'found, at '.concat(widths.join(', '), ' px').padEnd(36)}${names.join('  ')}`)
  for (const [path, counts] of table) {
    const cells = counts.map((count, place) => count.padStart(names[place]?.length ?? 0))
    console.log(`${path.padEnd(36)}${cells.join('  ')}`)
  }
  for (const [where, what] of wrong)
    console.log(`\n${where}\n${what.map(one => `  ${one}`).join('\n')}`)
  const looked = table.size * looks.length * widths.length
  const seconds = Math.round((Date.now() - begun) / 1000)
  console.log(
    `\n${table.size} pages, ${looked} looks in ${seconds} s, ${wrong.size} pages with something wrong`,
  )
}

async function keepPicture(page: Page, path: string, look: string) {
  const folder = process.env.SCREENSHOT_DIR
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const name = `${path.replaceAll('/', '-').slice(1) || 'home'}-${look.replace(' ', '-')}`
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.screenshot({ path: join(folder, `${name}-${width}.png`) })
  }
}
