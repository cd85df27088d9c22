import type { Browser, CDPSession, Page, Worker } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Appearance, openPhone, type Phone, settle } from '../matrix/browser.ts'
import { openBrowser } from '../phone.ts'
import { type BuiltApp, inCharge, openBuiltApp } from './built-app.ts'

/*
 * Push messages in a real browser, as far as a headless one supports them. Its push service is on
 * the Internet, so the subscription is the test's own; the test passes a message to the app's
 * worker by the browser's debugging protocol in place of the push service. The browser shows no
 * notifications and no person taps one, so the test records what the worker shows, and makes the
 * tap.
 */
const at = '2026-11-21T12:00:00.000Z'
const ficus = { uuid: '6f1c3a1e-0d3b-4c9a-9a51-3d2f4b5c6d7e', accountId: '10000001' }
const fern = { uuid: '7a2d4b2f-1e4c-4d0b-8b62-4e305c6d7e8f', accountId: '10000002' }
const accounts = [
  { ...ficus, nickname: 'Ficus' },
  { ...fern, nickname: 'Fern' },
]
const tradeId = `trd_${'0a'.repeat(16)}`
const serverKey = `BP${'A'.repeat(85)}`
const endpoint = 'https://fcm.googleapis.com/fcm/send/test'
const everyKind = ['taken', 'paid', 'release', 'case', 'credited', 'sent']

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

let app: BuiltApp
let phone: Phone
let page: Page
const appearance: Appearance = { language: 'en', theme: 'dark' }
beforeEach(async () => {
  app = await openBuiltApp()
  app.answers = {
    '/api/user/account-list': accounts.map(one => ({ ...one, lastUsedAt: at })),
    '/api/user/me': accounts[0],
    '/api/notifications': { items: [], nextCursor: null, unread: 0 },
    '/api/notifications/unread': { unread: 0 },
    '/api/notices/unread': { items: [], unread: 0 },
    '/api/chats': { items: [] },
    '/api/push': { publicKey: serverKey, kinds: null },
    '/api/push/subscribe': { publicKey: serverKey, kinds: everyKind },
    '/api/push/end': { publicKey: serverKey, kinds: null },
    [`/api/otc/trades/${tradeId}`]: finished,
  }
  phone = await openPhone(browser, {
    appearance,
    login: {
      deviceCode: 'd1'.repeat(32),
      user: { ...ficus, nickname: 'Ficus', token: 'a token' },
    },
  })
  page = phone.page
  await phone.context.addInitScript(ownSubscription, { endpoint })
})
afterEach(async () => {
  await phone.context.close()
  await app.goAway()
})

const open = async (address: string): Promise<void> => {
  await page.goto('about:blank')
  await page.goto(`${app.url}#${address}`)
  await inCharge(page)
}
const called = (path: string) => app.calls.filter(one => one.path === path)
/** The requests to the browser itself. */
const asked = (): Promise<string[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('test.asked') ?? '[]'))

describe('the choice', () => {
  const kind = (name: string) => page.getByRole('switch', { name })

  test('asks the browser with the first switch and not before, and sends the server only the kinds', async () => {
    await open('/pages/more/settings')
    await kind('A case needs you').waitFor()
    expect(await page.getByRole('switch').count()).toBe(everyKind.length)
    expect(await asked()).toEqual([])
    app.answers['/api/push/subscribe'] = { publicKey: serverKey, kinds: ['case'] }
    await kind('A case needs you').tap()
    await page.getByText('Modified').waitFor()
    expect(await asked()).toEqual(['permission', 'subscribe'])
    expect(called('/api/push/subscribe').map(one => one.body)).toEqual([
      { endpoint, keys: { p256dh: 'point', auth: 'secret' }, serverKey, kinds: ['case'] },
    ])
    await kind('A case needs you').tap()
    await expect.poll(() => called('/api/push/end')).toHaveLength(1)
    // No other account on this device wants any: the browser forgets its subscription as well.
    await expect.poll(asked).toContain('unsubscribe')
  })

  test('is made again by itself when the session is a new one', async () => {
    await open('/pages/more/settings')
    await kind('Your withdrawal was sent').tap()
    await expect.poll(() => called('/api/push/subscribe')).toHaveLength(1)
    await page.getByText('Modified').waitFor()
    await open('/')
    await expect.poll(() => called('/api/push/subscribe')).toHaveLength(2)
    expect(called('/api/push/subscribe')[1]?.body.kinds).toEqual(['sent'])
  })

  test('shows when the browser refuses', async () => {
    await phone.context.addInitScript(() =>
      Object.defineProperty(Notification, 'permission', { get: () => 'denied' }),
    )
    await open('/pages/more/settings')
    await page.getByText('The browser blocks notifications of this site').waitFor()
    expect(await page.getByRole('switch').count()).toBe(0)
  })
})

describe('the offer after a finished trade', () => {
  const offer = () => page.getByText('Know at once what happens')
  /** All calls of the page were answered, and the offer is not there. */
  const settledWithout = async () => {
    await page.getByText('Deal done').waitFor()
    await settle(phone)
    expect(await offer().count()).toBe(0)
  }
  const closed = `/pages/otc/sell/closed?id=${tradeId}`

  test('turns all kinds on with one tap, and is not made again', async () => {
    await open(closed)
    await page.getByRole('button', { name: 'Turn on' }).tap()
    await page.getByText('Push messages are on').waitFor()
    expect(called('/api/push/subscribe')[0]?.body.kinds).toEqual(everyKind)
    app.answers['/api/push'] = { publicKey: serverKey, kinds: everyKind }
    await open(closed)
    await settledWithout()
  })

  test('can be declined, asks the browser nothing, and is not made again', async () => {
    await open(closed)
    await offer().waitFor()
    await page.getByRole('button', { name: 'Not now' }).tap()
    await offer().waitFor({ state: 'detached' })
    expect([await asked(), app.calls.filter(one => one.path.startsWith('/api/push'))]).toEqual([
      [],
      [],
    ])
    await open(closed)
    await settledWithout()
  })
})

describe('a message', () => {
  const message = (more: object = {}) =>
    JSON.stringify({
      account: ficus.uuid,
      kind: 'paid',
      side: 'seller',
      subject: tradeId,
      line: 'The other side has paid',
      ...more,
    })

  test('is shown by its words only, and a tap opens the trade in the window that is open', async () => {
    await open('/pages/more/settings')
    await deliver(page, message())
    await deliver(page, message({ kind: 'release', line: 'A trade waits for your confirmation' }))
    const [first, second] = await shown()
    const { tag } = first ?? {}
    expect(first).toEqual({ title: '榕树 Banyan', body: 'The other side has paid', tag })
    // A message about the same trade replaces the earlier one.
    const body = 'A trade waits for your confirmation'
    expect(second).toEqual({ title: '榕树 Banyan', body, tag })
    expect(await tap(await workerOf(phone))).toBeNull()
    await page.waitForURL(`**/#/pages/otc/sell/closed?id=${tradeId}`)
    expect(phone.context.pages()).toHaveLength(1)
  })

  test('for another account names it, and a tap changes to it', async () => {
    await open('/pages/more/settings')
    await deliver(page, message({ account: fern.uuid }))
    await tap(await workerOf(phone))
    await page.getByText('This message is for the account “Fern”').waitFor()
    expect(called('/api/user/switch')).toEqual([])
    await page.getByRole('button', { name: 'Change to it and look' }).tap()
    // That account has not logged in on this device.
    await page.waitForURL(`**/#/pages/auth/login?accountId=${fern.accountId}`)
  })

  test('opens a window of its own where none is open', async () => {
    await open('/pages/more/settings')
    await deliver(page, message())
    const worker = await workerOf(phone)
    await page.goto('about:blank')
    expect(await tap(worker)).toBe(
      `${app.url}#/pages/more/notifications?of=${ficus.uuid}&kind=paid&side=seller&subject=${tradeId}`,
    )
  })

  test('that cannot be read still shows a text, which leads to the notifications', async () => {
    await open('/pages/more/settings')
    await deliver(page, 'no JSON')
    expect((await shown()).map(one => one.title)).toEqual(['榕树 Banyan'])
    await tap(await workerOf(phone))
    await page.getByText('No notifications yet').waitFor()
  })
})

/** The browser's part of a subscription; requests to it are recorded. */
function ownSubscription({ endpoint }: { endpoint: string }): void {
  const note = (what: string) => {
    const asked = JSON.parse(localStorage.getItem('test.asked') ?? '[]')
    localStorage.setItem('test.asked', JSON.stringify([...asked, what]))
  }
  const keyOf = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), one => one.charCodeAt(0))
      .buffer
  const subscription = (key: string) => ({
    endpoint,
    options: { applicationServerKey: keyOf(key) },
    toJSON: () => ({ endpoint, keys: { p256dh: 'point', auth: 'secret' } }),
    unsubscribe: async () => {
      note('unsubscribe')
      localStorage.removeItem('test.key')
      return true
    },
  })
  Object.assign(PushManager.prototype, {
    getSubscription: async () => {
      const key = localStorage.getItem('test.key')
      return key === null ? null : subscription(key)
    },
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      note('subscribe')
      localStorage.setItem('test.key', applicationServerKey)
      return subscription(applicationServerKey)
    },
  })
  let permission = localStorage.getItem('test.permission') ?? 'default'
  Object.defineProperty(Notification, 'permission', { configurable: true, get: () => permission })
  Object.assign(Notification, {
    requestPermission: async () => {
      if (permission === 'default') note('permission')
      permission = 'granted'
      localStorage.setItem('test.permission', permission)
      return permission
    },
  })
}

interface Shown {
  title: string
  body: string
  tag: string
}
/** The worker's globals that the test replaces. */
interface WorkerScope {
  shown: (Shown & { data: unknown })[]
  opened: string | null
  work: Promise<unknown>
  registration: {
    showNotification: (title: string, options: Omit<Shown, 'title'>) => Promise<void>
  }
  clients: { openWindow: (url: string) => Promise<null> }
  ExtendableEvent: {
    new (name: string): Event
    prototype: { waitUntil: (work: Promise<unknown>) => void }
  }
  WindowClient: { prototype: { focus: () => Promise<void> } }
}

async function workerOf({ context }: Phone): Promise<Worker> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const scope = globalThis as unknown as WorkerScope
    if (scope.shown) return
    scope.shown = []
    scope.registration.showNotification = async (title, options) => {
      scope.shown.push({ title, ...options } as WorkerScope['shown'][number])
    }
    // Only a person's tap may open or focus a window, and only its event may keep the worker awake.
    scope.ExtendableEvent.prototype.waitUntil = work => {
      scope.work = work
    }
    scope.WindowClient.prototype.focus = async () => {}
    scope.clients.openWindow = async url => {
      scope.opened = url
      return null
    }
  })
  return worker
}

/** Delivers a message as the browser does after it has decrypted it. */
async function deliver(page: Page, data: string): Promise<void> {
  const before = (await shown()).length
  const session = await page.context().newCDPSession(page)
  const registrationId = await registrationOf(session)
  const { origin } = new URL(page.url())
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  await session.detach()
  await expect.poll(async () => (await shown()).length).toBe(before + 1)
}

const registrationOf = (session: CDPSession): Promise<string> =>
  new Promise((resolve, reject) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) resolve(one.registrationId)
    })
    session.send('ServiceWorker.enable').catch(reject)
  })

/** The notifications that the worker has shown, the first one first. */
const shown = async (): Promise<Shown[]> =>
  (await workerOf(phone)).evaluate(() =>
    (globalThis as unknown as WorkerScope).shown.map(({ title, body, tag }) => ({
      title,
      body,
      tag,
    })),
  )

/**
 * Taps the newest message. Returns the address of the window that is opened for it, null when one
 * is open.
 */
const tap = (worker: Worker): Promise<string | null> =>
  worker.evaluate(async () => {
    const scope = globalThis as unknown as WorkerScope
    const event = new scope.ExtendableEvent('notificationclick')
    scope.opened = null
    dispatchEvent(
      Object.assign(event, { notification: { data: scope.shown.at(-1)?.data, close: () => {} } }),
    )
    await scope.work
    return scope.opened
  })

const finished = {
  id: tradeId,
  matchingId: 'M20261121000001',
  side: 'sell',
  state: 'finished',
  status: 'finished',
  stage: 'closed',
  reason: null,
  dealQuantity: '10',
  dealPrice: '1',
  dealAmount: '10',
  fee: '0.1',
  concessionQuantity: '0',
  paymentAmount: '10.0042',
  refundQuantity: null,
  refundAmount: null,
  network: 'bsc',
  ruleVersion: 1,
  payTo: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  payFrom: null,
  contact: null,
  buyer: { nickname: 'Maple', finishedTrades: 1 },
  seller: { nickname: 'Ficus', finishedTrades: 1 },
  payment: null,
  earlierPayments: [],
  cancel: null,
  dealtAt: at,
  paymentDeadline: at,
  graceDeadline: at,
  releaseDeadline: at,
  appealFrom: null,
  escalationDeadline: null,
  closedAt: at,
  lateAppealUntil: null,
  heldAgain: null,
  deadline: null,
  timeline: [{ event: 'take', actor: 'buyer', at }],
  moves: [],
  dispute: null,
  serverNow: at,
}
