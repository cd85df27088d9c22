import {
  allEndpoints,
  codes,
  consoleState,
  createNotice,
  type Endpoint,
  endOperatorSession,
  endOtherOperatorSessions,
  lockConsole,
  openConsole,
  operatorCalls,
  operatorEndpoints,
  operatorEventsPath,
  operatorMe,
  operatorSetUp,
  operatorSignIn,
  operatorSignOut,
  ownOperatorSessions,
  receiptList,
  refusals,
  unlockConsole,
} from '@banyan/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONSOLE_ORIGIN, type HttpSystem, openHttpSystem, pathOf } from '../testing/http-system.ts'
import { browserOf } from '../testing/operators.ts'
import { addOperator, checkOperators } from './index.ts'

const PASSWORD = 'a long enough password'
const MINUTE = 60_000

let system: HttpSystem
beforeAll(async () => {
  system = await openHttpSystem()
  for (const [name, role] of [
    ['sam', 'support'],
    ['wei', 'administrator'],
  ] as const) {
    const secret = await addOperator(system.db.database, { name, role, memberId: null })
    await system.must(operatorSetUp, { body: { name, secret, password: PASSWORD } })
  }
})
beforeEach(() => system.shiftClock(0))
afterAll(async () => {
  expect(await checkOperators(system.db.database)).toEqual([])
  await system.close()
})

const someParams = { id: `cas_${'7'.repeat(32)}`, period: '2026-01-01' }
const open = async (name = 'sam') => {
  const browser = browserOf(system)
  const reply = await browser.ask(openConsole, { body: { name, password: PASSWORD } })
  expect(reply.code, reply.msg).toBe(1)
  return browser
}
const tool = async (name = 'sam') =>
  (await system.must(operatorSignIn, { body: { name, password: PASSWORD } })).token

describe('the listener of the operators', () => {
  it('answers their calls, and the one of members answers none of them', async () => {
    const token = await tool()
    const paths = [
      ...operatorEndpoints.map(one => [one.method, pathOf(one, someParams)] as const),
      ...operatorCalls.map(one => [one.method, one.path.replace(':id', someParams.id)] as const),
      ['GET', '/api/operator/openapi.json'] as const,
    ]
    for (const [method, path] of paths) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = method === 'POST' ? '{}' : null
      const reply = await fetch(system.url + path, { method, headers, body })
      const { code } = (await reply.json()) as { code: number }
      expect([reply.status, code], `${method} ${path}`).toEqual([404, 40400])
    }
    const there = await fetch(`${system.consoleUrl}/api/operator/openapi.json`)
    expect(there.status).toBe(200)
  })

  it('answers what everybody reads, and no call of members', async () => {
    const at = (path: string) => fetch(system.consoleUrl + path)
    expect(await (await at(receiptList.path)).json()).toMatchObject({ code: 1 })
    for (const one of allEndpoints.filter(one => one.access === 'member' || one.method === 'POST'))
      expect(
        (await fetch(system.consoleUrl + pathOf(one, someParams), { method: one.method })).status,
        one.id,
      ).toBe(404)
    for (const path of ['/api/events', '/api/openapi.json', '/test/clock', '/readyz'])
      expect((await at(path)).status, path).toBe(404)
  })

  it('sends the strict policy of the member app, and lets no other origin read', async () => {
    const [there, here] = await Promise.all([
      fetch(`${system.consoleUrl}/nothing`),
      fetch(`${system.url}/nothing`),
    ])
    const policy = there.headers.get('content-security-policy')
    expect(policy).toBe(here.headers.get('content-security-policy'))
    for (const part of [
      "default-src 'none'",
      "frame-ancestors 'none'",
      'require-trusted-types-for',
    ])
      expect(policy).toContain(part)
    const reply = await fetch(`${system.consoleUrl}/api/operator/me`, {
      headers: { origin: system.url },
    })
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('the cookie of the console', () => {
  it('is for this host alone, unreadable for pages, and not sent from other sites', async () => {
    const browser = await open()
    expect(browser.cookieLine()).toMatch(
      /^__Host-banyan-operator=oc1_[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict; Max-Age=28800$/,
    )
    const reply = await browser.ask(operatorMe)
    expect(reply.data.name).toBe('sam')
    expect(reply.text).not.toContain('oc1_')
  })

  it('is worth nothing as a bearer token, and a tool’s token nothing in the cookie', async () => {
    const browser = await open()
    const asBearer = await system.ask(operatorMe, { as: { token: browser.token() } })
    expect(asBearer.code).toBe(codes.sessionExpired)
    const stolen = browserOf(system)
    stolen.keep(await tool())
    expect((await stolen.ask(operatorMe)).code).toBe(codes.sessionExpired)
  })

  it('does nothing for a page of another origin, whatever that page can send', async () => {
    const browser = await open('sam')
    const before = await system.facts()
    const forged: Record<string, Record<string, string | undefined>> = {
      'a form of another site': { 'x-banyan-console': undefined, origin: 'https://evil.example' },
      'the member app on another port': { origin: system.url, 'sec-fetch-site': 'same-site' },
      'a page without an origin': { origin: 'null' },
      'a page that leaves the header away': { 'x-banyan-console': undefined },
      'a page whose browser names no origin': { origin: undefined },
      'a page that the browser calls foreign': { 'sec-fetch-site': 'cross-site' },
      'the same host by another scheme': { origin: CONSOLE_ORIGIN.replace('http:', 'https:') },
      'an origin that begins like the console': { origin: `${CONSOLE_ORIGIN}.evil.example` },
    }
    for (const [who, headers] of Object.entries(forged))
      for (const endpoint of [operatorSignOut, endOtherOperatorSessions, createNotice]) {
        const reply = await browser.ask(endpoint, { headers })
        expect([reply.status, reply.code], `${who}: ${endpoint.id}`).toEqual([
          200,
          refusals.operatorPageForeign.code,
        ])
      }
    const read = await browser.ask(operatorMe, { headers: { 'x-banyan-console': undefined } })
    expect(read.code).toBe(refusals.operatorPageForeign.code)
    expect(await system.facts()).toBe(before)
    expect((await browser.ask(operatorMe)).code).toBe(1)
  })

  it('is not given to a page of another origin: nobody is signed in as somebody else', async () => {
    const browser = browserOf(system)
    for (const headers of [{ origin: system.url }, { 'x-banyan-console': undefined }]) {
      const body = { name: 'sam', password: PASSWORD }
      const reply = await browser.ask(openConsole, { body, headers })
      expect(reply.code).toBe(refusals.operatorPageForeign.code)
      expect(reply.headers.get('set-cookie')).toBeNull()
    }
  })

  it('opens no form: every call that writes takes JSON alone', async () => {
    const browser = await open()
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
      const reply = await browser.ask(operatorSignOut, { headers: { 'content-type': type } })
      expect(reply.code, type).toBe(refusals.wrongType.code)
    }
  })

  it('is taken away by signing out', async () => {
    const browser = await open()
    const reply = await browser.ask(operatorSignOut)
    expect(reply.headers.get('set-cookie')).toContain('__Host-banyan-operator=; ')
    expect(reply.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await browser.ask(consoleState)).code).toBe(codes.sessionExpired)
  })
})

describe('an idle console', () => {
  it('is locked after a quarter of an hour, and goes on with the password', async () => {
    const browser = await open()
    const state = async () => (await browser.ask(consoleState)).data
    expect(await state()).toMatchObject({ locked: false, operator: { name: 'sam' }, factors: [] })
    await system.shiftClock(14 * MINUTE)
    expect((await browser.ask(operatorMe)).code).toBe(1)
    // Looking at the state is no use of the session.
    await system.shiftClock(28 * MINUTE)
    expect((await state()).locked).toBe(false)
    await system.shiftClock(29 * MINUTE + 1_000)
    const refused = async (endpoint: Endpoint) => (await browser.ask(endpoint)).code
    expect(await refused(operatorMe)).toBe(refusals.operatorSessionLocked.code)
    expect(await refused(endOtherOperatorSessions)).toBe(refusals.operatorSessionLocked.code)
    expect((await state()).locked).toBe(true)
    const unlock = (password: string) => browser.ask(unlockConsole, { body: { password } })
    expect((await unlock('not the password')).code).toBe(refusals.operatorSignInFailed.code)
    expect((await browser.ask(operatorMe)).code).toBe(refusals.operatorSessionLocked.code)
    expect((await unlock(PASSWORD)).data).toMatchObject({ locked: false })
    expect((await browser.ask(operatorMe)).code).toBe(1)
  })

  it('is locked at once when its operator leaves, for every page, until the password is there', async () => {
    const browser = await open()
    const state = async () => (await browser.ask(consoleState)).data
    expect((await browser.ask(lockConsole)).code).toBe(1)
    expect((await state()).locked).toBe(true)
    // A page that goes on asking does not open it again.
    for (let i = 0; i < 2; i++)
      expect((await browser.ask(operatorMe)).code).toBe(refusals.operatorSessionLocked.code)
    expect((await state()).locked).toBe(true)
    const unlocked = await browser.ask(unlockConsole, { body: { password: PASSWORD } })
    expect(unlocked.data).toMatchObject({ locked: false })
    // Locking twice is locking once.
    await browser.ask(lockConsole)
    expect((await browser.ask(lockConsole)).code).toBe(1)
    expect((await state()).locked).toBe(true)
  })

  it('has as few tries at the password as a sign-in', async () => {
    const browser = await open('wei')
    await system.shiftClock(16 * MINUTE)
    const unlock = (password: string) => browser.ask(unlockConsole, { body: { password } })
    for (let i = 0; i < 5; i++) await unlock('wrong')
    expect((await unlock(PASSWORD)).code).toBe(refusals.operatorSignInLocked.code)
  })

  it('ends after eight hours, used or not', async () => {
    const browser = await open()
    for (let minutes = 0; minutes < 480; minutes += 14) {
      await system.shiftClock(minutes * MINUTE)
      expect((await browser.ask(operatorMe)).code, `${minutes}`).toBe(1)
    }
    await system.shiftClock(481 * MINUTE)
    expect((await browser.ask(consoleState)).code).toBe(codes.sessionExpired)
    const unlocked = await browser.ask(unlockConsole, { body: { password: PASSWORD } })
    expect(unlocked.code).toBe(codes.sessionExpired)
  })

  it('opens no stream', async () => {
    const browser = await open()
    await system.shiftClock(16 * MINUTE)
    const reply = await browser.send('GET', operatorEventsPath)
    expect(reply.code).toBe(refusals.operatorSessionLocked.code)
  })
})

describe('the sessions of an operator', () => {
  it('are listed with the newest first, and ended one by one or all but this one', async () => {
    const [first, second] = [await open(), await open()]
    const token = await tool()
    const list = async () => (await second.ask(ownOperatorSessions)).data.items
    const items = await list()
    expect(
      items.slice(0, 3).map((one: { kind: string; own: boolean }) => [one.kind, one.own]),
    ).toEqual([
      ['tool', false],
      ['console', true],
      ['console', false],
    ])
    const ofFirst = items[2].id
    expect((await second.ask(endOperatorSession, { params: { id: ofFirst } })).code).toBe(1)
    expect((await first.ask(operatorMe)).code).toBe(codes.sessionExpired)
    const again = await second.ask(endOperatorSession, { params: { id: ofFirst } })
    expect(again.code).toBe(refusals.notFound.code)
    expect((await second.ask(endOtherOperatorSessions)).code).toBe(1)
    expect((await system.ask(operatorMe, { as: { token } })).code).toBe(codes.sessionExpired)
    expect(await list()).toMatchObject([{ own: true }])
  })

  it('are nobody else’s to end', async () => {
    const mine = await open('sam')
    const [{ id }] = (await mine.ask(ownOperatorSessions)).data.items
    const theirs = { token: await tool('sam') }
    const other = await addOperator(system.db.database, {
      name: 'eve',
      role: 'support',
      memberId: null,
    })
    await system.must(operatorSetUp, { body: { name: 'eve', secret: other, password: PASSWORD } })
    const eve = await open('eve')
    expect((await eve.ask(endOperatorSession, { params: { id } })).code).toBe(
      refusals.notFound.code,
    )
    expect((await mine.ask(operatorMe)).code).toBe(1)
    expect((await system.ask(operatorMe, { as: theirs })).code).toBe(1)
  })
})
