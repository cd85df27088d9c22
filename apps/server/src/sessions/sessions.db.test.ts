import {
  accountList,
  createAccount,
  login,
  loginByWords,
  logout,
  removeFromDevice,
  sessionEnd,
  sessionList,
  switchAccount,
} from '@banyan/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { dumpOf, onItsOwn } from '../testing/dump.ts'
import { changesOf, meet, times, whileHeld } from '../testing/meet.ts'
import {
  accountForm,
  drawDeviceCode,
  joinMember,
  LOGIN_PASSWORD,
  type MemberModules,
  openMemberModules,
  PAYMENT_PASSWORD,
  refusalOf,
} from '../testing/members.ts'

let modules: MemberModules
beforeAll(async () => {
  modules = await openMemberModules()
})
afterEach(() => modules.shiftClock('0'))
afterAll(() => modules.close())

const logIn = async (accountId: string, deviceCode: string, loginPassword = LOGIN_PASSWORD) =>
  modules.call(login, { body: { accountId, loginPassword, deviceCode } })
const list = (device_code?: string) =>
  modules.call(accountList, { query: device_code === undefined ? {} : { device_code } })
const liveness = (token: string | null) =>
  modules.sessions.authenticate(token).then(
    () => 'live',
    error => error.refusal,
  )
const freeze = (memberId: string) =>
  modules.db.owner.query('update member set frozen_at = house_now() where id = $1', [memberId])
const newsOf = async (memberId: string): Promise<number> =>
  (
    await modules.db.owner.query(
      `select count(*)::int as news from outbox where member_id = $1 and topic = 'session'`,
      [memberId],
    )
  ).rows[0].news

describe('callers who come at once', () => {
  it('are each identified by their own token; a logged-out or frozen one is refused at the very next call', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => joinMember(modules)))
    const [live, ended, frozen, ending] = members
    if (!live || !ended || !frozen || !ending) throw new Error('four have joined')
    const callerOf = ({ memberId, token }: typeof live) =>
      modules.sessions.authenticate(token).then(
        caller => (caller.memberId === memberId ? 'self' : 'somebody else'),
        error => error.refusal,
      )
    await modules.call(logout, {}, { caller: await modules.sessions.authenticate(ended.token) })
    await freeze(frozen.memberId)
    const all = () => Promise.all(Array.from({ length: 12 }, () => members.map(callerOf)).flat())
    const outcomes = (last: string) => ['self', 'sessionExpired', 'accountProblem', last]
    expect(await all()).toEqual(Array.from({ length: 12 }, () => outcomes('self')).flat())
    const caller = await modules.sessions.authenticate(ending.token)
    // A read is under way while the session ends; a call that comes then gets a read of its own.
    const reading = 'lock table member in access exclusive mode'
    const [next, meanwhile] = await whileHeld(modules.db, reading, async held => {
      const begun = held.begin(all)
      await held.waiters(1)
      await modules.call(logout, {}, { caller })
      return [callerOf(ending), begun]
    })
    expect(await next, 'the very next call').toBe('sessionExpired')
    await meanwhile
    expect(await all()).toEqual(Array.from({ length: 12 }, () => outcomes('sessionExpired')).flat())
  })
})

describe('a member’s path', () => {
  it('leads from the account by ID and by words over the list to the removal', async () => {
    const first = await joinMember(modules, { nickname: '阿榕' })
    const second = await joinMember(modules, { nickname: '小树' })
    const { deviceCode } = first
    const proof = await second.key.prove(modules, 'login')
    const byWords = await modules.call(loginByWords, { body: { ...proof, deviceCode } })
    expect(byWords.user).toEqual({
      uuid: second.memberId,
      accountId: second.accountId,
      nickname: '小树',
    })
    const caller = await modules.sessions.authenticate(byWords.token)

    const masked = (id: string) => `${id.slice(0, 2)}****${id.slice(6)}`
    expect(await list(deviceCode)).toMatchObject([
      { uuid: second.memberId, accountId: masked(second.accountId), nickname: '小树' },
      { uuid: first.memberId, accountId: masked(first.accountId), nickname: '阿榕' },
    ])

    await modules.call(switchAccount, { body: { deviceCode } }, first)
    expect((await list(deviceCode)).map(one => one.nickname)).toEqual(['阿榕', '小树'])

    await modules.call(removeFromDevice, { body: { deviceCode } }, { caller })
    expect((await list(deviceCode)).map(one => one.nickname)).toEqual(['阿榕'])
    expect(await liveness(byWords.token)).toBe('accountProblem')
    expect(await liveness(first.token)).toBe('live')
    expect(await liveness(second.token), 'on its other device').toBe('live')
  })
})

describe('the list of a device', () => {
  it.each([undefined, '', 'short', 'G'.repeat(64), drawDeviceCode(), "' or 1=1 --"])(
    'is empty for %j',
    async code => {
      expect(await list(code)).toEqual([])
    },
  )

  it('leaves frozen accounts out', async () => {
    const member = await joinMember(modules)
    await freeze(member.memberId)
    expect(await list(member.deviceCode)).toEqual([])
  })

  it('cannot be used by an account that is not on it', async () => {
    const [one, other] = [await joinMember(modules), await joinMember(modules)]
    const switching = modules.call(switchAccount, { body: { deviceCode: one.deviceCode } }, other)
    expect(await refusalOf(switching)).toBe('notFound')
    expect(await list(one.deviceCode)).toHaveLength(1)
  })
})

describe('a session', () => {
  it.each([null, '', 'mt1_', `mt1_${'A'.repeat(43)}`, 'Bearer x', `mt1_${'é'.repeat(43)}`])(
    'is not opened by %j',
    async token => {
      expect(await liveness(token)).toBe('sessionExpired')
    },
  )

  it('ends at logout, at once and with an event, and other devices stay', async () => {
    const member = await joinMember(modules)
    const other = await logIn(member.accountId, drawDeviceCode())
    expect(member.token).toMatch(/^mt1_[A-Za-z0-9_-]{43}$/)
    await modules.call(logout, {}, member)
    expect(await liveness(member.token)).toBe('sessionExpired')
    expect(await liveness(other.token)).toBe('live')
    expect(await newsOf(member.memberId)).toBe(1)
    expect(await list(member.deviceCode), 'logging out keeps the account listed').toHaveLength(1)
  })

  it('ends when unused for 7 days', async () => {
    const { token } = await joinMember(modules)
    await modules.shiftClock('6 days 23 hours')
    expect(await liveness(token)).toBe('live')
    await modules.shiftClock('13 days 22 hours')
    expect(await liveness(token)).toBe('live')
    await modules.shiftClock('20 days 23 hours')
    expect(await liveness(token)).toBe('sessionExpired')
  })

  it('ends after 30 days, however much it is used', async () => {
    const { token } = await joinMember(modules)
    for (const days of [6, 12, 18, 24, 29]) {
      await modules.shiftClock(`${days} days`)
      expect(await liveness(token)).toBe('live')
    }
    await modules.shiftClock('30 days')
    expect(await liveness(token)).toBe('sessionExpired')
    await modules.sessions.module.jobs?.[0]?.run()
    expect(await liveness(token), 'after the cleaning job').toBe('sessionExpired')
  })

  it('stores its last use at most once a minute', async () => {
    const { token, caller } = await joinMember(modules)
    const usedAt = async () =>
      (
        await modules.db.owner.query('select used_at from session where id = $1', [
          caller.sessionId,
        ])
      ).rows[0].used_at.getTime()
    const opened = await usedAt()
    await modules.shiftClock('10 seconds')
    await liveness(token)
    expect(await usedAt()).toBe(opened)
    await modules.shiftClock('61 seconds')
    await Promise.all([1, 2, 3, 4].map(() => liveness(token)))
    expect(await usedAt()).toBeGreaterThan(opened + 60_000)
  })

  it('is one of five: the one used longest ago is ended, also when many open at once', async () => {
    const member = await joinMember(modules)
    const drawn = Array.from({ length: 8 }, () => member.key.prove(modules, 'login'))
    const opening = (await Promise.all(drawn)).map(
      proof => () =>
        modules.call(loginByWords, { body: { ...proof, deviceCode: drawDeviceCode() } }),
    )
    const others = await Promise.all(await meet(modules.db, changesOf('session'), opening))
    const states = await Promise.all([member, ...others].map(one => liveness(one.token)))
    expect(states[0]).toBe('sessionExpired')
    expect(states.filter(state => state === 'live')).toHaveLength(5)
    expect(await newsOf(member.memberId)).toBe(4)
  })

  it('is replaced by the next one of the same account on the same device, and of no other', async () => {
    const member = await joinMember(modules)
    const other = await joinMember(modules)
    const elsewhere = await logIn(member.accountId, drawDeviceCode())
    const otherAccount = await logIn(other.accountId, member.deviceCode)
    const again = await logIn(member.accountId, member.deviceCode)
    const states = await Promise.all(
      [member, elsewhere, otherAccount, again].map(one => liveness(one.token)),
    )
    expect(states).toEqual(['sessionExpired', 'live', 'live', 'live'])
    const caller = await modules.sessions.authenticate(again.token)
    const { items } = await modules.call(sessionList, {}, { caller })
    expect(items).toHaveLength(2)
    const { why } = await modules.call(sessionEnd, { body: { token: member.token } })
    expect(why).toBe('replaced')
  })

  it('of a frozen account is a problem of the account, by token, password and words', async () => {
    const member = await joinMember(modules)
    await freeze(member.memberId)
    expect(await modules.identity.isFrozen(modules.db.database, member.memberId)).toBe(true)
    expect(await liveness(member.token)).toBe('accountProblem')
    expect(await refusalOf(logIn(member.accountId, member.deviceCode))).toBe('accountProblem')
    const proof = await member.key.prove(modules, 'login')
    const byWords = modules.call(loginByWords, {
      body: { ...proof, deviceCode: member.deviceCode },
    })
    expect(await refusalOf(byWords)).toBe('accountProblem')
    // Who does not know the password learns nothing about the account.
    const guessed = logIn(member.accountId, drawDeviceCode(), 'wrong password 1')
    expect(await refusalOf(guessed)).toContain('loginFailed')
  })
})

describe('failed logins', () => {
  const fail = (accountId: string, deviceCode: string) =>
    refusalOf(logIn(accountId, deviceCode, 'wrong password 1'))

  it('answer the same for a known and an unknown account', async () => {
    const { accountId } = await joinMember(modules)
    const unknown = accountId === '10000000' ? '10000001' : '10000000'
    const answers = async (id: string) => {
      const outcomes: string[] = []
      for (let i = 0; i < 6; i++) outcomes.push(await fail(id, drawDeviceCode()))
      await modules.shiftClock('61 seconds')
      outcomes.push(await fail(id, drawDeviceCode()), await fail(id, drawDeviceCode()))
      await modules.shiftClock('0')
      return outcomes
    }
    const known = await answers(accountId)
    expect(known).toEqual([
      'loginFailed 4',
      'loginFailed 3',
      'loginFailed 2',
      'loginFailed 1',
      'loginLocked 1',
      'loginLocked 1',
      'loginLocked 2',
      'loginLocked 2',
    ])
    expect(await answers(unknown)).toEqual(known)
  })

  it('do not lock the member’s own device when others make them', async () => {
    const member = await joinMember(modules)
    await Promise.all(Array.from({ length: 100 }, () => fail(member.accountId, drawDeviceCode())))
    expect(await refusalOf(logIn(member.accountId, drawDeviceCode()))).toMatch(/^loginLocked/)
    expect(await liveness((await logIn(member.accountId, member.deviceCode)).token)).toBe('live')
  })

  it('lock a known device by its own count, and a right password resets the count', async () => {
    const member = await joinMember(modules)
    for (let i = 0; i < 4; i++) await fail(member.accountId, member.deviceCode)
    await logIn(member.accountId, member.deviceCode)
    for (const left of [4, 3, 2, 1])
      expect(await fail(member.accountId, member.deviceCode)).toBe(`loginFailed ${left}`)
    expect(await fail(member.accountId, member.deviceCode)).toBe('loginLocked 1')
    const right = logIn(member.accountId, member.deviceCode)
    expect(await refusalOf(right)).toBe('loginLocked 1')
    await logIn(member.accountId, drawDeviceCode())
    await modules.shiftClock('61 seconds')
    await logIn(member.accountId, member.deviceCode)
  })

  it('are limited to five when forty are made at once', async () => {
    const { accountId } = await joinMember(modules)
    const tries = times(40, () => fail(accountId, drawDeviceCode()))
    const met = await meet(modules.db, changesOf('login_attempt'), tries, { waiting: 20 })
    const ends = await Promise.all(met)
    expect(ends.filter(end => end.startsWith('loginFailed'))).toHaveLength(4)
    expect(ends.filter(end => end.startsWith('loginLocked'))).toHaveLength(36)
  })

  it('are deleted by the cleaning job after a day', async () => {
    await fail('10000002', drawDeviceCode())
    await modules.shiftClock('25 hours')
    await modules.sessions.module.jobs?.[0]?.run()
    const { rows } = await modules.db.owner.query('select count(*)::int as left from login_attempt')
    expect(rows).toEqual([{ left: 0 }])
  })
})

describe('a copy of the database', () => {
  it('contains no token, password, device code or signature in clear', async () => {
    const form = await accountForm(modules)
    const { accountId } = await modules.call(createAccount, { body: form })
    const deviceCode = drawDeviceCode()
    const { token } = await logIn(accountId, deviceCode)
    await refusalOf(
      modules.identity.checkPaymentPassword((await callerOf(token)).memberId, '739150'),
    )

    const dump = await dumpOf(modules.db.owner)
    expect(dump, 'the dump is a real one').toContain(accountId)
    const raw = Buffer.from(token.slice(4), 'base64url').toString('hex')
    for (const secret of [
      token,
      token.slice(4),
      raw,
      deviceCode,
      LOGIN_PASSWORD,
      form.signature,
      modules.platform.secrets.pepper.current.key.toString('hex'),
    ])
      expect(dump).not.toContain(secret)
    expect(dump).not.toMatch(onItsOwn(PAYMENT_PASSWORD))
  })

  const callerOf = (token: string) => modules.sessions.authenticate(token)
})
