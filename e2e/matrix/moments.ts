import type { Phone } from './browser.ts'
import { settle } from './browser.ts'
import type { Login, Member } from './caller.ts'
import { axe, widths } from './check-page.ts'
import { memberAt, type Served } from './scene.ts'

/** A sheet that tells of something that has come to its good end, whatever page is open. */
export interface Moment {
  name: 'bought' | 'paidOut' | 'income'
  login: Login
  /** The news that opens it, as the server would tell it. */
  news: { kind: string; side: string | null; subject: string | null; slots: object }
}

/** The moments that a demo member could have now: each is about something real of theirs. */
export async function momentsOf(product: Served): Promise<Moment[]> {
  const bought = await firstWith(product, async member => {
    const { items } = await member.get('/api/otc/trades?side=buy')
    return items[0]
  })
  const paidOut = await firstWith(product, async member => {
    const { items } = await member.get('/api/withdrawals')
    return items.find((one: { status: string }) => one.status === 'adopted')
  })
  const income = await firstWith(product, async member => {
    const { items } = await member.get('/api/earnings/static?show=paid')
    return items[0]
  })
  const none = { side: null, subject: null, slots: {} }
  return [
    {
      name: 'bought',
      login: bought.login,
      news: { ...none, kind: 'trade.release', side: 'buyer', subject: bought.what.id },
    },
    {
      name: 'paidOut',
      login: paidOut.login,
      news: { ...none, kind: 'withdrawal.adopted', subject: paidOut.what.id },
    },
    {
      name: 'income',
      login: income.login,
      news: {
        ...none,
        kind: 'earnings.settled',
        slots: { period: income.what.period, amount: income.what.amount },
      },
    },
  ]
}

interface Thing {
  id: string
  period: string
  amount: string
}

/** The first demo member who has such a thing. */
async function firstWith(
  product: Served,
  find: (member: Member) => Promise<Thing | undefined>,
): Promise<{ login: Login; what: Thing }> {
  for (const place of product.demoAccounts.keys()) {
    const member = await memberAt(product, place)
    const what = await find(member)
    if (what) return { login: member.login, what }
  }
  throw new Error('nobody of the demo community has one')
}

/**
 * Opens the sheet of a moment on a phone of its member, over Home. Only the news of it is made up, and that an
 * earning is the first: what the sheet tells is the server's answer.
 */
export async function openMoment(phone: Phone, appUrl: string, { news }: Moment): Promise<void> {
  const { page } = phone
  const texts = { id: `ntf_${'ab'.repeat(16)}`, read: false, ...news }
  let isOpen = false
  await page.route('**/api/events', route => {
    // The app may not listen yet when the news first comes, so every request is answered with it.
    if (isOpen) return
    const body = 'event: change\ndata: {"topic":"notifications","id":null}\n\n'
    return route.fulfill({ contentType: 'text/event-stream', body })
  })
  await page.route(/\/api\/notifications(\?|$)/, route => {
    const at = new Date(Date.now() + 60_000).toISOString()
    return route.fulfill({
      json: success({ items: [{ ...texts, at }], nextCursor: null, unread: 1 }),
    })
  })
  await page.route('**/api/notifications/read', route => route.fulfill({ json: success({}) }))
  await page.route('**/api/earnings/static?show=paid*', async route => {
    const response = await route.fetch()
    const { data } = await response.json()
    await route.fulfill({ json: success({ items: data.items.slice(0, 1), nextCursor: null }) })
  })
  await page.goto(appUrl)
  await page.getByRole('dialog').waitFor()
  isOpen = true
  await settle(phone)
}

const success = (data: object) => ({ code: 1, msg: '', data })

/** What is wrong with the sheet that is open, at every width. */
export async function checkSheet({ page, complaints }: Phone): Promise<string[]> {
  const wrong: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 })
    // The page behind it is out of reach, and its links have no names then.
    const faults = await axe(page, [], '[role="dialog"]')
    wrong.push(...faults.map(what => `${width} px: ${what}`))
    const cut = await page
      .getByRole('dialog')
      .evaluate(sheet =>
        [...sheet.querySelectorAll('*')]
          .filter(one => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 1)
          .map(one => `${one.tagName} ${one.textContent?.slice(0, 20)}`),
      )
    wrong.push(...cut.map(what => `${width} px: cut off: ${what}`))
  }
  return [...wrong, ...complaints()]
}
