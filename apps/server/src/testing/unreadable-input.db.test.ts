import { connect } from 'node:net'
import {
  appealSuspension,
  appealTrade,
  askReview,
  createAccount,
  createWithdrawal,
  type Endpoint,
  labelWithdrawalAddress,
  login,
  me,
  rateConversation,
  sayInChat,
  sendFeedback,
  setReceivingAccount,
  stateInDispute,
  withdrawalList,
  writeToService,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeCursor } from '../platform/http/cursor.ts'
import { openFurnished } from './furnished.ts'
import { goodCalls } from './good-calls.ts'
import type { HttpSystem } from './http-system.ts'
import { inTime } from './in-time.ts'
import { accountForm, drawKey, LOGIN_PASSWORD, PAYMENT_PASSWORD } from './members.ts'
import { PAYOUT_ADDRESS, type Scene } from './scene.ts'

let system: HttpSystem
let scene: Scene
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
})
afterAll(() => system.close())

/** Texts that must not break the server in any text field of a person. */
const strangeTexts: Record<string, string> = {
  NUL: 'a\u0000b',
  'high surrogate': 'ab\ud83d',
  'low surrogate': '\udc4dab',
  'surrogates the wrong way round': 'a\udc4d\ud83db',
  'right-to-left override': 'abc\u202egnp.exe',
  BOM: '\ufeffab',
  'BOM inside': 'a\ufeffb',
  'line separator': 'a\u2028b',
  'escape sequence': 'a\u001b[31mb',
  'a thousand accents': `a${'\u0301'.repeat(1_000)}`,
  'a wall of emoji': '👨‍👩‍👧‍👦'.repeat(2_000),
  'private use': '\ue000\uf8ff',
  noncharacter: 'a\uffff\ufffe',
  SQL: "'; drop table member; --",
  HTML: '<img src=x onerror=alert(1)>',
  'format string': '%s%n%x {{constructor}} #{7*7}',
}

/** Calls with a person's own words: to the other party, or in a case. */
const freeTextCalls: readonly Endpoint[] = [
  sayInChat,
  appealTrade,
  stateInDispute,
  askReview,
  writeToService,
  rateConversation,
  sendFeedback,
]

describe('a harmful body', () => {
  const post = async (raw: string) => {
    const headers = { 'content-type': 'application/json' }
    const sent = system.send('POST', '/api/session/login', { raw, headers })
    // Quadratic work on such a body would exceed the limit many times.
    const reply = await inTime('a body that is made to hurt is refused', sent)
    return [reply.status, reply.code]
  }

  it('is refused quickly: too large, too deep, too many keys', async () => {
    expect(await post(`{"accountId":"${'1'.repeat(300_000)}"}`)).toEqual([413, 41300])
    expect(await post('['.repeat(100_000) + ']'.repeat(100_000))).toEqual([400, 40000])
    expect(await post(`${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`)).toEqual([400, 40000])
    const keys = Array.from({ length: 20_000 }, (_, i) => `"k${i}":1`).join(',')
    expect(await post(`{${keys}}`)).toEqual([400, 40000])
    const colliding = Array.from({ length: 100_000 }, () => '"":1')
      .join(',')
      .slice(0, 200_000)
    expect(await post(`{${colliding.slice(0, colliding.lastIndexOf(','))}}`)).toEqual([400, 40000])
    expect(await post(`{"vouchers":[${'1,'.repeat(100_000)}1]}`)).toEqual([400, 40000])
  })

  it('is refused in every place of every call, whatever the text, and never a fault', async () => {
    const calls = await goodCalls(system, scene)
    const before = await system.facts()
    for (const { endpoint, asking } of calls.filter(one => one.endpoint !== createWithdrawal))
      for (const field of Object.keys(asking.body))
        for (const [name, text] of Object.entries(strangeTexts)) {
          if (endpoint === createAccount && field === 'nickname') continue
          if (endpoint === setReceivingAccount && field === 'contact') continue
          if (endpoint === appealSuspension && field === 'text') continue
          if (endpoint === labelWithdrawalAddress && field === 'label') continue
          // Messages between people are stored as text and rendered as text.
          if (freeTextCalls.includes(endpoint) && field === 'text') continue
          // Passwords are compared, and so many comparisons would lock the account.
          if (/password/i.test(field)) continue
          const reply = await system.ask(endpoint, {
            ...asking,
            body: { ...asking.body, [field]: text },
          })
          const about = `${endpoint.id} ${field}: ${name}`
          expect([reply.status, reply.code], about).toEqual([200, 40000])
        }
    expect(await system.facts()).toBe(before)
  })

  it('is refused in a password as a wrong one', async () => {
    const { token } = await system.join('Odd')
    for (const [name, text] of Object.entries(strangeTexts)) {
      const member = await system.join('Odd too')
      const byPayment = await system.ask(createWithdrawal, {
        as: member,
        body: { address: PAYOUT_ADDRESS, amount: '10', remarks: null, paymentPassword: text },
      })
      expect([byPayment.status, byPayment.code === 1], name).toEqual([200, false])
      const byLogin = await system.send('POST', '/api/session/login', {
        token,
        body: { accountId: member.accountId, loginPassword: text, deviceCode: member.deviceCode },
      })
      expect([byLogin.status, byLogin.code === 1], name).toEqual([200, false])
    }
  })

  it('in a path, a query or a header is refused or ignored, and never a fault', async () => {
    const { token } = scene.buyer
    const odd = [
      '%00',
      '%ff',
      '%ed%a0%80',
      '%e2%80%ae',
      '..%2f..%2fetc',
      "'%20or%201=1",
      '%25',
      'a'.repeat(199),
    ]
    for (const text of odd)
      for (const path of [
        `/api/otc/trades/${text}`,
        `/api/uploads/${text}`,
        `/api/otc/trades?cursor=${text}`,
        `/api/otc/trades?status=${text}`,
        `/api/otc/market?limit=${text}`,
        `/api/wallets/statement?cursor=${text}`,
        `/api/user/inviter?code=${text}`,
        `/api/user/account-list?device_code=${text}`,
        `/api/${text}`,
      ]) {
        const reply = await system.send('GET', path, { token })
        expect(reply.status, path).toBeLessThan(500)
        expect(reply.data?.items ?? [], path).toEqual([])
      }
    const last = await fetch(`${system.url}/api/otc/trades`, {
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'x'.repeat(8_000) },
    })
    expect(last.status).toBe(200)
  })

  it('is no list position: each well-formed, none of them ours', async () => {
    const uuid = '01a1fc31-5b00-7580-b201-90d25776d7b7'
    const odd = ['', 'x', '////', 'e30', writeCursor([]), writeCursor(['']), writeCursor([uuid])]
    for (const at of [
      '+275760-09-13T00:00:00.000Z',
      '-000001-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
      '0000-01-01T00:00:00.000Z',
      '2026-02-30T00:00:00.000Z',
      'now',
      'infinity',
    ])
      odd.push(writeCursor([at, uuid]), writeCursor(['9'.repeat(38), at, uuid]))
    for (const path of [
      '/api/otc/trades',
      '/api/otc/orders',
      '/api/otc/market',
      '/api/withdrawals',
      '/api/subscriptions',
      '/api/deposits',
      '/api/wallets/statement',
    ])
      for (const cursor of odd) {
        const reply = await system.send('GET', path, {
          token: scene.buyer.token,
          query: { cursor },
        })
        expect(reply.status, `${path} ${cursor}`).toBe(200)
        expect([1, 40000], `${path} ${cursor}`).toContain(reply.code)
      }
  })

  it('that is not even HTTP gets an envelope and a closed connection', async () => {
    const { hostname, port } = new URL(system.url)
    const sendRaw = (bytes: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), hostname, () => socket.write(bytes))
        let received = ''
        socket.setEncoding('utf8')
        socket.on('data', piece => {
          received += piece
        })
        socket.on('close', () => resolve(received))
        socket.on('error', reject)
      })
    for (const [bytes, status] of [
      ['nonsense\r\n\r\n', '400 Bad Request'],
      ['GET / HTTP/9.9\r\n\r\n', '400 Bad Request'],
      [
        `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
        '431 Request Header Fields Too Large',
      ],
      [
        'POST /api/session/login HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
        '400 Bad Request',
      ],
    ] as const) {
      const received = await sendRaw(bytes)
      expect(received.split('\r\n')[0], bytes.slice(0, 40)).toBe(`HTTP/1.1 ${status}`)
      expect(JSON.parse(received.split('\r\n\r\n')[1] ?? '')).toMatchObject({
        code: 40000,
        data: {},
      })
    }
  })
})

describe('a nickname', () => {
  const join = async (nickname: string) => {
    const key = drawKey()
    return system.ask(createAccount, {
      body: { ...(await accountForm(system.modules, key)), nickname },
    })
  }

  it('is stored composed, however it was typed', async () => {
    const composed = 'Zoë Åström é'.normalize('NFC')
    const reply = await join(composed.normalize('NFD'))
    expect(reply.data.nickname).toBe(composed)
    const deviceCode = 'c'.repeat(64)
    const { token } = await system.must(login, {
      body: { accountId: reply.data.accountId, loginPassword: LOGIN_PASSWORD, deviceCode },
    })
    expect((await system.must(me, { as: { token } })).nickname).toBe(composed)
  })

  it('with invisible or unprintable characters is refused at its field', async () => {
    for (const [name, text] of Object.entries(strangeTexts)) {
      if (['SQL', 'HTML', 'format string', 'BOM'].includes(name)) continue
      const reply = await join(text)
      expect([reply.status, reply.code], name).toEqual([200, 40000])
      expect(reply.data.issues[0].path, name).toBe('nickname')
    }
    // A byte order mark at the beginning is not part of the text; the rest is a plain name.
    expect((await join('\ufeffab')).data.nickname).toBe('ab')
  })
})

describe('a remark', () => {
  it('is stored as written, composed, or refused', async () => {
    const { seller } = scene
    for (const [name, text] of Object.entries(strangeTexts)) {
      const reply = await system.ask(createWithdrawal, {
        as: seller,
        body: {
          address: PAYOUT_ADDRESS,
          amount: '10',
          remarks: text,
          paymentPassword: PAYMENT_PASSWORD,
        },
      })
      if (reply.code === 1) expect(reply.data.remarks, name).toBe(text.normalize('NFC').trim())
      else expect([reply.status, reply.code], name).toEqual([200, 40000])
    }
    const { items } = await system.must(withdrawalList, { as: seller, query: { limit: 100 } })
    expect(items.map(one => one.remarks)).toContain(strangeTexts.HTML)
    expect(items.map(one => one.remarks)).toContain(strangeTexts.SQL)
  })
})
