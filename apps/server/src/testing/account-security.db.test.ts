import {
  changeLoginPassword,
  createWithdrawal,
  getReceivingAccount,
  publishOrder,
  publishTerms,
  refusals,
  removeFromDevice,
  requestEmailCode,
  resetPaymentByEmail,
  resetPaymentByWords,
  revokeOtherSessions,
  security,
  setReceivingAccount,
  takeOrder,
  withdrawalTerms,
} from '@banyan/domain'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { dumpOf, onItsOwn } from './dump.ts'
import { type HttpSystem, openHttpSystem } from './http-system.ts'
import { inTime } from './in-time.ts'
import { wrongCode } from './mail.ts'
import { LOGIN_PASSWORD, PAYMENT_PASSWORD, type TestMember } from './members.ts'
import { equip, offer, PAYOUT_ADDRESS } from './scene.ts'
import { bindFresh, codeAt } from './scene-accounts.ts'

let system: HttpSystem
beforeAll(async () => {
  system = await openHttpSystem()
})
afterEach(() => system.shiftClock(0))
afterAll(() => system.close())

const HOUR = 3_600_000
const NEW_PIN = '604812'
const paymentPassword = PAYMENT_PASSWORD
const withdraw = (as: { token: string }, more: object = {}) =>
  system.ask(createWithdrawal, {
    as,
    headers: { 'accept-language': 'en' },
    body: { address: PAYOUT_ADDRESS, amount: '50', remarks: null, paymentPassword, ...more },
  })
const publish = (as: { token: string }, pin = PAYMENT_PASSWORD) =>
  system.ask(publishOrder, {
    as,
    headers: { 'accept-language': 'en' },
    body: {
      quantity: '10',
      price: '1.02',
      minQuantity: '1',
      maxQuantity: '10',
      concessionBps: 0,
      networks: ['BSC'],
      paymentPassword: pin,
    },
  })
const join = async (name: string): Promise<TestMember> => {
  const member = await system.join(name)
  await equip(system, member)
  return member
}
const codeFor = async (as: TestMember, address: string, purpose: 'withdraw' | 'reset-payment') => {
  await system.must(requestEmailCode, { as, body: { purpose } })
  return codeAt(system, address)
}

describe('a withdrawal of a member with an e-mail address', () => {
  it('needs its code beside the payment password, and uses it up', async () => {
    const member = await join('Mailed')
    expect(await system.must(withdrawalTerms, { as: member })).toMatchObject({
      emailCodeNeeded: false,
      frozenUntil: null,
    })
    const address = await bindFresh(system, member)
    expect((await system.must(withdrawalTerms, { as: member })).emailCodeNeeded).toBe(true)
    expect((await withdraw(member)).code).toBe(refusals.emailCodeNeeded.code)
    const emailCode = await codeFor(member, address, 'withdraw')
    const wrong = await withdraw(member, { emailCode: wrongCode(emailCode) })
    expect([wrong.code, wrong.data]).toEqual([refusals.emailCodeWrong.code, { field: 'emailCode' }])
    const tooMuch = await withdraw(member, { emailCode, amount: '1000000' })
    expect(tooMuch.code, 'a refusal leaves the code good').not.toBe(1)
    expect((await withdraw(member, { emailCode })).code).toBe(1)
    expect((await withdraw(member, { emailCode })).code).toBe(refusals.emailCodeSpent.code)
  })

  it('sent five times with one key and one code is one withdrawal', async () => {
    const member = await join('Repeater')
    const address = await bindFresh(system, member)
    const emailCode = await codeFor(member, address, 'withdraw')
    const key = 'one-key-for-all-of-them'
    const asking = {
      as: member,
      key,
      body: { address: PAYOUT_ADDRESS, amount: '50', remarks: null, paymentPassword, emailCode },
    }
    const replies = [await system.ask(createWithdrawal, asking)]
    for (let i = 0; i < 4; i++) replies.push(await system.ask(createWithdrawal, asking))
    expect(new Set(replies.map(one => one.text)).size).toBe(1)
    expect(replies[0]?.code).toBe(1)
  })
})

describe('a stolen token', () => {
  it('reaches no payout: every call that leads there asks for what the thief does not have', async () => {
    const member = await join('Victim')
    const thief = { token: member.token }
    expect((await withdraw(thief, { paymentPassword: '999888' })).code).toBe(
      refusals.paymentPasswordWrong.code,
    )
    // To another payment password: by the old one, by words, or by a mailbox.
    const attempts = [
      await system.send('POST', '/api/password/payment/change', {
        ...thief,
        body: { oldPassword: '999888', newPassword: NEW_PIN },
      }),
      await system.send('POST', '/api/password/payment/reset-by-email', {
        ...thief,
        body: { code: '123456', newPassword: NEW_PIN },
      }),
      await system.send('POST', '/api/password/payment/reset-by-words', {
        ...thief,
        body: {
          publicKey: member.key.publicKey,
          nonce: '0'.repeat(64),
          signature: '0'.repeat(128),
          newPassword: NEW_PIN,
        },
      }),
    ]
    expect(attempts.map(one => one.code)).toEqual([
      refusals.paymentPasswordWrong.code,
      refusals.emailNotBound.code,
      refusals.challengeSpent.code,
    ])
    // To a mailbox of the thief's: that takes the payment password.
    const address = `thief.${member.accountId}@example.org`
    await system.must(requestEmailCode, { as: thief, body: { purpose: 'bind', address } })
    const code = await codeAt(system, address)
    const bound = await system.send('POST', '/api/email/bind', {
      ...thief,
      body: { address, code, paymentPassword: '999888' },
    })
    expect(bound.code).toBe(refusals.paymentPasswordWrong.code)
    expect((await system.must(security, { as: member })).email).toBeNull()
  })

  it('that changed hands with the payment password still waits a day for a new address', async () => {
    const member = await join('Robbed')
    const { data } = await withdraw(member)
    const wait = Date.parse(data.approvableFrom) - Date.parse(data.requestedAt)
    expect(wait).toBe(24 * HOUR)
  })
})

describe('a payment password reset by e-mail on an unlocked phone', () => {
  it('pays nothing out and sells nothing for three days, and every session can see it', async () => {
    const member = await join('Absent')
    const address = await bindFresh(system, member)
    const code = await codeFor(member, address, 'reset-payment')
    await system.must(resetPaymentByEmail, { as: member, body: { code, newPassword: NEW_PIN } })

    const end = (await system.now()).getTime() + 72 * HOUR
    for (const hours of [72, 48, 0.1]) {
      await system.setClock(new Date(end - hours * HOUR))
      const emailCode = await codeFor(member, address, 'withdraw')
      const paid = await withdraw(member, { paymentPassword: NEW_PIN, emailCode })
      expect([hours, paid.code]).toEqual([hours, refusals.withdrawalsFrozen.code])
      expect(paid.msg).toMatch(/until \d{4}-\d\d-\d\d \d\d:\d\d \(UTC\+8\)/)
      expect(paid.data).toMatchObject({ until: expect.any(String), cause: 'payment-reset' })
      expect((await publish(member, NEW_PIN)).code).toBe(refusals.sellingFrozen.code)
    }
    const seen = await system.must(security, { as: member })
    expect(seen.freezes.withdrawals?.cause).toBe('payment-reset')
    expect(seen.resets).toMatchObject([{ password: 'payment', proof: 'email' }])
    expect((await system.must(publishTerms, { as: member })).frozenUntil).toBe(
      seen.freezes.sells?.until,
    )
    expect((await system.must(withdrawalTerms, { as: member })).frozenUntil).toBe(
      seen.freezes.withdrawals?.until,
    )
    const notices = (await system.emailsTo(address)).filter(one =>
      /支付密码已重置/.test(one.subject),
    )
    expect(notices).toHaveLength(1)

    await system.setClock(new Date(end + 0.1 * HOUR))
    const emailCode = await codeFor(member, address, 'withdraw')
    expect((await withdraw(member, { paymentPassword: NEW_PIN, emailCode })).code).toBe(1)
    expect((await publish(member, NEW_PIN)).code).toBe(1)
  })
})

describe('another receiving address', () => {
  const set = (as: TestMember, bsc: string | null, tron: string | null = null) =>
    system.must(setReceivingAccount, {
      as,
      body: { bsc, tron, contact: '@seller', paymentPassword },
    })
  const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const draw = () => privateKeyToAddress(generatePrivateKey())

  it('stops new sells for a day, and not withdrawals; the first one of a network stops nothing', async () => {
    const member = await join('Mover')
    const { bsc } = await system.must(setReceivingAccount, {
      as: member,
      body: { bsc: draw(), tron: null, contact: '@seller', paymentPassword },
    })
    const frozen = await publish(member)
    expect(frozen.code).toBe(refusals.sellingFrozen.code)
    expect(frozen.data.cause).toBe('address-change')
    expect((await withdraw(member)).code).toBe(1)
    await system.shiftClock(24.01 * HOUR)
    expect((await publish(member)).code).toBe(1)
    await set(member, bsc, TRON)
    expect((await publish(member)).code).toBe(1)
    await set(member, null, TRON)
    expect((await publish(member)).code, 'no address on that network').not.toBe(
      refusals.sellingFrozen.code,
    )
    await set(member, draw(), TRON)
    expect((await publish(member)).code).toBe(refusals.sellingFrozen.code)
  })
})

describe('the contact of a receiving account', () => {
  it.each([
    ['nothing', null],
    ['an empty text', ''],
    ['spaces', '   '],
  ])('is required: %s is refused at its field, and nothing changes', async (_, contact) => {
    const member = await join('Silent')
    const reply = await system.ask(setReceivingAccount, {
      as: member,
      headers: { 'accept-language': 'en' },
      body: { bsc: PAYOUT_ADDRESS, tron: null, contact: contact as string, paymentPassword },
    })
    expect(reply.code).toBe(40_000)
    expect(reply.data).toMatchObject({
      issues: [
        {
          path: 'contact',
          message: 'Enter how you can be reached, such as a phone number or Telegram',
        },
      ],
    })
    const kept = await system.must(getReceivingAccount, { as: member })
    expect(kept.bsc).not.toBe(PAYOUT_ADDRESS)
  })
})

describe('a session that is over', () => {
  // Nothing comes round again: the check of each stream's session once a minute does not happen here.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval'] }))
  afterEach(() => void vi.useRealTimers())

  /** Opens the live events of a token; `closed` tells what they said once the server has closed them. */
  async function closing(token: string): Promise<{ opened: number; closed: Promise<string> }> {
    const response = await fetch(`${system.url}/api/events`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    const text = new TextDecoder()
    const read = async (): Promise<string> => {
      let events = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return events
        events += text.decode(value, { stream: true })
      }
    }
    return { opened: response.status, closed: read() }
  }

  it.each([
    [
      'revoked',
      async (owner: TestMember) => void (await system.must(revokeOtherSessions, { as: owner })),
      20001,
    ],
    [
      'ended by a changed password',
      async (owner: TestMember) =>
        void (await system.must(changeLoginPassword, {
          as: owner,
          body: { oldPassword: LOGIN_PASSWORD, newPassword: 'other leaves 51' },
        })),
      20001,
    ],
    [
      'removed from its device',
      async (_: TestMember, other: TestMember) =>
        void (await system.must(removeFromDevice, {
          as: other,
          body: { deviceCode: other.deviceCode },
        })),
      20003,
    ],
  ] as const)(
    'because it was %s receives nothing any more, and calls nothing',
    async (_, end, code) => {
      const owner = await system.join('Owner')
      const deviceCode = 'ab'.repeat(32)
      const reply = await system.send('POST', '/api/session/login', {
        body: { accountId: owner.accountId, loginPassword: LOGIN_PASSWORD, deviceCode },
      })
      const other: TestMember = { ...owner, token: reply.data.token, deviceCode }
      const stream = await closing(other.token)
      expect(stream.opened).toBe(200)
      await end(owner, other)
      const endedAt = performance.now()
      const events = await inTime('the live events of an ended session are closed', stream.closed)
      console.log(`closed ${Math.round(performance.now() - endedAt)} ms after the answer`)
      // The session's own event made the server check it, and the page receives the reason why its stream ends.
      expect(events).toMatch(/"topic":"session".*event: session\ndata: \{\}\n\n$/s)
      for (const path of ['/api/user/me', '/api/session/list', '/api/events'])
        expect((await system.send('GET', path, { token: other.token })).code, path).toBe(code)
    },
  )
})

describe('a copy of the database', () => {
  it('holds no e-mail address, contact, receiving address, code or e-mail in clear', async () => {
    const [seller, buyer] = [await join('Sealed'), await join('Reader')]
    const bsc = privateKeyToAddress(generatePrivateKey())
    const contact = 'wechat: sealed-away-7'
    await system.must(setReceivingAccount, {
      as: seller,
      body: { bsc, tron: null, contact, paymentPassword },
    })
    await system.shiftClock(25 * HOUR)
    const order = await offer(system, seller, '50')
    const trade = await system.must(takeOrder, {
      as: buyer,
      params: { id: order.id },
      body: { quantity: '20', network: 'BSC', version: 1 },
    })
    expect([trade.payTo, trade.contact]).toEqual([bsc, contact])
    const address = await bindFresh(system, seller)
    await system.must(requestEmailCode, { as: seller, body: { purpose: 'withdraw' } })
    const waiting = await dumpOf(system.db.owner)
    const code = await codeAt(system, address)
    const proof = await seller.key.prove(system.modules, 'reset-payment')
    await system.must(resetPaymentByWords, { as: seller, body: { ...proof, newPassword: NEW_PIN } })
    const dump = await dumpOf(system.db.owner)
    expect(dump, 'the dump is a real one').toContain(seller.accountId)
    for (const text of [waiting, dump])
      for (const secret of [address, contact, bsc, 'sealed-away']) {
        expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
        expect(text).not.toContain(Buffer.from(secret).toString('hex'))
      }
    for (const text of [waiting, dump])
      for (const digits of [code, NEW_PIN]) {
        expect(text).not.toMatch(onItsOwn(digits))
        expect(text).not.toContain(Buffer.from(digits).toString('hex'))
      }
  })
})
