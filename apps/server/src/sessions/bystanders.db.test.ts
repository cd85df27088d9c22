import {
  cancelReset,
  changeLoginPassword,
  changePaymentPassword,
  login,
  logout,
  removeFromDevice,
  resetLoginByWords,
  resetPaymentByWords,
  revokeOtherSessions,
  revokeSession,
  security,
  sessionList,
  switchAccount,
  wireIdOf,
} from '@banyan/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import {
  drawDeviceCode,
  joinMember,
  LOGIN_PASSWORD,
  type MemberModules,
  openMemberModules,
  PAYMENT_PASSWORD,
  refusalOf,
  type TestMember,
} from '../testing/members.ts'
import { deviceHash, subjectHash } from './tokens.ts'

/**
 * What each act does to the sessions, the devices and the counts of a member, on the device that acts and on
 * another one; and that it does nothing to another member who has the same devices.
 */
let modules: MemberModules
beforeAll(async () => {
  modules = await openMemberModules()
})
afterEach(() => modules.shiftClock('0'))
afterAll(() => modules.close())

const NEW_LOGIN = 'new leaves 43'
const NEW_PAYMENT = '604812'

interface Scene {
  /** Acts, on the device `deviceCode`. */
  member: TestMember
  bystander: TestMember
  /** The other device, on which both have logged in as well. */
  elsewhere: string
  /** The member's session there. */
  otherId: string
}

const logIn = (member: TestMember, deviceCode: string, loginPassword = LOGIN_PASSWORD) =>
  modules.call(login, { body: { accountId: member.accountId, loginPassword, deviceCode } })
const failOn = (member: TestMember, deviceCode: string) =>
  refusalOf(logIn(member, deviceCode, 'wrong password 1'))

/** Two members on the same two devices; each has failed once on each of them. */
async function scene(): Promise<Scene> {
  const [member, bystander] = [await joinMember(modules), await joinMember(modules)]
  const elsewhere = drawDeviceCode()
  const { token } = await logIn(member, elsewhere)
  await logIn(bystander, elsewhere)
  await logIn(bystander, member.deviceCode)
  for (const one of [member, bystander])
    for (const device of [member.deviceCode, elsewhere]) await failOn(one, device)
  const { sessionId } = await modules.sessions.authenticate(token)
  await modules.shiftClock('10 seconds')
  return { member, bystander, elsewhere, otherId: sessionId }
}

/** Every row of a member, and what is counted of failed logins. */
async function rowsOf({ memberId, accountId }: TestMember): Promise<unknown[]> {
  const all = async (table: string, where: string, value: unknown) =>
    (
      await modules.db.owner.query(
        `select to_jsonb(row) as row from ${table} row where ${where} = $1 order by to_jsonb(row)::text`,
        [value],
      )
    ).rows
  return [
    await all('session', 'member_id', memberId),
    await all('device_account', 'member_id', memberId),
    await all('login_attempt', 'subject', subjectHash(accountId)),
  ]
}

/** How the member's first session on a device ended, and whether the account is in the device's list. */
async function stateOn({ memberId }: TestMember, code: string): Promise<string> {
  const hash = deviceHash(code)
  const { rows } = await modules.db.owner.query(
    `select end_reason from session where member_id = $1 and device_hash = $2 order by opened_at, id limit 1`,
    [memberId, hash],
  )
  const listed = await modules.db.owner.query(
    'select from device_account where member_id = $1 and device_hash = $2',
    [memberId, hash],
  )
  return `${rows[0].end_reason ?? 'live'}, ${listed.rowCount === 1 ? 'listed' : 'not listed'}`
}

type Act = (scene: Scene) => Promise<unknown>
const resetLogin: Act = async ({ member }) =>
  modules.call(resetLoginByWords, {
    body: { ...(await member.key.prove(modules, 'reset-login')), newPassword: NEW_LOGIN },
  })
const acts: readonly [what: string, here: string, there: string, act: Act][] = [
  ['a failed login', 'live, listed', 'live, listed', s => failOn(s.member, s.member.deviceCode)],
  [
    'a login on the same device',
    'replaced, listed',
    'live, listed',
    s => logIn(s.member, s.member.deviceCode),
  ],
  ['a login elsewhere', 'live, listed', 'live, listed', s => logIn(s.member, drawDeviceCode())],
  [
    'a switch to the account',
    'live, listed',
    'live, listed',
    s => modules.call(switchAccount, { body: { deviceCode: s.member.deviceCode } }, s.member),
  ],
  ['a logout', 'logout, listed', 'live, listed', s => modules.call(logout, {}, s.member)],
  [
    'the end of another session',
    'live, listed',
    'revoked, listed',
    s => modules.call(revokeSession, { params: { id: wireIdOf('ses', s.otherId) } }, s.member),
  ],
  [
    'the end of all other sessions',
    'live, listed',
    'revoked, listed',
    s => modules.call(revokeOtherSessions, {}, s.member),
  ],
  [
    'the removal from the device',
    'removed, not listed',
    'live, listed',
    s => modules.call(removeFromDevice, { body: { deviceCode: s.member.deviceCode } }, s.member),
  ],
  [
    'the removal from another device',
    'removed, listed',
    'removed, not listed',
    s => modules.call(removeFromDevice, { body: { deviceCode: s.elsewhere } }, s.member),
  ],
  [
    'a new login password',
    'passwordChanged, listed',
    'passwordChanged, listed',
    s =>
      modules.call(
        changeLoginPassword,
        { body: { oldPassword: LOGIN_PASSWORD, newPassword: NEW_LOGIN } },
        s.member,
      ),
  ],
  [
    'a new payment password',
    'live, listed',
    'live, listed',
    s =>
      modules.call(
        changePaymentPassword,
        { body: { oldPassword: PAYMENT_PASSWORD, newPassword: NEW_PAYMENT } },
        s.member,
      ),
  ],
  ['a reset of the login password', 'passwordReset, listed', 'passwordReset, listed', resetLogin],
  [
    'a reset of the payment password',
    'live, listed',
    'live, listed',
    async ({ member }) => {
      const proof = await member.key.prove(modules, 'reset-payment')
      return modules.call(
        resetPaymentByWords,
        { body: { ...proof, newPassword: NEW_PAYMENT } },
        member,
      )
    },
  ],
  [
    'the undoing of a reset, before which one session was ended',
    'passwordReset, listed',
    'revoked, listed',
    async s => {
      await modules.call(revokeOtherSessions, {}, s.member)
      await resetLogin(s)
      const { token } = await logIn(s.member, drawDeviceCode(), NEW_LOGIN)
      const caller = await modules.sessions.authenticate(token)
      const { resets } = await modules.call(security, {}, { caller })
      const body = { id: resets[0]?.id ?? '', token: s.member.token }
      await modules.call(cancelReset, { body: { ...body, replacedPassword: LOGIN_PASSWORD } })
    },
  ],
  [
    'the end of the account',
    'accountClosed, not listed',
    'accountClosed, not listed',
    s =>
      inTransaction(modules.db.database, tx =>
        modules.sessions.endWithAccount(tx, s.member.memberId),
      ),
  ],
  [
    'an end by an operator',
    'operator, listed',
    'operator, listed',
    async s => {
      const ended = await inTransaction(modules.db.database, tx =>
        modules.sessions.endByOperator(tx, s.member.memberId),
      )
      expect(ended).toBe(2)
    },
  ],
  [
    'an end by an operator after a logout',
    'logout, listed',
    'operator, listed',
    async s => {
      await modules.call(logout, {}, s.member)
      const ended = await inTransaction(modules.db.database, tx =>
        modules.sessions.endByOperator(tx, s.member.memberId),
      )
      expect(ended).toBe(1)
    },
  ],
  [
    'a logout from a session that was ended meanwhile',
    'operator, listed',
    'operator, listed',
    async s => {
      await inTransaction(modules.db.database, tx =>
        modules.sessions.endByOperator(tx, s.member.memberId),
      )
      await modules.call(logout, {}, s.member)
    },
  ],
]

describe('sessions and devices after', () => {
  it.each(acts)(
    '%s: %s here and %s elsewhere, and a bystander sees nothing of it',
    async (_, here, there, act) => {
      const own = await scene()
      const { member, bystander, elsewhere } = own
      const before = await rowsOf(bystander)
      await act(own)
      expect(await stateOn(member, member.deviceCode)).toBe(here)
      expect(await stateOn(member, elsewhere)).toBe(there)
      expect(await rowsOf(bystander)).toEqual(before)
    },
  )
})

describe('a device', () => {
  it('is unknown to an account that never logged in on it, even where others did', async () => {
    const { member, bystander } = await scene()
    const own = drawDeviceCode()
    await logIn(bystander, own)
    const left = [await failOn(member, own), await failOn(member, drawDeviceCode())]
    expect(left).toEqual(['loginFailed 4', 'loginFailed 3'])
    expect(await failOn(bystander, own)).toBe('loginFailed 4')
  })

  it('is moved to the top of its own list alone', async () => {
    const { member, bystander, elsewhere } = await scene()
    const topOf = async (code: string) => {
      const { rows } = await modules.db.owner.query(
        'select member_id from device_account where device_hash = $1 order by last_used_at desc limit 1',
        [deviceHash(code)],
      )
      return rows[0].member_id
    }
    expect([await topOf(member.deviceCode), await topOf(elsewhere)]).toEqual([
      bystander.memberId,
      bystander.memberId,
    ])
    const body = { deviceCode: member.deviceCode }
    await modules.call(switchAccount, { body }, member)
    expect([await topOf(member.deviceCode), await topOf(elsewhere)]).toEqual([
      member.memberId,
      bystander.memberId,
    ])
  })
})

describe('the sessions of a member', () => {
  it('are listed by their last use after the calling one, and the one used longest ago is ended', async () => {
    const member = await joinMember(modules)
    const tokens = [member.token]
    for (const minutes of [1, 2, 3, 4]) {
      await modules.shiftClock(`${minutes} minutes`)
      tokens.push((await logIn(member, drawDeviceCode())).token)
    }
    const ids: string[] = []
    for (const [place, minutes] of [
      [1, 6],
      [3, 7],
      [0, 8],
      [2, 9],
      [4, 10],
    ] as const) {
      await modules.shiftClock(`${minutes} minutes`)
      const { sessionId } = await modules.sessions.authenticate(tokens[place] as string)
      ids.unshift(wireIdOf('ses', sessionId))
    }
    const { items } = await modules.call(sessionList, {}, member)
    const own = wireIdOf('ses', member.caller.sessionId)
    expect(items.map(({ id }) => id)).toEqual([own, ...ids.filter(id => id !== own)])
    await logIn(member, drawDeviceCode())
    const left = await modules.sessions.live(modules.db.database, member.memberId)
    expect(left.map(({ id }) => wireIdOf('ses', id)).slice(1)).toEqual(ids.slice(0, 4))
  })
})

describe('a try at the password of somebody who is no member', () => {
  const answers = {
    failed: (left: number): never => {
      throw new Error(`failed, ${left} left`)
    },
    locked: (minutes: number): never => {
      throw new Error(`locked for ${minutes}`)
    },
  }
  const attempt = (who: string, knownDevice: string | null, compare: () => Promise<boolean>) =>
    modules.sessions.countTry({ who, knownDevice }, compare, answers).then(
      () => 'right',
      (error: Error) => error.message,
    )
  const wrong = async () => false
  const right = async () => true

  it('counts by person and by device, and devices that nobody knows count together', async () => {
    for (const left of [4, 3, 2, 1])
      expect(await attempt('ann', null, wrong)).toBe(`failed, ${left} left`)
    expect(await attempt('ann', 'own', wrong)).toBe('failed, 4 left')
    expect(await attempt('ben', null, wrong)).toBe('failed, 4 left')
    expect(await attempt('ann', null, wrong)).toBe('locked for 1')
    expect(await attempt('ann', null, right)).toBe('locked for 1')
    expect(await attempt('ann', 'own', right)).toBe('right')
    expect(await attempt('ann', 'own', wrong)).toBe('failed, 4 left')
    expect(await attempt('ann', null, right), 'another device proves nothing').toBe('locked for 1')
  })

  it('is not counted when the comparison could not be made', async () => {
    const broken = async () => {
      throw new Error('no comparison')
    }
    for (let turn = 0; turn < 7; turn++)
      expect(await attempt('cho', null, broken)).toBe('no comparison')
    expect(await attempt('cho', null, wrong)).toBe('failed, 4 left')
  })
})
