import { changePaymentPassword, login, resetPaymentByWords } from '@banyan/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type MailedModules, openMailedModules } from '../testing/mail.ts'
import {
  drawDeviceCode,
  joinMember,
  LOGIN_PASSWORD,
  PAYMENT_PASSWORD,
  refusalOf,
  type TestMember,
} from '../testing/members.ts'
import { openHashing } from './hashing.ts'
import { openPaymentProof, type PaymentProof } from './payment-proof.ts'

let modules: MailedModules
/** Stored hashes with which a password was compared in full. */
let inFull: string[]
let proof: PaymentProof
let member: TestMember

/** The comparing of one process, which counts what it compares in full. */
function openProcess(): PaymentProof {
  const hashing = openHashing(modules.platform.secrets.pepper)
  return openPaymentProof({
    database: modules.db.database,
    hashing: {
      ...hashing,
      fits: (stored, password, line) => {
        inFull.push(password)
        return hashing.fits(stored, password, line)
      },
    },
  })
}

beforeAll(async () => {
  modules = await openMailedModules()
})
beforeEach(async () => {
  inFull = []
  proof = openProcess()
  member = await joinMember(modules)
})
afterEach(() => modules.shiftClock('0'))
afterAll(() => modules.close())

const WRONG = '604812'
const prove = (
  password = PAYMENT_PASSWORD,
  { caller = member.caller, by = proof }: { caller?: TestMember['caller']; by?: PaymentProof } = {},
) => by.inSession(caller, password)
const anotherSession = async (of: TestMember) => {
  const { token } = await modules.call(login, {
    body: { accountId: of.accountId, loginPassword: LOGIN_PASSWORD, deviceCode: drawDeviceCode() },
  })
  return modules.sessions.authenticate(token)
}
/** The comparisons in full that an act of the member's session needs now. */
const neededFor = async (password = PAYMENT_PASSWORD) => {
  inFull = []
  await prove(password)
  return inFull.length
}
const guesses = async () =>
  (
    await modules.db.owner.query(
      'select wrong_in_row, cardinality(wrong_at) as wrong from payment_attempt where member_id = $1',
      [member.memberId],
    )
  ).rows[0]

describe('a payment password that was proven in a session', () => {
  it('is compared in full once in ten minutes, and then again', async () => {
    expect(await neededFor()).toBe(1)
    expect(await neededFor()).toBe(0)
    await modules.shiftClock('9 minutes 50 seconds')
    expect(await neededFor(), 'an eased one does not prolong it').toBe(0)
    await modules.shiftClock('10 minutes 1 second')
    expect(await neededFor()).toBe(1)
    expect(await guesses()).toEqual({ wrong_in_row: 0, wrong: 0 })
  })

  it('is compared in full once when fifty acts come at once, and no guess is counted', async () => {
    await Promise.all(Array.from({ length: 50 }, () => prove()))
    expect(inFull).toHaveLength(1)
    expect(await guesses()).toEqual({ wrong_in_row: 0, wrong: 0 })
  })

  it('eases no other session of the member, no other member and no other process', async () => {
    await prove()
    inFull = []
    await prove(PAYMENT_PASSWORD, { caller: await anotherSession(member) })
    expect(inFull).toHaveLength(1)
    const other = await joinMember(modules)
    await prove(PAYMENT_PASSWORD, { caller: other.caller })
    expect(inFull).toHaveLength(2)
    // Not even with the session's own name: the account is the one of the session.
    const mixed = { ...other.caller, sessionId: member.caller.sessionId }
    await prove(PAYMENT_PASSWORD, { caller: mixed })
    expect(inFull).toHaveLength(3)
    await prove(PAYMENT_PASSWORD, { by: openProcess() })
    expect(inFull).toHaveLength(4)
  })

  it('ends with one wrong guess, which is counted like any other', async () => {
    await prove()
    inFull = []
    expect(await refusalOf(prove(WRONG))).toBe('paymentPasswordWrong 4')
    expect(inFull, 'a wrong one costs what it costs without a proof').toEqual([WRONG])
    expect(await guesses()).toEqual({ wrong_in_row: 1, wrong: 1 })
    expect(await neededFor()).toBe(1)
    expect(await neededFor(), 'a right one in full eases anew').toBe(0)
  })

  it('ends with a wrong guess in another session or another process', async () => {
    await prove()
    const elsewhere = await anotherSession(member)
    expect(await refusalOf(prove(WRONG, { caller: elsewhere, by: openProcess() }))).toBe(
      'paymentPasswordWrong 4',
    )
    expect(await neededFor()).toBe(1)
  })

  it('gives two hundred guesses at once no more than five, and then none', async () => {
    await prove()
    inFull = []
    const many = Array.from({ length: 200 }, (_, i) => refusalOf(prove(`9${10_000 + i}`)))
    const ends = await Promise.all(many)
    expect(ends.filter(end => end.startsWith('paymentPasswordWrong'))).toHaveLength(4)
    expect(ends.filter(end => end.startsWith('paymentPasswordLocked'))).toHaveLength(196)
    expect(inFull).toHaveLength(5)
    expect(await refusalOf(prove())).toMatch(/^paymentPasswordLocked/)
  })

  it('ends with a change and with a reset of the password: the old one is wrong at once', async () => {
    await prove()
    const body = { oldPassword: PAYMENT_PASSWORD, newPassword: WRONG }
    await modules.call(changePaymentPassword, { body }, member)
    expect(await refusalOf(prove())).toBe('paymentPasswordWrong 4')
    expect(await neededFor(WRONG)).toBe(1)
    const words = await member.key.prove(modules, 'reset-payment')
    await modules.call(resetPaymentByWords, { body: { ...words, newPassword: '715204' } }, member)
    expect(await refusalOf(prove(WRONG))).toBe('paymentPasswordWrong 4')
  })

  it('is not eased during a freeze, nor by a proof from before it', async () => {
    await prove()
    const freeze = `insert into member_freeze (id, member_id, cause, withdrawals, sells, began_at, until)
      values (gen_random_uuid(), $1, 'address-change', false, true, house_now(), house_now() + interval '1 minute')`
    await modules.db.owner.query(freeze, [member.memberId])
    expect(await neededFor()).toBe(1)
    expect(await neededFor()).toBe(1)
    await modules.shiftClock('2 minutes')
    expect(await neededFor(), 'proven while it lasted').toBe(1)
    expect(await neededFor()).toBe(0)
  })

  it('is not eased after operators froze the account and opened it again', async () => {
    await prove()
    await modules.db.owner.query(
      `insert into account_freeze (id, member_id, freezes, why, done_in, done_at)
       values (gen_random_uuid(), $1, false, 'opened', pg_current_xact_id()::text, house_now())`,
      [member.memberId],
    )
    expect(await neededFor()).toBe(1)
  })
})
