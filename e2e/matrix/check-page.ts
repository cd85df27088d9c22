import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { goTo, type Phone } from './browser.ts'
import type { Visit } from './scene.ts'

export const widths = [320, 390, 430] as const

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice']

interface AxeResult {
  violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[]
}

/**
 * Checks one page at some widths and returns every fault: axe violations, scrolling sideways,
 * errors, a violated policy, and a page that reports it does not exist.
 */
export async function checkPage(
  phone: Phone,
  visit: Visit,
  at: readonly number[] = widths,
): Promise<string[]> {
  const { page } = phone
  const wrong: string[] = []
  await page.setViewportSize({ width: at[0] ?? 390, height: 844 })
  await goTo(phone, visit.address)
  if (await isMissing(page)) wrong.push('the page is not there')
  for (const [place, width] of at.entries()) {
    await page.setViewportSize({ width, height: 844 })
    wrong.push(...(await sideways(page)).map(what => `${width} px: scrolls sideways: ${what}`))
    // Colours are the same at every width, and comparing them is most of what axe does.
    const left = place === 0 ? [] : ['color-contrast']
    wrong.push(...(await axe(page, left)).map(what => `${width} px: ${what}`))
  }
  return [...wrong, ...phone.complaints()]
}

/** The shell shows a page that does not exist or is not built under a heading of its own. */
const isMissing = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main > [class*="_notice_"]')].some(one => one.checkVisibility()),
  )

/** Elements that reach beyond the screen, unless an ancestor scrolls or hides them on purpose. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth
    const mains = [...document.querySelectorAll('main')].filter(
      main => main.checkVisibility() && main.scrollWidth > main.clientWidth,
    )
    return [
      ...(wide ? ['the document'] : []),
      ...mains.map(main => `main, by ${main.scrollWidth - main.clientWidth} px`),
    ]
  })
}

/** What axe finds wrong with a page as it is, or with a part of it, without the rules left out. */
export async function axe(
  page: Page,
  without: readonly string[] = [],
  part = 'html',
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const { violations } = await page.evaluate(
    ({ runOnly, without, part }) =>
      (window as unknown as { axe: { run(on: string, how: object): Promise<AxeResult> } }).axe.run(
        part,
        {
          runOnly,
          rules: Object.fromEntries(without.map(rule => [rule, { enabled: false }])),
          resultTypes: ['violations'],
        },
      ),
    { runOnly: rules, without, part },
  )
  return violations.map(
    ({ id, nodes }) => `axe ${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`,
  )
}
