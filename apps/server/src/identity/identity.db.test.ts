import {
  createAccount,
  getReceivingAccount,
  inviter,
  loginByWords,
  me,
  setReceivingAccount,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import {
  accountForm,
  drawDeviceCode,
  drawKey,
  joinMember,
  type MemberModules,
  openMemberModules,
  PAYMENT_PASSWORD,
  refusalOf,
  SECOND_ORIGIN,
} from '../testing/members.ts'
import { ROOT_MEMBER } from './index.ts'

let modules: MemberModules
beforeAll(async () => {
  modules = await openMemberModules(100, { CLOSED_COUNTRIES: 'AQ' })
})
afterAll(() => modules.close())

/** Asks for an account and returns the result. */
const created = (
  { call }: Pick<MemberModules, 'call'>,
  body: Awaited<ReturnType<typeof accountForm>>,
): Promise<string> =>
  call(createAccount, { body }).then(
    () => 'created',
    error => error.refusal,
  )

const countMembers = async (): Promise<number> =>
  Number((await modules.db.owner.query('select count(*) from member')).rows[0].count)

describe('the root member', () => {
  it('is created once, also by processes that start together', async () => {
    const db = await openTestDatabase()
    try {
      const founding = times(3, () => modules.identity.ensureRootMember(db.database))
      const codes = await Promise.all(await meet(db, changesOf('member'), founding))
      expect(new Set(codes).size).toBe(1)
      expect((await db.owner.query('select invite_code from member')).rows).toEqual([
        { invite_code: codes[0] },
      ])
    } finally {
      await db.close()
    }
    expect(await modules.identity.ensureRootMember(modules.db.database)).toBe(
      modules.rootInviteCode,
    )
    expect(await modules.call(inviter, { query: { code: modules.rootInviteCode } })).toEqual({
      nickname: '榕树 Banyan',
    })
  })
})

describe('creating an account', () => {
  it('gives eight digits, an invitation code, and the inviter behind the code', async () => {
    const first = await joinMember(modules, { nickname: '阿榕' })
    expect(first.accountId).toMatch(/^[1-9]\d{7}$/)
    const facts = await modules.call(me, {}, first)
    expect(facts).toMatchObject({ nickname: '阿榕', inviterNickname: '榕树 Banyan' })
    expect(facts.inviteCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)

    const second = await joinMember(modules, { inviteCode: facts.inviteCode.toLowerCase() })
    expect(await modules.call(me, {}, second)).toMatchObject({ inviterNickname: '阿榕' })
    const names = await modules.identity.nicknames(modules.db.database, [
      first.memberId,
      ROOT_MEMBER,
    ])
    expect(names.get(first.memberId)).toBe('阿榕')
  })

  it.each([
    [{ inviteCode: 'ZZZZZZZZ' }, 'inviteCodeUnknown'],
    [{ nickname: '官方客服' }, 'nicknameReserved'],
    [{ nickname: '榕树 Ваnyаn'.slice(3) }, 'nicknameReserved'],
    [{ country: 'AQ' }, 'countryClosed'],
    [{ loginPassword: 'Password123' }, 'passwordTooCommon'],
    [{ nickname: 'Alice', loginPassword: 'alice 2026' }, 'passwordTooCommon'],
    [{ loginPassword: 'tree 482913' }, /^invalidInput .*too easy/],
  ])('refuses %j and changes nothing', async (wrong, refusal) => {
    const before = await countMembers()
    const body = { ...(await accountForm(modules)), ...wrong }
    expect(await refusalOf(modules.call(createAccount, { body }))).toMatch(refusal)
    expect(await countMembers()).toBe(before)
  })

  it('refuses a nickname that looks like another member’s, also when both come at once', async () => {
    const make = async (nickname: string) =>
      modules.call(createAccount, { body: { ...(await accountForm(modules)), nickname } })
    await make('星河 Alice')
    for (const nickname of ['星河 Alice', '星河 AIice', '星河Аliсе', '星河 alice', '星河 A1ice'])
      expect(await refusalOf(make(nickname)), nickname).toBe('nicknameTaken')
    expect(await refusalOf(make('榕树 Bаnyan'))).toBe('nicknameReserved')
    await make('星河 Alicia')
    const twins = ['Twin Ann', 'Twin Аnn'].map(
      one => () =>
        make(one).then(
          () => 'made',
          error => error.refusal,
        ),
    )
    const both = await Promise.all(await meet(modules.db, changesOf('member'), twins))
    expect(both.sort()).toEqual(['made', 'nicknameTaken'])
  })

  it('tells a member who created the account before that it exists, though they hold the nickname themselves', async () => {
    const key = drawKey()
    const form = await accountForm(modules, key)
    await modules.call(createAccount, { body: form })
    const again = { ...form, ...(await key.prove(modules, 'create')) }
    expect(await refusalOf(modules.call(createAccount, { body: again }))).toBe('publicKeyTaken')
  })

  it('leaves the challenge valid when something else was refused', async () => {
    const form = await accountForm(modules)
    const wrong = { ...form, inviteCode: 'ZZZZZZZZ' }
    expect(await refusalOf(modules.call(createAccount, { body: wrong }))).toBe('inviteCodeUnknown')
    await modules.call(createAccount, { body: form })
  })

  it('creates one account per key, however many calls come at once', async () => {
    const key = drawKey()
    const forms = await Promise.all([1, 2, 3, 4].map(() => accountForm(modules, key)))
    const creating = forms.map(body => () => created(modules, body))
    const ends = await Promise.all(await meet(modules.db, changesOf('member'), creating))
    expect(ends.sort()).toEqual(['created', 'publicKeyTaken', 'publicKeyTaken', 'publicKeyTaken'])
  })

  it('stops at ten a day per invitation code', async () => {
    const strict = await openMemberModules(1)
    try {
      const sponsor = await joinMember(strict)
      const { inviteCode } = await strict.call(me, {}, sponsor)
      const forms = await Promise.all(
        Array.from({ length: 12 }, async () => ({ ...(await accountForm(strict)), inviteCode })),
      )
      const creating = forms.map(body => () => created(strict, body))
      const ends = await Promise.all(await meet(strict.db, changesOf('member'), creating))
      expect(ends.filter(end => end === 'created')).toHaveLength(10)
      expect(ends.filter(end => end === 'registrationLimit')).toHaveLength(2)
      await strict.shiftClock('24 hours')
      await strict.call(createAccount, { body: { ...(await accountForm(strict)), inviteCode } })
    } finally {
      await strict.close()
    }
  })
})

describe('a challenge', () => {
  it('allows one act', async () => {
    const form = await accountForm(modules)
    await modules.call(createAccount, { body: form })
    expect(await refusalOf(modules.call(createAccount, { body: form }))).toBe('challengeSpent')
  })

  it('allows one login, however often it is sent at once', async () => {
    const member = await joinMember(modules)
    const proof = await member.key.prove(modules, 'login')
    const body = { ...proof, deviceCode: member.deviceCode }
    const logins = times(8, () =>
      modules.call(loginByWords, { body }).then(
        () => 'in',
        error => error.refusal,
      ),
    )
    const ends = await Promise.all(await meet(modules.db, changesOf('challenge'), logins))
    expect(ends.filter(end => end === 'in')).toHaveLength(1)
    expect(ends.filter(end => end === 'challengeSpent')).toHaveLength(7)
  })

  it('ends after 60 s of the platform clock', async () => {
    const form = await accountForm(modules)
    await modules.shiftClock('61 seconds')
    expect(await refusalOf(modules.call(createAccount, { body: form }))).toBe('challengeSpent')
    await modules.shiftClock('0')
  })

  it.each([
    ['another purpose was signed', { purpose: 'login' as const }],
    ['another origin was signed', { origin: 'https://banyan.evil.example' }],
    ['the other of our origins was signed', { origin: SECOND_ORIGIN }],
  ])('is refused when %s', async (_, saying) => {
    const key = drawKey()
    const body = {
      ...(await accountForm(modules, key)),
      ...(await key.prove(modules, 'create', saying)),
    }
    expect(await refusalOf(modules.call(createAccount, { body }))).toBe('challengeSpent')
  })

  it('for one purpose or key is refused for another', async () => {
    const key = drawKey()
    const form = await accountForm(modules, key)
    const forLogin = { ...form, ...(await key.prove(modules, 'login')) }
    expect(await refusalOf(modules.call(createAccount, { body: forLogin }))).toBe('challengeSpent')
    const otherKey = { ...form, publicKey: drawKey().publicKey }
    expect(await refusalOf(modules.call(createAccount, { body: otherKey }))).toBe('challengeSpent')
  })

  it('names the origin of the requesting page, and our first origin for an unknown page', async () => {
    const asked = { publicKey: drawKey().publicKey, purpose: 'login' as const }
    const issue = (origin: string | undefined) =>
      modules.identity.issueChallenge({ ...asked, origin })
    expect((await issue(SECOND_ORIGIN)).origin).toBe(SECOND_ORIGIN)
    expect((await issue('https://banyan.evil.example')).origin).toBe('https://app.example.org')
    expect((await issue(undefined)).origin).toBe('https://app.example.org')
  })

  it('is deleted by the cleaning job when it is old', async () => {
    await accountForm(modules)
    await modules.shiftClock('61 seconds')
    await modules.identity.module.jobs?.[0]?.run()
    const { rows } = await modules.db.owner.query('select count(*)::int as left from challenge')
    expect(rows[0].left).toBe(0)
    await modules.shiftClock('0')
  })
})

describe('guesses at the payment password', () => {
  const check = (memberId: string, pin: string) =>
    modules.identity.checkPaymentPassword(memberId, pin).then(
      () => 'right',
      error => error.refusal,
    )

  it('are limited to five, though two hundred are made at once', async () => {
    const { memberId } = await joinMember(modules)
    const guesses = times(200, i => check(memberId, String(739_100 + i)))
    // One at a time of a process reaches the count; the others wait behind it.
    const met = await meet(modules.db, changesOf('payment_attempt'), guesses, { waiting: 1 })
    const ends = await Promise.all(met)
    // The fifth wrong guess is answered as locked, like the 195 that are not compared.
    expect(ends.filter(end => end === 'paymentPasswordWrong')).toHaveLength(4)
    expect(ends.filter(end => end === 'paymentPasswordLocked')).toHaveLength(196)
    const { rows } = await modules.db.owner.query(
      'select cardinality(wrong_at) as guesses from payment_attempt where member_id = $1',
      [memberId],
    )
    expect(rows).toEqual([{ guesses: 5 }])
    expect(await check(memberId, PAYMENT_PASSWORD)).toBe('paymentPasswordLocked')
  })

  it('count down, lock for 30 minutes, and after ten in a day lock until a reset', async () => {
    const { memberId } = await joinMember(modules)
    const wrong = () => refusalOf(modules.identity.checkPaymentPassword(memberId, '739150'))
    for (const left of [4, 3, 2, 1]) expect(await wrong()).toBe(`paymentPasswordWrong ${left}`)
    expect(await wrong()).toBe('paymentPasswordLocked 30')
    expect(await check(memberId, PAYMENT_PASSWORD)).toBe('paymentPasswordLocked')

    await modules.shiftClock('31 minutes')
    for (const left of [4, 3, 2, 1]) expect(await wrong()).toBe(`paymentPasswordWrong ${left}`)
    expect(await wrong()).toBe('paymentPasswordResetNeeded')
    await modules.shiftClock('3 days')
    expect(await check(memberId, PAYMENT_PASSWORD)).toBe('paymentPasswordResetNeeded')
    await modules.shiftClock('0')
  })

  it('start a new row after the right one, but stay counted for the day', async () => {
    const { memberId } = await joinMember(modules)
    const wrong = () => check(memberId, '739150')
    for (let i = 0; i < 4; i++) await wrong()
    expect(await check(memberId, PAYMENT_PASSWORD)).toBe('right')
    for (let i = 0; i < 4; i++) expect(await wrong()).toBe('paymentPasswordWrong')
    expect(await check(memberId, PAYMENT_PASSWORD)).toBe('right')
    expect(await wrong()).toBe('paymentPasswordWrong')
    expect(await wrong()).toBe('paymentPasswordResetNeeded')
  })
})

describe('a receiving account', () => {
  const BSC = '0x55d398326f99059fF775485246999027B3197955'
  const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
  const form = (change: object) => ({
    body: {
      bsc: BSC,
      tron: TRON,
      contact: '@seller',
      paymentPassword: PAYMENT_PASSWORD,
      ...change,
    },
  })

  it('is empty at first, then returns the entered addresses in canonical form', async () => {
    const member = await joinMember(modules)
    expect(await modules.call(getReceivingAccount, {}, member)).toEqual({
      bsc: null,
      tron: null,
      contact: null,
      changedAt: null,
    })
    const stored = await modules.call(
      setReceivingAccount,
      form({ bsc: BSC.toLowerCase(), contact: '@xiaoming' }),
      member,
    )
    expect(stored).toMatchObject({ bsc: BSC, tron: TRON, contact: '@xiaoming' })
    expect(await modules.call(getReceivingAccount, {}, member)).toEqual(stored)
    const asked = await modules.identity.receivingAccount(modules.db.database, member.memberId)
    expect(asked).toMatchObject({ bsc: BSC, tron: TRON })
  })

  it('stores when an address changed, but not when the contact did', async () => {
    const member = await joinMember(modules)
    const first = await modules.call(setReceivingAccount, form({}), member)
    const second = await modules.call(setReceivingAccount, form({ contact: 'a@b' }), member)
    expect(second.changedAt).toBe(first.changedAt)
    const third = await modules.call(setReceivingAccount, form({ tron: null }), member)
    expect(third.changedAt).not.toBe(first.changedAt)
  })

  it.each([
    ['a BSC checksum that fails', { bsc: BSC.replace('fF775', 'FF775') }, /Checksum BSC/],
    ['the zero address', { bsc: `0x${'0'.repeat(40)}` }, /Checksum BSC/],
    ['a TRON checksum that fails', { tron: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj7t' }, /Checksum TRON/],
  ])('refuses %s', async (_, change, refusal) => {
    const member = await joinMember(modules)
    const setting = modules.call(setReceivingAccount, form(change), member)
    expect(await refusalOf(setting)).toMatch(refusal)
    const now = await modules.identity.receivingAccount(modules.db.database, member.memberId)
    expect(now).toBeNull()
  })

  it('from before the contact was required is read unchanged', async () => {
    const member = await joinMember(modules)
    await modules.call(setReceivingAccount, form({}), member)
    await modules.db.database
      .updateTable('receivingAccount')
      .set({ contactSealed: null })
      .where('memberId', '=', member.memberId)
      .execute()
    expect(await modules.call(getReceivingAccount, {}, member)).toMatchObject({
      bsc: BSC,
      contact: null,
    })
  })

  it('of another member stays unchanged', async () => {
    const [one, other] = [await joinMember(modules), await joinMember(modules)]
    await modules.call(setReceivingAccount, form({}), one)
    expect(await modules.call(getReceivingAccount, {}, other)).toMatchObject({ bsc: null })
  })
})

describe('words without an account', () => {
  it('are reported as unknown once their signature is verified', async () => {
    const deviceCode = drawDeviceCode()
    const proof = await drawKey().prove(modules, 'login')
    const logIn = (body: typeof proof) =>
      modules.call(loginByWords, { body: { ...body, deviceCode } })
    expect(await refusalOf(logIn({ ...proof, signature: '00'.repeat(64) }))).toBe('challengeSpent')
    expect(await refusalOf(logIn(proof))).toBe('wordsUnknown')
  })

  it('cannot be a key of small order, whose signature anybody can forge', async () => {
    const publicKey = `01${'00'.repeat(31)}`
    const { nonce } = await modules.identity.issueChallenge({
      publicKey,
      purpose: 'login',
      origin: undefined,
    })
    const body = {
      publicKey,
      nonce,
      signature: `01${'00'.repeat(63)}`,
      deviceCode: drawDeviceCode(),
    }
    expect(await refusalOf(modules.call(loginByWords, { body }))).toBe('challengeSpent')
  })
})
