import {
  cancelReset,
  changeLoginPassword,
  changePaymentPassword,
  requestLoginResetCode,
  resetLoginByEmail,
  resetLoginByWords,
  resetPaymentByEmail,
  resetPaymentByWords,
  security,
} from '@banyan/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bindAddress, boundCode, type MailedModules, openMailedModules } from '../testing/mail.ts'
import {
  joinMember,
  LOGIN_PASSWORD,
  PAYMENT_PASSWORD,
  type TestMember,
} from '../testing/members.ts'

/** A member whose password was replaced must learn of it: no password is replaced without its notice. */
let modules: MailedModules
beforeAll(async () => {
  modules = await openMailedModules()
  await modules.db.owner.query(`
    create function no_mail() returns trigger language plpgsql as $$
      begin raise exception 'no mail can be stored'; end $$`)
})
afterEach(() => modules.shiftClock('0'))
afterAll(() => modules.close())

const NEW_LOGIN = 'new leaves 43'
const NEW_PAYMENT = '604812'

/** What the acts may write, without the counts of tries, which are written before. */
async function rowsOf({ memberId }: TestMember): Promise<unknown[]> {
  const tables = [
    ['member', 'id'],
    ['session', 'member_id'],
    ['device_account', 'member_id'],
    ['password_reset', 'member_id'],
    ['member_freeze', 'member_id'],
    ['member_email', 'member_id'],
    ['outbox', 'member_id'],
  ]
  const answers = await Promise.all(
    tables.map(([table, column]) =>
      modules.db.owner.query(
        `select to_jsonb(row) as row from ${table} row where ${column} = $1 order by to_jsonb(row)::text`,
        [memberId],
      ),
    ),
  )
  return answers.map(({ rows }) => rows)
}

/** What a member does before, with mail, and the act itself. */
type Prepared = (member: TestMember, address: string) => Promise<() => Promise<unknown>>

const ready =
  (act: (member: TestMember) => Promise<unknown>): Prepared =>
  async member =>
  () =>
    act(member)

const acts: readonly [what: string, prepared: Prepared][] = [
  [
    'a change of the login password',
    ready(member =>
      modules.call(
        changeLoginPassword,
        { body: { oldPassword: LOGIN_PASSWORD, newPassword: NEW_LOGIN } },
        member,
      ),
    ),
  ],
  [
    'a change of the payment password',
    ready(member =>
      modules.call(
        changePaymentPassword,
        { body: { oldPassword: PAYMENT_PASSWORD, newPassword: NEW_PAYMENT } },
        member,
      ),
    ),
  ],
  [
    'a reset of the login password by words',
    async member => {
      const body = { ...(await member.key.prove(modules, 'reset-login')), newPassword: NEW_LOGIN }
      return () => modules.call(resetLoginByWords, { body })
    },
  ],
  [
    'a reset of the payment password by words',
    async member => {
      const proof = await member.key.prove(modules, 'reset-payment')
      const body = { ...proof, newPassword: NEW_PAYMENT }
      return () => modules.call(resetPaymentByWords, { body }, member)
    },
  ],
  [
    'a reset of the login password by e-mail',
    async ({ accountId }, address) => {
      await modules.call(requestLoginResetCode, { body: { accountId, address } })
      const code = await modules.codeFor(address)
      const body = { accountId, address, code, newPassword: NEW_LOGIN }
      return () => modules.call(resetLoginByEmail, { body })
    },
  ],
  [
    'a reset of the payment password by e-mail',
    async (member, address) => {
      await modules.shiftClock('2 minutes')
      const code = await boundCode(modules, member, address, 'reset-payment')
      const body = { code, newPassword: NEW_PAYMENT }
      return () => modules.call(resetPaymentByEmail, { body }, member)
    },
  ],
  [
    'the undoing of a reset',
    async member => {
      const proof = await member.key.prove(modules, 'reset-payment')
      await modules.call(
        resetPaymentByWords,
        { body: { ...proof, newPassword: NEW_PAYMENT } },
        member,
      )
      const { resets } = await modules.call(security, {}, member)
      const body = { id: resets[0]?.id ?? '', token: member.token }
      return () =>
        modules.call(cancelReset, { body: { ...body, replacedPassword: PAYMENT_PASSWORD } })
    },
  ],
]

describe('where no e-mail can be stored', () => {
  it.each(acts)('%s fails, and nothing of it is stored', async (_, prepared) => {
    const member = await joinMember(modules)
    const act = await prepared(member, await bindAddress(modules, member))
    const before = await rowsOf(member)
    await modules.db.owner.query(
      'create trigger no_mail before insert on mail for each row execute function no_mail()',
    )
    // The reason is that of the e-mail itself: what follows is not begun.
    await expect(act().finally(allowMail)).rejects.toThrow('no mail can be stored')
    expect(await rowsOf(member)).toEqual(before)
    await act()
    expect(await rowsOf(member)).not.toEqual(before)
  })
})

const allowMail = () => modules.db.owner.query('drop trigger no_mail on mail')
