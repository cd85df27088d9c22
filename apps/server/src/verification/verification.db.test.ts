import { bindEmail, emailStatus, requestEmailCode } from '@banyan/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  bindAddress,
  boundCode,
  drawAddress,
  type MailedModules,
  openMailedModules,
  wrongCode,
} from '../testing/mail.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import {
  joinMember,
  openMemberModules,
  PAYMENT_PASSWORD,
  refusalOf,
  type TestMember,
} from '../testing/members.ts'
import type { GivenCode } from './index.ts'

let modules: MailedModules
beforeAll(async () => {
  modules = await openMailedModules()
})
afterEach(() => modules.shiftClock('0'))
afterAll(() => modules.close())

const paymentPassword = PAYMENT_PASSWORD
const ask = (member: TestMember, address: string) =>
  modules.call(requestEmailCode, { body: { purpose: 'bind', address } }, member)
const bind = (member: TestMember, body: { address: string; code: string; oldCode?: string }) =>
  modules.call(bindEmail, { body: { ...body, paymentPassword } }, member)
const status = (member: TestMember) => modules.call(emailStatus, {}, member)
const given = (member: TestMember, address: string, code: string): GivenCode => ({
  account: { memberId: member.memberId },
  purpose: 'bind',
  address,
  code,
  field: 'code',
})
/** Returns how a guess ends. */
const outcome = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'right',
    error => error.refusal,
  )

describe('an e-mail address', () => {
  it('is bound by the code of an e-mail that really arrives, and shown masked', async () => {
    const member = await joinMember(modules)
    expect(await status(member)).toEqual({ offered: true, bound: null })
    const issued = await ask(member, 'Ann.Lee@Example.org')
    expect(issued).toMatchObject({ sentTo: 'A***e@example.org', length: 6, validMinutes: 10 })

    const email = await modules.emailTo('ann.lee@example.org')
    expect(email).toMatchObject({
      to: ['Ann.Lee@example.org'],
      subject: 'Your code to bind this address',
    })
    expect(email?.text).toContain(`${member.accountId.slice(0, 2)}****`)
    expect(email?.text).not.toContain(member.accountId)
    expect(email?.html).toContain(/^\d{6}$/m.exec(email?.text ?? '')?.[0])
    const code = await modules.codeFor('Ann.Lee@example.org')
    expect(await bind(member, { address: 'ann.lee@example.org', code })).toMatchObject({
      address: 'a***e@example.org',
    })
    expect((await status(member)).bound?.address).toBe('a***e@example.org')
  })

  it('is replaced by the codes of both, and the old one gets a notice', async () => {
    const member = await joinMember(modules)
    const old = await bindAddress(modules, member)
    const address = drawAddress()
    expect(await refusalOf(ask(member, old.toUpperCase()))).toBe('emailSame')
    await ask(member, address)
    const code = await modules.codeFor(address)
    expect(await refusalOf(bind(member, { address, code }))).toBe('emailOldCodeNeeded')
    const oldCode = await boundCode(modules, member, old, 'rebind-old')
    const swapped = bind(member, { address, code: oldCode, oldCode: code })
    expect(await refusalOf(swapped)).toMatch(/^emailCodeWrong/)
    expect(await bind(member, { address, code, oldCode })).toMatchObject({
      address: expect.stringContaining('***'),
    })
    expect((await modules.emailTo(old))?.subject).toBe('Your e-mail address was changed')
    expect((await modules.verification.email(modules.db.database, member.memberId))?.address).toBe(
      address,
    )
  })

  it('can serve several accounts, so that no caller learns whether it serves one', async () => {
    const [one, other] = [await joinMember(modules), await joinMember(modules)]
    const address = await bindAddress(modules, one)
    await bindAddress(modules, other, address)
    expect((await status(other)).bound).not.toBeNull()
  })

  it('that could end a header line, or is none, is refused before anything is written', async () => {
    const member = await joinMember(modules)
    const emails = async () =>
      (await modules.db.owner.query('select count(*)::int as n from mail')).rows[0].n
    const before = await emails()
    for (const address of [
      'ann@example.org\r\nBcc: all@example.org',
      'ann@example.org\nSubject: x',
      'ann@example.org, bob@example.org',
      'Ann <ann@example.org>',
      'ann@example.org\u0000',
      'ann@exаmple.org',
      'not an address',
      '',
    ])
      await expect(ask(member, address), address).rejects.toThrow()
    expect(await emails()).toBe(before)
  })

  it('gets e-mails in the language of the request', async () => {
    const member = await joinMember(modules)
    const address = drawAddress()
    const { memberId } = member
    await modules.verification.sendCode({
      account: { memberId },
      purpose: 'bind',
      address,
      locale: 'zh-CN',
      accountId: member.accountId,
      sends: true,
    })
    const email = await modules.emailTo(address)
    expect(email?.subject).toBe('绑定邮箱的验证码')
    expect(email?.html).toContain('lang="zh-CN"')
  })

  it('cannot be bound where no mail is sent', async () => {
    const silent = await openMemberModules()
    try {
      const member = await joinMember(silent)
      const body = { purpose: 'bind' as const, address: 'ann@example.org' }
      expect(await refusalOf(silent.call(requestEmailCode, { body }, member))).toBe(
        'emailNotOffered',
      )
      expect(await silent.call(emailStatus, {}, member)).toEqual({ offered: false, bound: null })
    } finally {
      await silent.close()
    }
  })
})

describe('guesses at a code', () => {
  it('are five: they count down, and then the right one is refused too', async () => {
    const member = await joinMember(modules)
    const address = drawAddress()
    await ask(member, address)
    const code = await modules.codeFor(address)
    const guess = () => refusalOf(bind(member, { address, code: wrongCode(code) }))
    for (const left of [4, 3, 2, 1]) expect(await guess()).toBe(`emailCodeWrong ${left}`)
    expect(await guess()).toBe('emailCodeSpent')
    expect(await refusalOf(bind(member, { address, code }))).toBe('emailCodeSpent')
  })

  it('are five although two hundred are made at once, and the right one is among them', async () => {
    let succeeded = 0
    for (let account = 0; account < 10; account++) {
      const member = await joinMember(modules)
      const address = drawAddress()
      await ask(member, address)
      const code = await modules.codeFor(address)
      const place = Math.floor(Math.random() * 200)
      const guesses = times(200, i => {
        const tried =
          i === place ? code : String((Number(code) + i + 1) % 1_000_000).padStart(6, '0')
        return outcome(modules.verification.proveCode(given(member, address, tried)))
      })
      const met = await meet(modules.db, changesOf('email_code'), guesses, { waiting: 20 })
      const ends = await Promise.all(met)
      // The fifth wrong one is answered as the last, like all that are not compared.
      expect(ends.filter(end => end === 'emailCodeWrong').length).toBeLessThanOrEqual(5)
      const right = ends.filter(end => end === 'right').length
      succeeded += right
      const { rows } = await modules.db.owner.query(
        `select tries from email_code order by asked_at desc limit 1`,
      )
      expect(rows[0].tries).toBe(5)
      const later = await outcome(modules.verification.proveCode(given(member, address, code)))
      expect(later).toBe('emailCodeSpent')
    }
    // Five or six of two hundred are compared: a right one among them is luck, not a way in.
    expect(succeeded).toBeLessThanOrEqual(5)
  })

  it('that are right cost no try', async () => {
    const member = await joinMember(modules)
    const address = drawAddress()
    await ask(member, address)
    const code = await modules.codeFor(address)
    for (let i = 0; i < 8; i++) await modules.verification.proveCode(given(member, address, code))
    expect(await refusalOf(bind(member, { address, code: wrongCode(code) }))).toBe(
      'emailCodeWrong 4',
    )
  })
})

describe('a code', () => {
  it('is used once, though it is given eight times at once', async () => {
    const member = await joinMember(modules)
    const address = drawAddress()
    await ask(member, address)
    const code = await modules.codeFor(address)
    const binding = times(8, () => outcome(bind(member, { address, code })))
    // Five guesses reach the address; the others are answered as spent.
    const met = await meet(modules.db, changesOf('member_email'), binding, { waiting: 5 })
    const ends = await Promise.all(met)
    expect(ends.filter(end => end === 'right')).toHaveLength(1)
    expect(await outcome(modules.verification.proveCode(given(member, address, code)))).toBe(
      'emailCodeSpent',
    )
  })

  it('is invalid for another purpose, another address or another account', async () => {
    const [member, other] = [await joinMember(modules), await joinMember(modules)]
    const address = drawAddress()
    await ask(member, address)
    const code = await modules.codeFor(address)
    const right = given(member, address, code)
    for (const wrong of [
      { ...right, purpose: 'withdraw' as const },
      { ...right, address: drawAddress() },
      { ...right, account: { memberId: other.memberId } },
      { ...right, account: { typedAccountId: member.accountId } },
    ])
      expect(await outcome(modules.verification.proveCode(wrong))).toBe('emailCodeSpent')
    expect(await outcome(modules.verification.proveCode(right))).toBe('right')
  })

  it('is valid for ten minutes from its sending, however long the e-mail waited', async () => {
    const member = await joinMember(modules)
    const address = drawAddress()
    await ask(member, address)
    await modules.shiftClock('25 minutes')
    const code = await modules.codeFor(address)
    await modules.shiftClock('33 minutes')
    expect(await outcome(modules.verification.proveCode(given(member, address, code)))).toBe(
      'right',
    )
    await modules.shiftClock('35 minutes 10 seconds')
    expect(await refusalOf(bind(member, { address, code }))).toBe('emailCodeWrong 4')
  })

  it('is valid as soon as its e-mail is there, however late the mail server answers', async () => {
    const member = await joinMember(modules)
    const address = drawAddress()
    await ask(member, address)
    const code = await modules.codeFor(address)
    // As while the server has the e-mail and has not said so.
    await modules.db.owner.query('update email_code set expires_at = null where closed_at is null')
    expect(await refusalOf(bind(member, { address, code: wrongCode(code) }))).toBe(
      'emailCodeWrong 4',
    )
    expect(await outcome(bind(member, { address, code }))).toBe('right')
  })

  it('can be asked for again after a minute, and then the one before it is invalid', async () => {
    const member = await joinMember(modules)
    const address = drawAddress()
    const first = await ask(member, address)
    const code = await modules.codeFor(address)
    const again = ask(member, address).catch(error => error)
    expect(await again).toMatchObject({
      refusal: 'emailCodeTooSoon',
      data: { resendAt: first.resendAt },
    })
    await modules.shiftClock('61 seconds')
    await ask(member, address)
    const next = await modules.codeFor(address)
    if (next !== code)
      expect(await refusalOf(bind(member, { address, code }))).toMatch(/^emailCodeWrong/)
    expect(await outcome(bind(member, { address, code: next }))).toBe('right')
  })

  it('cancels the e-mail of the one before it while that is unsent', async () => {
    const member = await joinMember(modules)
    const address = drawAddress()
    await ask(member, address)
    await modules.shiftClock('61 seconds')
    await ask(member, address)
    await modules.sendMail()
    expect(modules.post.emails(address)).toHaveLength(1)
  })

  it('is limited to the third for an address and the fifth of an account in an hour', async () => {
    const member = await joinMember(modules)
    const addresses = [drawAddress(), drawAddress()]
    const tell = async (seconds: number, address: string) => {
      await modules.shiftClock(`${seconds} seconds`)
      return outcome(ask(member, address))
    }
    const ends = []
    for (const i of [0, 1, 2, 3]) ends.push(await tell(i * 61, addresses[0] as string))
    for (const i of [4, 5, 6]) ends.push(await tell(i * 61, addresses[1] as string))
    expect(ends).toEqual([
      'right',
      'right',
      'right',
      'emailCodeLimit',
      'right',
      'right',
      'emailCodeLimit',
    ])
    expect(await tell(3_700, addresses[0] as string)).toBe('right')
    await modules.sendMail()
  })

  it('asked for eight times at once is sent once', async () => {
    const member = await joinMember(modules)
    const address = drawAddress()
    const asking = times(8, () => outcome(ask(member, address)))
    const ends = await Promise.all(await meet(modules.db, changesOf('email_code'), asking))
    expect(ends.sort()).toEqual([...Array(7).fill('emailCodeTooSoon'), 'right'])
    await modules.sendMail()
    expect(modules.post.emails(address)).toHaveLength(1)
  })

  it('is deleted after a day', async () => {
    await modules.shiftClock('27 hours')
    await modules.verification.module.jobs?.[0]?.run()
    const { rows } = await modules.db.owner.query('select count(*)::int as n from email_code')
    expect(rows[0].n).toBe(0)
  })
})
