import {
  bindEmail,
  type ChallengePurpose,
  cancelReset,
  changeLoginPassword,
  changePaymentPassword,
  type Endpoint,
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
import type { Asking, HttpSystem } from './http-system.ts'
import { newestCode } from './mail.ts'
import { LOGIN_PASSWORD, PAYMENT_PASSWORD, type TestMember } from './members.ts'

const OTHER_LOGIN = 'other leaves 51'
const OTHER_PIN = '604813'

/** Members about to change their own account, each with what that needs. */
export async function furnishAccounts(system: HttpSystem) {
  const join = (name: string) => system.join(name)
  const changer = await join('Changer')
  const worded = await join('Worded')
  const undoer = await join('Undoer')
  const mailed = await join('Mailed')
  const binder = await join('Binder')
  const owner = await join('Owner')

  const address = await bindFresh(system, mailed)
  await system.must(requestLoginResetCode, { body: { accountId: mailed.accountId, address } })
  const loginCode = await codeAt(system, address)
  await system.must(requestEmailCode, { as: mailed, body: { purpose: 'reset-payment' } })
  const paymentCode = await codeAt(system, address)
  const fresh = `fresh.${binder.accountId}@example.org`
  await system.must(requestEmailCode, { as: binder, body: { purpose: 'bind', address: fresh } })
  const bindCode = await codeAt(system, fresh)

  await system.must(resetPaymentByWords, {
    as: undoer,
    body: { ...(await undoer.key.prove(system.modules, 'reset-payment')), newPassword: OTHER_PIN },
  })
  const { resets } = await system.must(security, { as: undoer })
  const { items } = await system.must(sessionList, { as: owner })
  return {
    changer,
    worded,
    undoer,
    mailed,
    binder,
    owner,
    address,
    fresh,
    loginCode,
    paymentCode,
    bindCode,
    resetId: resets[0]?.id,
    sessionId: items[0]?.id,
  }
}

/** Valid calls about passwords, sessions and e-mail, each by its own member. */
export async function accountCalls(
  system: HttpSystem,
  settled: Awaited<ReturnType<typeof furnishAccounts>>,
): Promise<[Endpoint, Asking & { body?: Record<string, unknown> }][]> {
  const { changer, worded, undoer, mailed, binder, owner, address, fresh } = settled
  const paymentPassword = PAYMENT_PASSWORD
  const newLogin = { newPassword: OTHER_LOGIN }
  const newPin = { newPassword: OTHER_PIN }
  const byWords = (purpose: ChallengePurpose) => worded.key.prove(system.modules, purpose)
  return [
    [changePaymentPassword, { as: changer, body: { oldPassword: PAYMENT_PASSWORD, ...newPin } }],
    [changeLoginPassword, { as: changer, body: { oldPassword: LOGIN_PASSWORD, ...newLogin } }],
    [resetPaymentByWords, { as: worded, body: { ...(await byWords('reset-payment')), ...newPin } }],
    [resetLoginByWords, { body: { ...(await byWords('reset-login')), ...newLogin } }],
    [
      cancelReset,
      { body: { id: settled.resetId, token: undoer.token, replacedPassword: PAYMENT_PASSWORD } },
    ],
    [resetPaymentByEmail, { as: mailed, body: { code: settled.paymentCode, ...newPin } }],
    [
      resetLoginByEmail,
      { body: { accountId: mailed.accountId, address, code: settled.loginCode, ...newLogin } },
    ],
    [requestLoginResetCode, { body: { accountId: owner.accountId, address } }],
    [bindEmail, { as: binder, body: { address: fresh, code: settled.bindCode, paymentPassword } }],
    [requestEmailCode, { as: binder, body: { purpose: 'withdraw' } }],
    [revokeOtherSessions, { as: owner }],
    [sessionEnd, { body: { token: owner.token } }],
    [revokeSession, { as: owner, params: { id: settled.sessionId } }],
  ]
}

/** Binds a new address to a member, by the code of an e-mail that arrived. */
export async function bindFresh(system: HttpSystem, member: TestMember): Promise<string> {
  const address = `m${member.accountId}@example.org`
  await system.must(requestEmailCode, { as: member, body: { purpose: 'bind', address } })
  const code = await codeAt(system, address)
  await system.must(bindEmail, {
    as: member,
    body: { address, code, paymentPassword: PAYMENT_PASSWORD },
  })
  return address
}

/** The newest code that arrived at an address. */
export const codeAt = async (system: HttpSystem, address: string): Promise<string> =>
  newestCode(await system.emailsTo(address))
