import { createHmac } from 'node:crypto'
import {
  bindEmail,
  cancelReset,
  changeLoginPassword,
  changePaymentPassword,
  login,
  requestEmailCode,
  requestLoginResetCode,
  resetLoginByEmail,
  resetLoginByWords,
  resetPaymentByEmail,
  resetPaymentByWords,
  revokeOtherSessions,
  revokeSession,
  security,
  sessionEnd,
  sessionList,
} from '@banyan/domain'
import { hash as argon2 } from '@node-rs/argon2'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import {
  bindAddress,
  boundCode,
  drawAddress,
  type MailedModules,
  openMailedModules,
  wrongCode,
} from '../testing/mail.ts'
import { meet, meetInTurn, times } from '../testing/meet.ts'
import {
  drawDeviceCode,
  drawKey,
  joinMember,
  LOGIN_PASSWORD,
  PAYMENT_PASSWORD,
  refusalOf,
  type TestMember,
} from '../testing/members.ts'

let modules: MailedModules
beforeAll(async () => {
  modules = await openMailedModules()
})
afterEach(() => modules.shiftClock('0'))
afterAll(() => modules.close())

const NEW_LOGIN = 'new leaves 43'
const NEW_PAYMENT = '604812'
const HOUR = 3_600_000

const logIn = (member: TestMember, loginPassword: string, deviceCode = drawDeviceCode()) =>
  modules.call(login, { body: { accountId: member.accountId, loginPassword, deviceCode } })
/** Logs the member in on another device, by the current password. */
async function anotherDevice(member: TestMember, loginPassword = LOGIN_PASSWORD) {
  const { token } = await logIn(member, loginPassword)
  return { token, caller: await modules.sessions.authenticate(token) }
}
const liveness = (token: string) =>
  modules.sessions.authenticate(token).then(
    () => 'live',
    error => error.refusal,
  )
const paymentIs = (member: TestMember, password: string) =>
  modules.identity.checkPaymentPassword(member.memberId, password).then(
    () => true,
    () => false,
  )
const freezesOf = async (member: TestMember) => {
  const refusing = (act: 'takeOut' | 'sell') =>
    modules.identity.refusingFreeze(modules.db.database, member.memberId, act)
  return { withdrawals: await refusing('takeOut'), sells: await refusing('sell') }
}
const hoursFrozen = async (member: TestMember) => {
  const { withdrawals, sells } = await freezesOf(member)
  const now = Date.now()
  const hours = (until?: Date) => until && Math.round((until.getTime() - now) / HOUR)
  return { withdrawals: hours(withdrawals?.until), sells: hours(sells?.until) }
}
const securityOf = (by: { caller: TestMember['caller'] }) => modules.call(security, {}, by)
/**
 * The subjects of all e-mails to an address. E-mails that are sent together may arrive in any
 * order.
 */
const noticesTo = async (address: string) => {
  await modules.sendMail()
  return modules.post.emails(address).map(({ subject }) => subject)
}
const sessionNews = async (member: TestMember): Promise<number> =>
  (
    await modules.db.owner.query(
      `select count(*)::int as n from outbox where member_id = $1 and topic = 'session'`,
      [member.memberId],
    )
  ).rows[0].n

/** The lock that everything takes which opens or ends sessions of a member. */
const sessionsOf = ({ memberId }: TestMember) =>
  `select pg_advisory_xact_lock(hashtextextended('sessions of ${memberId}', 0))`

const changeLogin = (
  member: { caller: TestMember['caller'] },
  oldPassword = LOGIN_PASSWORD,
  newPassword = NEW_LOGIN,
) => modules.call(changeLoginPassword, { body: { oldPassword, newPassword } }, member)
const changePayment = (
  member: TestMember,
  oldPassword = PAYMENT_PASSWORD,
  newPassword = NEW_PAYMENT,
) => modules.call(changePaymentPassword, { body: { oldPassword, newPassword } }, member)
const loginByWords = async (member: TestMember, newPassword = NEW_LOGIN) =>
  modules.call(resetLoginByWords, {
    body: { ...(await member.key.prove(modules, 'reset-login')), newPassword },
  })
const paymentByWords = async (member: TestMember, newPassword = NEW_PAYMENT) =>
  modules.call(
    resetPaymentByWords,
    { body: { ...(await member.key.prove(modules, 'reset-payment')), newPassword } },
    member,
  )
const askLoginCode = (accountId: string, address: string) =>
  modules.call(requestLoginResetCode, { body: { accountId, address } })
const loginByEmail = (accountId: string, address: string, code: string, newPassword = NEW_LOGIN) =>
  modules.call(resetLoginByEmail, { body: { accountId, address, code, newPassword } })
const cancel = (token: string, id: string, replacedPassword: string) =>
  modules.call(cancelReset, { body: { id, token, replacedPassword } })
const endOf = (token: string) => modules.call(sessionEnd, { body: { token } })

describe('own sessions', () => {
  it('are listed with their device, the calling one first, and no token', async () => {
    const member = await joinMember(modules)
    const other = await anotherDevice(member)
    const { items } = await modules.call(sessionList, {}, member)
    expect(items).toHaveLength(2)
    expect(items.map(one => one.current)).toEqual([true, false])
    expect(items[0]?.device).toEqual({ kind: 'unknown', browser: null, system: null })
    expect(JSON.stringify(items)).not.toContain(other.token.slice(4))
    const otherMember = await joinMember(modules)
    expect((await modules.call(sessionList, {}, otherMember)).items).toHaveLength(1)
  })

  it('can be ended one by one, and another member’s are not found', async () => {
    const [member, otherMember] = [await joinMember(modules), await joinMember(modules)]
    const other = await anotherDevice(member)
    const { items } = await modules.call(sessionList, {}, member)
    const id = items.find(one => !one.current)?.id ?? ''
    expect(await refusalOf(modules.call(revokeSession, { params: { id } }, otherMember))).toBe(
      'notFound',
    )
    const news = await sessionNews(member)
    await modules.call(revokeSession, { params: { id } }, member)
    expect(await liveness(other.token)).toBe('sessionExpired')
    expect(await endOf(other.token)).toEqual({ why: 'revoked', reset: null })
    expect(await liveness(member.token)).toBe('live')
    expect(await sessionNews(member)).toBe(news + 1)
    expect(await refusalOf(modules.call(revokeSession, { params: { id } }, member))).toBe(
      'notFound',
    )
  })

  it('can all be ended but the calling one', async () => {
    const member = await joinMember(modules)
    const others = [await anotherDevice(member), await anotherDevice(member)]
    expect(await modules.call(revokeOtherSessions, {}, member)).toEqual({ ended: 2 })
    expect(await Promise.all(others.map(one => liveness(one.token)))).toEqual([
      'sessionExpired',
      'sessionExpired',
    ])
    expect(await liveness(member.token)).toBe('live')
    expect(await modules.call(revokeOtherSessions, {}, member)).toEqual({ ended: 0 })
  })

  it('tell why they ended, to a caller with the token', async () => {
    const member = await joinMember(modules)
    expect(await endOf(member.token)).toEqual({ why: 'live', reset: null })
    expect(await endOf(`mt1_${'A'.repeat(43)}`)).toEqual({ why: 'expired', reset: null })
    await expect(endOf('nonsense')).rejects.toThrow()
    await modules.shiftClock('8 days')
    expect(await endOf(member.token)).toEqual({ why: 'expired', reset: null })
  })
})

describe('changing the login password', () => {
  it('ends every session, gives this device a new token, freezes nothing and is notified by e-mail', async () => {
    const member = await joinMember(modules)
    const address = await bindAddress(modules, member)
    const other = await anotherDevice(member)
    const { token, user } = await changeLogin(member)
    expect(user.accountId).toBe(member.accountId)
    expect(await liveness(member.token)).toBe('sessionExpired')
    expect(await liveness(other.token)).toBe('sessionExpired')
    expect(await liveness(token)).toBe('live')
    expect(await endOf(other.token)).toEqual({ why: 'passwordChanged', reset: null })
    expect(await refusalOf(logIn(member, LOGIN_PASSWORD))).toMatch(/^loginFailed/)
    await logIn(member, NEW_LOGIN)
    expect(await freezesOf(member)).toEqual({ withdrawals: null, sells: null })
    expect(await noticesTo(address)).toContain('Your login password was changed')
  })

  it.each([
    ['the old one is wrong', { oldPassword: 'wrong password 1' }, /^loginFailed 4/],
    ['it stays the same', { newPassword: LOGIN_PASSWORD }, /^invalidInput .*differ/],
    ['the new one is common', { newPassword: 'Password123' }, 'passwordTooCommon'],
  ])('is refused when %s, and nothing changes', async (_, wrong, refusal) => {
    const member = await joinMember(modules)
    const body = { oldPassword: LOGIN_PASSWORD, newPassword: NEW_LOGIN, ...wrong }
    expect(await refusalOf(modules.call(changeLoginPassword, { body }, member))).toMatch(refusal)
    expect(await liveness(member.token)).toBe('live')
    await logIn(member, LOGIN_PASSWORD)
  })

  it('refuses one around the account ID', async () => {
    const member = await joinMember(modules)
    expect(await refusalOf(changeLogin(member, LOGIN_PASSWORD, `my${member.accountId}`))).toBe(
      'passwordTooCommon',
    )
  })

  it('counts wrong old ones like failed logins of this device', async () => {
    const member = await joinMember(modules)
    for (const left of [4, 3, 2, 1])
      expect(await refusalOf(changeLogin(member, 'wrong password 1'))).toBe(`loginFailed ${left}`)
    expect(await refusalOf(changeLogin(member, 'wrong password 1'))).toBe('loginLocked 1')
    expect(await refusalOf(changeLogin(member))).toBe('loginLocked 1')
    expect(await refusalOf(logIn(member, LOGIN_PASSWORD, member.deviceCode))).toBe('loginLocked 1')
  })

  it('four times at once changes it once', async () => {
    const member = await joinMember(modules)
    const changes = times(4, i =>
      changeLogin(member, LOGIN_PASSWORD, `new leaves 4${i}`).then(
        answer => answer.token,
        error => error.refusal,
      ),
    )
    const ends = await Promise.all(await meet(modules.db, sessionsOf(member), changes))
    const tokens = ends.filter(end => end.startsWith('mt1_'))
    expect(tokens).toHaveLength(1)
    expect(await liveness(tokens[0])).toBe('live')
  })

  it('does not undo a reset that happened in between', async () => {
    const member = await joinMember(modules)
    const before = (
      await modules.identity.credentials.byIds(modules.db.database, [member.memberId])
    )[0]
    await loginByWords(member)
    const late = inTransaction(modules.db.database, tx =>
      modules.identity.passwords.change(tx, member.memberId, 'login', {
        before: before?.loginHash ?? null,
        after: 'v1:other',
      }),
    )
    expect(await refusalOf(late)).toBe('stale')
    await logIn(member, NEW_LOGIN)
  })
})

describe('changing the payment password', () => {
  it('leaves the sessions, freezes nothing and is notified by e-mail', async () => {
    const member = await joinMember(modules)
    const address = await bindAddress(modules, member)
    await changePayment(member)
    expect(await liveness(member.token)).toBe('live')
    expect(await paymentIs(member, PAYMENT_PASSWORD)).toBe(false)
    expect(await paymentIs(member, NEW_PAYMENT)).toBe(true)
    expect(await freezesOf(member)).toEqual({ withdrawals: null, sells: null })
    expect(await noticesTo(address)).toContain('Your payment password was changed')
  })

  it('is refused for a wrong old one, the same one, and one that the account ID reveals', async () => {
    const member = await joinMember(modules)
    expect(await refusalOf(changePayment(member, '111222'))).toBe('paymentPasswordWrong 4')
    expect(await refusalOf(changePayment(member, PAYMENT_PASSWORD, PAYMENT_PASSWORD))).toMatch(
      /^invalidInput .*differ/,
    )
    const outcomes = member.accountId.slice(0, 6)
    const given = changePayment(member, PAYMENT_PASSWORD, outcomes)
    await expect(given).rejects.toThrow()
    expect(await paymentIs(member, PAYMENT_PASSWORD)).toBe(true)
  })
})

describe('resetting by words', () => {
  it('of the login password ends every session and freezes for a day', async () => {
    const member = await joinMember(modules)
    const address = await bindAddress(modules, member)
    const done = await loginByWords(member)
    expect(done.accountId).toBe(member.accountId)
    expect(await liveness(member.token)).toBe('sessionExpired')
    expect(await refusalOf(logIn(member, LOGIN_PASSWORD))).toMatch(/^loginFailed/)
    await logIn(member, NEW_LOGIN)
    expect(await hoursFrozen(member)).toEqual({ withdrawals: 24, sells: 24 })
    expect(await noticesTo(address)).toContain('Your login password was reset')
    expect((await modules.emailTo(address))?.text).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d \(UTC\+8\)/)
    await modules.shiftClock('24 hours 1 minute')
    expect(await freezesOf(member)).toEqual({ withdrawals: null, sells: null })
  })

  it('of the payment password keeps the sessions, notifies them, and unlocks what guesses had locked', async () => {
    const member = await joinMember(modules)
    for (let i = 0; i < 5; i++) await paymentIs(member, '111222')
    expect(await paymentIs(member, PAYMENT_PASSWORD)).toBe(false)
    const news = await sessionNews(member)
    await paymentByWords(member)
    expect(await liveness(member.token)).toBe('live')
    expect(await sessionNews(member)).toBe(news + 1)
    expect(await paymentIs(member, NEW_PAYMENT)).toBe(true)
    expect(await hoursFrozen(member)).toEqual({ withdrawals: 24, sells: 24 })
    expect((await securityOf(member)).freezes.withdrawals?.cause).toBe('payment-reset')
  })

  it('takes a signature of this very purpose, once, by the account’s own key', async () => {
    const [member, other] = [await joinMember(modules), await joinMember(modules)]
    const newPassword = NEW_PAYMENT
    const reset = (proof: object, by = member) =>
      refusalOf(modules.call(resetPaymentByWords, { body: { ...proof, newPassword } as never }, by))
    expect(await reset(await member.key.prove(modules, 'login'))).toBe('challengeSpent')
    expect(await reset(await member.key.prove(modules, 'reset-login'))).toBe('challengeSpent')
    expect(await reset(await other.key.prove(modules, 'reset-payment'))).toBe('wordsOfAnother')
    const proof = await member.key.prove(modules, 'reset-payment')
    await modules.call(resetPaymentByWords, { body: { ...proof, newPassword } }, member)
    expect(await reset(proof)).toBe('challengeSpent')
    const forLogin = await member.key.prove(modules, 'login')
    const login = modules.call(resetLoginByWords, { body: { ...forLogin, newPassword: NEW_LOGIN } })
    expect(await refusalOf(login)).toBe('challengeSpent')
  })

  it('is refused to a frozen account, and to words without an account', async () => {
    const member = await joinMember(modules)
    await modules.db.owner.query('update member set frozen_at = house_now() where id = $1', [
      member.memberId,
    ])
    expect(await refusalOf(loginByWords(member))).toBe('accountProblem')
    const proof = await drawKey().prove(modules, 'reset-login')
    const body = { ...proof, newPassword: NEW_LOGIN }
    expect(await refusalOf(modules.call(resetLoginByWords, { body }))).toBe('wordsUnknown')
  })
})

describe('resetting by e-mail', () => {
  it('of the login password works by the code that arrived, once, and freezes for three days', async () => {
    const member = await joinMember(modules)
    const address = await bindAddress(modules, member)
    const issued = await askLoginCode(member.accountId, address.toUpperCase())
    expect(issued).toMatchObject({ length: 6, validMinutes: 10 })
    const code = await modules.codeFor(address)
    expect(await loginByEmail(member.accountId, address, code)).toMatchObject({
      accountId: member.accountId,
    })
    expect(await liveness(member.token)).toBe('sessionExpired')
    await logIn(member, NEW_LOGIN)
    expect(await hoursFrozen(member)).toEqual({ withdrawals: 72, sells: 72 })
    expect(await refusalOf(loginByEmail(member.accountId, address, code))).toBe('emailCodeSpent')
    expect(await noticesTo(address)).toContain('Your login password was reset')
  })

  it('answers alike for an unknown account, one without an e-mail address, and one with another address', async () => {
    const [bound, unbound] = [await joinMember(modules), await joinMember(modules)]
    const address = await bindAddress(modules, bound)
    const story = async (accountId: string, typed: string) => {
      const outcomes: string[] = []
      const tell = async (promise: Promise<unknown>) =>
        outcomes.push(
          await promise.then(
            answer => JSON.stringify(answer).replace(/\d{4}-[\d-]+T[\d:.]+Z/, 'T'),
            // The minute that has begun may have lost a second or two meanwhile.
            error => `${error.refusal} ${JSON.stringify(error.slots)}`.replace(/\d\d(?=\})/, 'N'),
          ),
        )
      const guess = (code: string) => loginByEmail(accountId, typed, code)
      await tell(guess('000000'))
      await tell(askLoginCode(accountId, typed))
      await tell(askLoginCode(accountId, typed))
      await modules.sendMail()
      const code = modules.post.emails(typed)[0]?.text.match(/^\d{6}$/m)?.[0] ?? '424242'
      for (let i = 0; i < 6; i++) await tell(guess(wrongCode(code)))
      for (const minutes of [2, 4, 6, 8]) {
        await modules.shiftClock(`${minutes} minutes`)
        await tell(askLoginCode(accountId, typed))
      }
      await modules.shiftClock('18 minutes')
      await tell(guess(wrongCode(code)))
      await modules.shiftClock('0')
      return outcomes
    }
    const known = await story(bound.accountId, address)
    expect(known.map(line => line.split(' ')[0])).toEqual([
      'emailCodeSpent',
      expect.stringContaining('resendAt'),
      'emailCodeTooSoon',
      ...Array(4).fill('emailCodeWrong'),
      ...Array(2).fill('emailCodeSpent'),
      ...Array(2).fill(expect.stringContaining('resendAt')),
      ...Array(2).fill('emailCodeLimit'),
      'emailCodeWrong',
    ])
    const unknownId = bound.accountId === '10000000' ? '10000001' : '10000000'
    expect(await story(unknownId, address)).toEqual(known)
    expect(await story(unbound.accountId, address)).toEqual(known)
    // With the same first and last character, so that the masked form is the same.
    expect(await story(bound.accountId, `my${address}`)).toEqual(known)
  })

  it('is not denied to a member by what others request for the same address', async () => {
    const member = await joinMember(modules)
    const address = await bindAddress(modules, member)
    // A caller who types account IDs at random, and two members who claim the address.
    for (let n = 0; n < 5; n++) await askLoginCode(`9900000${n}`, address)
    const others = await Promise.all([1, 2, 3].map(() => joinMember(modules)))
    const bind = (other: TestMember) =>
      modules.call(requestEmailCode, { body: { purpose: 'bind', address } }, other)
    const [one, two, third] = others as [TestMember, TestMember, TestMember]
    await bind(one)
    await bind(two)
    expect(await refusalOf(bind(third))).toMatch(/^emailCodeLimit/)

    expect(await boundCode(modules, member, address, 'withdraw')).toMatch(/^\d{6}$/)
    expect(await boundCode(modules, member, address, 'reset-payment')).toMatch(/^\d{6}$/)
    await askLoginCode(member.accountId, address)
    await loginByEmail(member.accountId, address, await modules.codeFor(address))
  })

  it('does as many password hashes for a known pair as for an unknown one while the code is wrong', async () => {
    const member = await joinMember(modules)
    const address = await bindAddress(modules, member)
    await askLoginCode(member.accountId, address)
    const code = await modules.codeFor(address)
    // A common password would be refused once the code is right; a wrong code is reported first.
    const body = { accountId: member.accountId, address, newPassword: 'Password123' }
    const wrong = modules.call(resetLoginByEmail, { body: { ...body, code: wrongCode(code) } })
    expect(await refusalOf(wrong)).toMatch(/^emailCodeWrong/)
    const right = modules.call(resetLoginByEmail, { body: { ...body, code } })
    expect(await refusalOf(right)).toBe('passwordTooCommon')
    await loginByEmail(member.accountId, address, code)
  })

  it('of the payment password takes a code of that purpose, and freezes for three days', async () => {
    const member = await joinMember(modules)
    const reset = (code: string, newPassword = NEW_PAYMENT) =>
      modules.call(resetPaymentByEmail, { body: { code, newPassword } }, member)
    expect(await refusalOf(reset('000000'))).toBe('emailNotBound')
    const address = await bindAddress(modules, member)
    const withdrawCode = await boundCode(modules, member, address, 'withdraw')
    expect(await refusalOf(reset(withdrawCode))).toBe('emailCodeSpent')
    const code = await boundCode(modules, member, address, 'reset-payment')
    expect(await refusalOf(reset(wrongCode(code)))).toBe('emailCodeWrong 4')
    expect(await reset(code)).toMatchObject({ accountId: member.accountId })
    expect(await paymentIs(member, NEW_PAYMENT)).toBe(true)
    expect(await liveness(member.token)).toBe('live')
    expect(await hoursFrozen(member)).toEqual({ withdrawals: 72, sells: 72 })
  })

  it('does not work by an e-mail address that was changed since the code was sent', async () => {
    const member = await joinMember(modules)
    const old = await bindAddress(modules, member)
    await askLoginCode(member.accountId, old)
    const code = await modules.codeFor(old)
    const address = drawAddress()
    await modules.call(requestEmailCode, { body: { purpose: 'bind', address } }, member)
    const fresh = await modules.codeFor(address)
    const oldCode = await boundCode(modules, member, old, 'rebind-old')
    await modules.call(
      bindEmail,
      { body: { address, code: fresh, oldCode, paymentPassword: PAYMENT_PASSWORD } },
      member,
    )
    expect(await refusalOf(loginByEmail(member.accountId, old, code))).toBe('emailCodeSpent')
    expect(await liveness(member.token)).toBe('live')
  })
})

describe('undoing a reset', () => {
  it('of the login password works from a session that it ended, by the password that it replaced', async () => {
    const member = await joinMember(modules)
    const address = await bindAddress(modules, member)
    await askLoginCode(member.accountId, address)
    await loginByEmail(member.accountId, address, await modules.codeFor(address))
    const thief = await anotherDevice(member, NEW_LOGIN)

    const end = await endOf(member.token)
    expect(end.why).toBe('passwordReset')
    const id = end.reset?.id ?? ''
    expect(await refusalOf(cancel(member.token, id, NEW_LOGIN))).toMatch(/^loginFailed 4/)
    const { token } = await cancel(member.token, id, LOGIN_PASSWORD)
    expect(await liveness(token)).toBe('live')
    expect(await liveness(thief.token)).toBe('sessionExpired')
    expect(await endOf(thief.token)).toEqual({ why: 'resetCancelled', reset: null })
    expect(await refusalOf(logIn(member, NEW_LOGIN))).toMatch(/^loginFailed/)
    await logIn(member, LOGIN_PASSWORD)
    expect(await hoursFrozen(member), 'the freeze stays').toEqual({ withdrawals: 72, sells: 72 })
    expect(await noticesTo(address)).toContain('A password reset was undone')
    expect(await refusalOf(cancel(token, id, LOGIN_PASSWORD)), 'once').toBe('resetNotCancellable')
  })

  it('by e-mail distrusts that address until another one is bound', async () => {
    const member = await joinMember(modules)
    const address = await bindAddress(modules, member)
    await modules.shiftClock('2 minutes')
    const code = await boundCode(modules, member, address, 'reset-payment')
    await modules.call(resetPaymentByEmail, { body: { code, newPassword: NEW_PAYMENT } }, member)
    const [reset] = (await securityOf(member)).resets
    expect(reset).toMatchObject({ password: 'payment', proof: 'email', cancellableHere: true })
    const { token } = await cancel(member.token, reset?.id ?? '', PAYMENT_PASSWORD)
    expect(await paymentIs(member, PAYMENT_PASSWORD)).toBe(true)
    const caller = await modules.sessions.authenticate(token)
    await modules.shiftClock('10 minutes')
    const asking = modules.call(
      requestEmailCode,
      { body: { purpose: 'reset-payment' } },
      { caller },
    )
    expect(await refusalOf(asking)).toBe('emailDistrusted')
    const sent = modules.post.emails(address).length
    await modules.sendMail()
    const notices = modules.post.emails(address).length
    await askLoginCode(member.accountId, address)
    await modules.sendMail()
    expect(modules.post.emails(address)).toHaveLength(notices)
    expect(notices).toBeGreaterThan(sent)
  })

  it('is refused to a session that is younger, or that the member revoked', async () => {
    const member = await joinMember(modules)
    const thrownOut = await anotherDevice(member)
    await modules.call(revokeOtherSessions, {}, member)
    await loginByWords(member)
    const young = await anotherDevice(member, NEW_LOGIN)
    const { reset } = await endOf(member.token)
    const id = reset?.id ?? ''
    expect((await securityOf(young)).resets).toMatchObject([{ id, cancellableHere: false }])
    expect(await endOf(thrownOut.token)).toEqual({ why: 'revoked', reset: null })
    const otherMember = await joinMember(modules)
    for (const token of [young.token, thrownOut.token, otherMember.token, `mt1_${'A'.repeat(43)}`])
      expect(await refusalOf(cancel(token, id, LOGIN_PASSWORD))).toBe('resetNotCancellable')
    await logIn(member, NEW_LOGIN)
  })

  it('ends with the freeze, and the replaced hash is deleted then', async () => {
    const member = await joinMember(modules)
    await loginByWords(member)
    const id = (await endOf(member.token)).reset?.id ?? ''
    await modules.shiftClock('24 hours 1 minute')
    expect(await endOf(member.token)).toEqual({ why: 'passwordReset', reset: null })
    expect(await refusalOf(cancel(member.token, id, LOGIN_PASSWORD))).toBe('resetNotCancellable')
    await modules.identity.module.jobs?.find(one => one.name === 'replaced passwords')?.run()
    const { rows } = await modules.db.owner.query(
      'select replaced_hash from password_reset where member_id = $1',
      [member.memberId],
    )
    expect(rows).toEqual([{ replaced_hash: null }])
  })

  it('undoes the later ones of the same password too, whoever made them', async () => {
    const member = await joinMember(modules)
    await paymentByWords(member, '604812')
    await paymentByWords(member, '705923')
    const { resets } = await securityOf(member)
    expect(resets).toHaveLength(2)
    await cancel(member.token, resets[0]?.id ?? '', PAYMENT_PASSWORD)
    expect(await paymentIs(member, PAYMENT_PASSWORD)).toBe(true)
    expect(
      await modules.identity.passwords.cancellableResets(modules.db.database, member.memberId),
    ).toEqual([])
  })

  it('stays possible after the device was given a new token by a change', async () => {
    const member = await joinMember(modules)
    await paymentByWords(member)
    const { token } = await changeLogin(member)
    const caller = await modules.sessions.authenticate(token)
    expect((await securityOf({ caller })).resets).toMatchObject([{ cancellableHere: true }])
  })

  it('cannot be guessed: its tries are those of the password', async () => {
    const member = await joinMember(modules)
    await paymentByWords(member)
    const [reset] = (await securityOf(member)).resets
    const guess = () => refusalOf(cancel(member.token, reset?.id ?? '', '111222'))
    for (const left of [4, 3, 2, 1]) expect(await guess()).toBe(`paymentPasswordWrong ${left}`)
    expect(await guess()).toBe('paymentPasswordLocked 30')
    expect(await refusalOf(cancel(member.token, reset?.id ?? '', PAYMENT_PASSWORD))).toBe(
      'paymentPasswordLocked 30',
    )
  })
})

describe('a login that races a reset', () => {
  it('never leaves a session that the replaced password opened', async () => {
    for (const first of ['login', 'reset']) {
      const member = await joinMember(modules)
      const proof = await member.key.prove(modules, 'reset-login')
      const body = { ...proof, newPassword: NEW_LOGIN }
      const login = () =>
        logIn(member, LOGIN_PASSWORD).then(
          ({ token }) => token,
          error => error.refusal,
        )
      const reset = () => modules.call(resetLoginByWords, { body }).then(() => 'reset')
      // Both have compared the password and reach the lock where one of them is first.
      const sides = first === 'login' ? [login, reset] : [reset, login]
      const ends = await Promise.all(await meetInTurn(modules.db, sessionsOf(member), sides))
      const entered = ends[sides.indexOf(login)]
      if (first === 'login') expect(await liveness(entered)).toBe('sessionExpired')
      else expect(entered).toBe('loginFailed')
    }
  })
})

describe('a hash of earlier settings', () => {
  it('is renewed when its password is given', async () => {
    const member = await joinMember(modules)
    const weak = async (password: string) => {
      const peppered = createHmac('sha256', modules.platform.secrets.pepper.current.key)
        .update(password)
        .digest('hex')
      return `v1:${await argon2(peppered, { algorithm: 2, memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 })}`
    }
    await modules.db.owner.query(
      'update member set login_hash = $2, payment_hash = $3 where id = $1',
      [member.memberId, await weak(LOGIN_PASSWORD), await weak(PAYMENT_PASSWORD)],
    )
    await logIn(member, LOGIN_PASSWORD)
    expect(await paymentIs(member, PAYMENT_PASSWORD)).toBe(true)
    const { rows } = await modules.db.owner.query(
      'select login_hash, payment_hash from member where id = $1',
      [member.memberId],
    )
    for (const hash of Object.values(rows[0]))
      expect(hash).toMatch(/^v1:\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    await logIn(member, LOGIN_PASSWORD)
    expect(await paymentIs(member, PAYMENT_PASSWORD)).toBe(true)
  })
})
