import { framesOf, type Paint, paintsOf, percentile } from '@banyan/tools/interaction-figures'
import type { CDPSession, Page } from 'playwright-core'
import { goTo, openPhone, type Phone, settle } from '../matrix/browser.ts'
import { openSeeded, setScene } from '../matrix/scene.ts'
import { openBrowser } from '../phone.ts'
import { walks } from './walks.ts'

/*
 * `npm run bench:interactions`: measures how long a tap takes until the next paint on market, trade
 * and placement network, and how a list of a thousand records scrolls, in the real product on a
 * processor slowed down four times. It prints the figures and never fails on a slow machine. Run it
 * alone.
 */
const slowedBy = 4
const records = 1_000
const wanted = { p95Ms: 100, frames: 60 }

const seeded = await openSeeded()
const browser = await openBrowser()
try {
  const scene = await setScene(seeded.product, browser)
  const phone = await openPhone(browser, {
    appearance: { language: 'zh-CN', theme: 'dark' },
    login: scene.login,
  })
  await phone.page.addInitScript(recordPaints)
  await phone.page.goto(seeded.product.appUrl)
  await settle(phone)
  const throttle = await phone.page.context().newCDPSession(phone.page)
  const rows: string[][] = [['page', 'taps', 'p50 ms', 'p95 ms', 'most ms', '']]
  for (const [name, walk] of Object.entries(walks)) {
    const paints = await measured(phone, throttle, () => walk(phone, scene))
    const [p50, p95, most] = [50, 95, 100].map(share => percentile(paints, share))
    const isReached = p95 !== undefined && p95 <= wanted.p95Ms
    const end = isReached ? 'reached' : 'missed'
    rows.push([name, `${paints.length}`, `${p50}`, `${p95}`, `${most}`, end])
  }
  print(rows)
  const scrolled = await scroll(phone, throttle)
  console.log(
    `\n${records} records: ${scrolled.perSecond} frames a second, ${scrolled.late} of ${scrolled.frames} late ` +
      `(wanted ${wanted.frames})`,
  )
} finally {
  await browser.close()
  await seeded.close()
}

/** The time to the next paint of every tap and key of a walk on the slowed processor. */
async function measured(phone: Phone, cdp: CDPSession, walk: () => Promise<void>) {
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  await phone.page.evaluate(() => {
    Object.assign(globalThis, { paints: [] })
  })
  await walk()
  await settle(phone)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const seen = await phone.page.evaluate(
    () => (globalThis as unknown as { paints: Paint[] }).paints,
  )
  return paintsOf(seen)
}

/** Runs in the page before anything else: records the browser's report of each event and its next paint. */
function recordPaints(): void {
  const kept = globalThis as unknown as { paints: Paint[] }
  kept.paints = []
  new PerformanceObserver(list => {
    for (const one of list.getEntries() as (PerformanceEntry & { interactionId?: number })[])
      if (one.interactionId) kept.paints.push({ id: one.interactionId, ms: one.duration })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}

/** Scrolls through a thousand own trades, copied from one real one, and counts the frames that were drawn. */
async function scroll(phone: Phone, cdp: CDPSession) {
  const { page } = phone
  await answerManyTrades(page)
  await goTo(phone, '/pages/otc/sell/sellDealRecord')
  const lines = page.getByRole('main').last().getByRole('listitem')
  while ((await lines.count()) < records) {
    await lines.last().scrollIntoViewIfNeeded()
    await settle(phone)
  }
  await lines.first().scrollIntoViewIfNeeded()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowedBy })
  await page.evaluate(() => {
    const kept = globalThis as unknown as { frames: number[] | null; beat: FrameRequestCallback }
    kept.frames = []
    // A property, not a variable: names that the loader gives to functions do not exist in the
    // page.
    kept.beat = at => {
      if (kept.frames?.push(at)) requestAnimationFrame(kept.beat)
    }
    requestAnimationFrame(kept.beat)
  })
  const gesture = { x: 195, y: 500, yDistance: -6_000, speed: 1_500, gestureSourceType: 'touch' }
  await cdp.send('Input.synthesizeScrollGesture', gesture as never)
  const drawn = await page.evaluate(() => {
    const kept = globalThis as unknown as { frames: number[] | null }
    const { frames } = kept
    kept.frames = null
    return frames ?? []
  })
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return framesOf(drawn)
}

/** Answers the list of own sales with a thousand, fifty a page, each like the first real one. */
async function answerManyTrades(page: Page): Promise<void> {
  let like: object | undefined
  await page.route('**/api/otc/trades?*', async route => {
    const { searchParams } = new URL(route.request().url())
    if (searchParams.get('side') !== 'sell' || searchParams.has('open')) return route.continue()
    const from = Number(searchParams.get('cursor') ?? 0)
    like ??= (await (await route.fetch()).json()).data.items[0]
    const items = Array.from({ length: 50 }, (_, place) => ({
      ...like,
      id: `trd_${(from + place).toString(16).padStart(32, '0')}`,
    }))
    const nextCursor = from + 50 < records ? String(from + 50) : null
    await route.fulfill({ json: { code: 1, msg: '', data: { items, nextCursor } } })
  })
}

function print(rows: readonly string[][]): void {
  for (const cells of rows)
    console.log(cells.map((cell, place) => (place ? cell.padStart(9) : cell.padEnd(12))).join(''))
}
