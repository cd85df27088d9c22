import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  acceptCancel,
  accountClosing,
  allEndpoints,
  answerFeedback,
  answerMember,
  appealTrade,
  askClosing,
  askExport,
  bindEmail,
  CLOSED_NICKNAME,
  CLOSING_REST_DAYS,
  callsWhileClosing,
  chatMessages,
  codes,
  confirmCancel,
  createAccount,
  createWithdrawal,
  type Endpoint,
  emailStatus,
  feedbackQueue,
  getTrade,
  giveUpTrade,
  investmentLimit,
  inviteeList,
  inviter,
  lateReasonOf,
  login,
  loginByWords,
  me,
  notificationList,
  PICTURE_NEEDED_DAYS,
  payTrade,
  proposeCancel,
  publishOrder,
  refusals,
  requestEmailCode,
  resetPaymentByEmail,
  sayInChat,
  sendFeedback,
  serviceMessages,
  sessionEnd,
  setReceivingAccount,
  takeConversation,
  undoClosing,
  uploadedPicturePath,
  uuidOf,
  walletSummary,
  writeToService,
} from '@banyan/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { otcRules } from '../otc/terms.ts'
import { type HttpHouse, openHttpHouse } from '../testing/http-house.ts'
import { bindFresh, codeAt } from '../testing/lived-in-accounts.ts'
import {
  closingBody as body,
  drawHash,
  equip,
  offer,
  orderBody,
  PAYOUT_ADDRESS,
  takePart,
  uploadPicture,
} from '../testing/lived-in-house.ts'
import { meetInTurn, rowOf } from '../testing/meet.ts'
import {
  accountForm,
  drawDeviceCode,
  LOGIN_PASSWORD,
  PAYMENT_PASSWORD,
  type TestMember,
} from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'

const DAY = 86_400_000
const REST = CLOSING_REST_DAYS * DAY + 60_000
const given = { ...body, giveUpRemainder: true }

let house: HttpHouse
let seller: TestMember
beforeAll(async () => {
  house = await openHttpHouse()
  seller = await house.join('Sorrel')
  await equip(house, seller)
})
afterEach(() => house.shiftClock(0))
afterAll(() => house.close())

const close = async (as: TestMember, asked: object = body): Promise<void> => {
  await house.must(askClosing, { as, body: asked })
  await carryOut()
}
const carryOut = async (): Promise<void> => {
  await house.shiftClock(REST)
  await house.sweep('closings')
}
const logIn = ({ accountId }: { accountId: string }, loginPassword = LOGIN_PASSWORD) =>
  house.ask(login, { body: { accountId, loginPassword, deviceCode: drawDeviceCode() } })
const codeOf = async (endpoint: Endpoint, as: TestMember, asked?: object): Promise<number> =>
  (await house.ask(endpoint, { as, ...(asked ? { body: asked } : {}) })).code
const stateOf = async ({ memberId }: TestMember): Promise<string> => {
  const { rows } = await house.db.owner.query(
    'select state from account_closing where member_id = $1',
    [memberId],
  )
  return rows[0]?.state
}
const kinds = async (as: TestMember): Promise<string[]> =>
  (await house.must(accountClosing, { as })).hindrances.map(one => one.kind)

describe('what has to end first', () => {
  it('is listed, and refuses the closing', async () => {
    const member = await house.join('Rich')
    await equip(house, member)
    const order = await offer(house, member, '30')
    const buyer = await house.join('Buyer')
    await takePart(house, buyer, order.id)
    await house.must(createWithdrawal, {
      as: member,
      body: {
        address: PAYOUT_ADDRESS,
        amount: '20',
        remarks: 'rent',
        paymentPassword: PAYMENT_PASSWORD,
      },
    })
    await house.db.owner.query(
      `insert into otc_penalty (id, member_id, cause, grade, since, until)
       values (gen_random_uuid(), $1, 'faults', 1, house_now(), house_now() + interval '1 day')`,
      [member.memberId],
    )
    expect(await kinds(member)).toEqual([
      'usdt',
      'coin',
      'orders',
      'trades',
      'withdrawals',
      'penalty',
    ])
    expect(await codeOf(askClosing, member, given)).toBe(refusals.closingHindered.code)
    expect(await kinds(buyer)).toEqual(['trades'])
    expect(await codeOf(askClosing, buyer, given)).toBe(refusals.closingHindered.code)
  })

  it('lets a remainder be given up that is too small to be taken out, when the member says so', async () => {
    const member = await house.join('Dusty')
    await house.give(member, 'USDT', '9.999999')
    await house.give(member, 'LEAF', '0.999999')
    const { remainder, hindrances } = await house.must(accountClosing, { as: member })
    expect(hindrances).toEqual([])
    expect(remainder).toEqual({ usdt: '9.999999', coin: '0.999999' })
    expect(await codeOf(askClosing, member, body)).toBe(refusals.closingRemainder.code)
    await house.give(member, 'USDT', '0.000001')
    expect(await kinds(member)).toEqual(['usdt'])
  })
})

describe('who may close', () => {
  it('knows the payment password, and the code of the mailbox where one is bound', async () => {
    const member = await house.join('Robbed')
    const mailbox = await bindFresh(house, member)
    const wrong = { ...body, paymentPassword: '604813' }
    expect(await codeOf(askClosing, member, wrong)).toBe(refusals.paymentPasswordWrong.code)
    expect(await codeOf(askClosing, member, body)).toBe(refusals.emailCodeNeeded.code)
    await house.must(requestEmailCode, { as: member, body: { purpose: 'close-account' } })
    const emailCode = await codeAt(house, mailbox)
    await house.must(askClosing, { as: member, body: { ...body, emailCode } })
    expect((await house.lettersTo(mailbox))[0]?.subject).toContain('将被注销')
    await house.must(undoClosing, { as: member })
    const again = await house.ask(askClosing, { as: member, body: { ...body, emailCode } })
    expect(again.code).toBe(refusals.emailCodeSpent.code)
  })

  it('is nobody while a password was reset lately', async () => {
    const member = await house.join('Reset')
    const mailbox = await bindFresh(house, member)
    await house.must(requestEmailCode, { as: member, body: { purpose: 'reset-payment' } })
    const newPassword = '604813'
    const code = await codeAt(house, mailbox)
    await house.must(resetPaymentByEmail, { as: member, body: { code, newPassword } })
    await house.must(requestEmailCode, { as: member, body: { purpose: 'close-account' } })
    const emailCode = await codeAt(house, mailbox)
    const asked = { ...body, paymentPassword: newPassword, emailCode }
    expect(await codeOf(askClosing, member, asked)).toBe(refusals.settingsFrozen.code)
    expect(await kinds(member)).toEqual(['freeze'])
  })
})

describe('while it rests', () => {
  it('nothing is done but what the list names, until it is undone', async () => {
    const member = await house.join('Waverer')
    await house.must(askClosing, { as: member, body })
    const view = await house.must(accountClosing, { as: member })
    expect(view.state).toBe('resting')
    const now = await house.now()
    expect(Date.parse(view.dueAt ?? '') - now.getTime()).toBeGreaterThan(6.9 * DAY)
    const address = { bsc: PAYOUT_ADDRESS, tron: null, contact: 'call me' }
    const paid = { ...address, paymentPassword: PAYMENT_PASSWORD }
    expect(await codeOf(setReceivingAccount, member, paid)).toBe(refusals.accountClosing.code)
    expect(await codeOf(publishOrder, member, orderBody('2'))).toBe(refusals.accountClosing.code)
    expect(await codeOf(askClosing, member, body)).toBe(refusals.accountClosing.code)
    expect(await codeOf(me, member)).toBe(codes.success)
    expect((await logIn(member)).code).toBe(codes.success)
    const hello = { text: 'please wait', pictures: [] }
    expect(callsWhileClosing.has(writeToService.id)).toBe(true)
    expect(await codeOf(writeToService, member, hello)).toBe(codes.success)
    await house.shiftClock(REST - 2 * 60_000)
    await house.sweep('closings')
    const later = await back(member)
    expect((await house.must(undoClosing, { as: later })).state).toBe('open')
    await carryOut()
    expect(await stateOf(member)).toBe('undone')
    expect(await codeOf(setReceivingAccount, later, paid)).toBe(codes.success)
    expect(await codeOf(undoClosing, later)).toBe(refusals.notFound.code)
  })

  it('the data is exported, and an export that is being made is waited for', async () => {
    const member = await house.join('Packing')
    await house.must(askClosing, { as: member, body })
    await house.must(askExport, { as: member, body: { loginPassword: LOGIN_PASSWORD } })
    await carryOut()
    expect(await stateOf(member)).toBe('resting')
    await house.sweep('exports')
    await house.sweep('closings')
    expect(await stateOf(member)).toBe('closed')
  })

  it('names calls that there are', () => {
    const ids = new Set(allEndpoints.map(one => one.id))
    expect([...callsWhileClosing].filter(id => !ids.has(id))).toEqual([])
  })

  it('what comes in meanwhile stops it; the member is told, and acts again', async () => {
    const member = await house.join('Lucky')
    const mailbox = await bindFresh(house, member)
    await house.must(requestEmailCode, { as: member, body: { purpose: 'close-account' } })
    const emailCode = await codeAt(house, mailbox)
    await house.must(askClosing, { as: member, body: { ...body, emailCode } })
    await house.sweep('notifications')
    await house.give(member, 'USDT', '50')
    await carryOut()
    await house.sweep('notifications')
    const later = await back(member)
    const told = (await house.must(notificationList, { as: later })).items
    expect(told.map(one => one.kind)).toEqual(['closing.stopped', 'closing.asked'])
    expect(told[1]?.slots.until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d \(UTC\+8\)$/)
    expect((await house.lettersTo(mailbox)).slice(0, 2).map(one => one.subject)).toEqual([
      expect.stringContaining('账户未注销'),
      expect.stringContaining('将被注销'),
    ])
    const view = await house.must(accountClosing, { as: later })
    expect([view.state, view.hindrances.map(one => one.kind)]).toEqual(['stopped', ['usdt']])
    expect(await codeOf(publishOrder, later, orderBody('2'))).not.toBe(refusals.accountClosing.code)
  })
})

describe('who would close to get away', () => {
  it('from a late appeal does not: the last minute for it comes before the closing', async () => {
    const buyer = await house.join('Quitter')
    const order = await offer(house, seller, '35')
    const trade = await takePart(house, buyer, order.id)
    await house.must(giveUpTrade, {
      as: buyer,
      params: { id: trade.id },
      body: { nothingSent: true },
    })
    await house.must(askClosing, { as: buyer, body })
    await house.shiftClock(otcRules.lateAppealMs - 60_000)
    await house.must(appealTrade, {
      as: await back(seller),
      params: { id: trade.id },
      body: { reason: lateReasonOf.seller, text: 'the money came afterwards' },
    })
    await carryOut()
    expect(await stateOf(buyer)).toBe('stopped')
    expect(await kinds(await back(buyer))).toContain('cases')
  })

  it('from an operator does not: an account that is frozen meanwhile stays, with what it wrote', async () => {
    const member = await house.join('Suspect')
    const hello = { text: 'send it to my friend', pictures: [] }
    await house.must(writeToService, { as: member, body: hello })
    await house.must(askClosing, { as: member, body })
    const freeze = (at: string) =>
      house.db.owner.query(`update member set frozen_at = ${at} where id = $1`, [member.memberId])
    await freeze('house_now()')
    await carryOut()
    await house.sweep('words of closed accounts')
    expect(await stateOf(member)).toBe('stopped')
    expect((await logIn(member)).code).toBe(refusals.accountProblem.code)
    await freeze('null')
    const { items } = await house.must(serviceMessages, { as: await back(member) })
    expect(items.map(one => one.text)).toContain(hello.text)
  })

  it('leaves the other party of a trade what it was told and shown, as long as a case can need it', async () => {
    const buyer = await house.join('Payer')
    const order = await offer(house, seller, '45')
    const { id } = await takePart(house, buyer, order.id)
    const voucher = await uploadPicture(house, buyer)
    const hash = drawHash()
    const paid = { as: buyer, params: { id } }
    await house.must(payTrade, { ...paid, body: { vouchers: [voucher], hash } })
    await house.must(sayInChat, { ...paid, body: { text: 'sent from my exchange', pictures: [] } })
    await house.must(proposeCancel, { as: seller, params: { id } })
    await house.must(acceptCancel, paid)
    await house.must(confirmCancel, {
      ...paid,
      body: { because: 'refund_received' },
    })
    await close(buyer)
    await house.sweep('words of closed accounts')
    const as = await back(seller)
    const seen = await house.must(getTrade, { as, params: { id } })
    expect(`0x${seen.payment?.hash}`).toBe(hash)
    const said = await house.must(chatMessages, { as, params: { id } })
    expect(said.items.map(one => one.text)).toContain('sent from my exchange')
    const shown = await fetch(`${house.url}${uploadedPicturePath(voucher)}`, {
      headers: { authorization: `Bearer ${as.token}` },
    })
    expect(shown.headers.get('content-type')).toMatch(/^image/)
  })
})

describe('a closed account', () => {
  it('has no session, and who proves the password or the words is told that it is closed', async () => {
    const member = await house.join('Leaver')
    const mailbox = await bindFresh(house, member)
    await house.must(requestEmailCode, { as: member, body: { purpose: 'close-account' } })
    await close(member, { ...body, emailCode: await codeAt(house, mailbox) })
    expect(await stateOf(member)).toBe('closed')
    expect(await codeOf(me, member)).toBe(codes.sessionExpired)
    const { why } = await house.must(sessionEnd, { body: { token: member.token } })
    expect(why).toBe('accountClosed')
    expect((await logIn(member)).code).toBe(refusals.accountClosed.code)
    expect((await logIn(member, 'other leaves 51')).code).toBe(refusals.loginFailed.code)
    const proof = await member.key.prove(house.rooms, 'login')
    const words = await house.ask(loginByWords, {
      body: { ...proof, deviceCode: drawDeviceCode() },
    })
    expect(words.code).toBe(refusals.accountClosed.code)
    const form = { ...(await accountForm(house.rooms, member.key)), nickname: 'Again' }
    expect((await house.ask(createAccount, { body: form })).code).not.toBe(codes.success)
    expect((await house.lettersTo(mailbox))[0]?.subject).toContain('已注销')
  })

  it('keeps nothing that says who it was, and its e-mail address brings a new one nothing', async () => {
    const member = await house.join('Forgetful')
    const mailbox = await bindFresh(house, member)
    await house.must(setReceivingAccount, {
      as: member,
      body: {
        bsc: PAYOUT_ADDRESS,
        tron: null,
        contact: 'call me',
        paymentPassword: PAYMENT_PASSWORD,
      },
    })
    const kept = async () => {
      const tables = ['member_email', 'receiving_account', 'device_account']
      const own = async (table: string) =>
        (
          await house.db.owner.query(`select 1 from ${table} where member_id = $1`, [
            member.memberId,
          ])
        ).rows.length
      return Promise.all(tables.map(own))
    }
    expect(await kept()).toEqual([1, 1, 1])
    await house.shiftClock(2 * DAY)
    await house.must(requestEmailCode, { as: member, body: { purpose: 'close-account' } })
    await house.must(askClosing, {
      as: member,
      body: { ...body, emailCode: await codeAt(house, mailbox) },
    })
    await house.shiftClock(2 * DAY + REST)
    await house.sweep('closings')
    expect(await kept()).toEqual([0, 0, 0])
    const { rows } = await house.db.owner.query(
      'select nickname, payment_hash from member where id = $1',
      [member.memberId],
    )
    expect(rows[0]).toEqual({ nickname: CLOSED_NICKNAME, payment_hash: null })

    const plain = await house.join('Plain')
    const again = await house.join('Again')
    await house.must(requestEmailCode, {
      as: again,
      body: { purpose: 'bind', address: mailbox },
    })
    const code = await codeAt(house, mailbox)
    await house.must(bindEmail, {
      as: again,
      body: { address: mailbox, code, paymentPassword: PAYMENT_PASSWORD },
    })
    expect((await house.must(emailStatus, { as: again })).bound?.address).toContain('@')
    const of = async (as: TestMember) => {
      const { emailCodeNeeded: _, ...closing } = await house.must(accountClosing, { as })
      return {
        closing,
        wallets: await house.must(walletSummary, { as }),
        investment: await house.must(investmentLimit, { as }),
      }
    }
    expect(await of(again)).toEqual(await of(plain))
  })

  it('stays in the tree and in its inviter’s list by another name, and so do those below it', async () => {
    const member = await house.join('Parent')
    const { inviteCode } = await house.must(me, { as: member })
    const child = await house.join('Child', inviteCode)
    await close(member)
    await house.shiftClock(0)
    expect(await stateOf(member)).toBe('closed')
    const invited = await house.must(me, { as: child })
    expect(invited.inviterNickname).toBe(CLOSED_NICKNAME)
    const { rows } = await house.db.owner.query('select inviter_id from member where id = $1', [
      child.memberId,
    ])
    expect(rows[0]?.inviter_id).toBe(member.memberId)
    expect((await house.must(inviteeList, { as: child })).items).toEqual([])
    const joins = await house.send('GET', `${inviter.path}?code=${inviteCode}`)
    expect(joins.code).not.toBe(codes.success)
  })

  it('has what comes to its address booked for it, and kept', async () => {
    const member = await house.join('Late')
    await close(member)
    await house.give(member, 'USDT', '12.5')
    const { rows } = await house.db.owner.query(
      `select posted from ledger_account where owner = $1 and asset = 'USDT'`,
      [member.memberId],
    )
    expect(rows).toEqual([{ posted: 12_500_000n }])
    const document = await readFile(
      join(import.meta.dirname, '../../../../docs/personal-data.md'),
      'utf8',
    )
    const [query] = /^ {4}select [\s\S]*?;$/m.exec(document) ?? []
    const found = await house.db.owner.query(query ?? '')
    expect(found.rows.filter(row => row.account_id === member.accountId)).toMatchObject([
      { asset: 'USDT', posted: 12_500_000n },
    ])
  })

  it('loses what it wrote and showed once no case can need it, and no word of anybody else', async () => {
    const buyer = await house.join('Talker')
    const order = await offer(house, seller, '40')
    const trade = await takePart(house, buyer, order.id)
    const picture = await uploadPicture(house, buyer)
    const params = { id: trade.id }
    const say = (as: TestMember, text: string, pictures: string[] = []) =>
      house.must(sayInChat, { as, params, body: { text, pictures } })
    await say(buyer, 'my number is 1234', [picture])
    await say(seller, 'I am the other one')
    await house.must(writeToService, {
      as: buyer,
      body: { text: 'my name is Talker', pictures: [] },
    })
    await house.must(giveUpTrade, { as: buyer, params, body: { nothingSent: true } })
    await close(buyer)
    const texts = async () =>
      (await house.must(chatMessages, { as: await back(seller), params })).items.map(
        one => one.text,
      )
    await house.sweep('words of closed accounts')
    expect(await texts()).toEqual(['I am the other one', 'my number is 1234'])
    expect(await stateOf(buyer)).toBe('closed')
    const service = () =>
      house.db.owner.query(
        'select coalesce(sum(length(text)), 0)::int as left from service_message where member_id = $1',
        [buyer.memberId],
      )
    expect((await service()).rows[0]?.left).toBe(0)

    await house.shiftClock((PICTURE_NEEDED_DAYS + 1) * DAY)
    await house.sweep('words of closed accounts')
    expect(await texts()).toEqual(['I am the other one', ''])
    expect(await stateOf(buyer)).toBe('erased')
    const shown = await fetch(`${house.url}${uploadedPicturePath(picture)}`, {
      headers: { authorization: `Bearer ${(await back(seller)).token}` },
    })
    expect(((await shown.json()) as { code: number }).code).toBe(refusals.notFound.code)
    const { rows } = await house.db.owner.query('select removed_at from upload where id = $1', [
      uuidOf(picture),
    ])
    expect(rows[0]?.removed_at).not.toBeNull()
  })
})

/** A member in a new session: the clock has moved past the last one. */
const back = async (member: TestMember): Promise<TestMember> => ({
  ...member,
  token: (await logIn(member)).data.token,
})

describe('what staff would write to a closed account', () => {
  it('is refused, and nothing waits for an answer any more', async () => {
    const support = (await joinedOperators(house, ['support']))('support-1')
    const member = await house.join('Silent')
    const hello = { text: 'why is that so?', pictures: [] }
    const { conversationId } = await house.must(writeToService, { as: member, body: hello })
    const conversation = { as: support, params: { id: conversationId } }
    await house.must(takeConversation, conversation)
    const sent = { type: 'idea', text: 'a darker green', pictures: [] }
    const { id } = await house.must(sendFeedback, { as: member, body: sent })
    const waiting = async () => {
      const { items } = await house.must(feedbackQueue, { as: support, query: { state: 'open' } })
      return items.map(one => one.id)
    }
    expect(await waiting()).toContain(id)
    await close(member)
    await house.shiftClock(0)
    await house.sweep('words of closed accounts')
    expect(await waiting()).not.toContain(id)
    const reply = { text: 'because of you', pictures: [], place: 99 }
    const answers = [
      await house.ask(answerMember, { ...conversation, body: reply }),
      await house.ask(answerFeedback, { as: support, params: { id }, body: { text: 'thanks' } }),
    ]
    expect(answers.map(one => one.code)).toEqual([
      refusals.conversationClosed.code,
      refusals.notFound.code,
    ])
  })
})

describe('in the same instant', () => {
  const member = async (name: string) => ({ as: await house.join(name), name })

  it('a login that has proved the password opens no session after the closing', async () => {
    const { as } = await member('Doubled')
    await house.must(askClosing, { as, body })
    await house.shiftClock(REST)
    const sessions = `select pg_advisory_xact_lock(hashtextextended('sessions of ${as.memberId}', 0))`
    const begun = await meetInTurn<unknown>(house.db, sessions, [
      () => house.sweep('closings'),
      () => logIn(as),
    ])
    const [, entered] = await Promise.all(begun)
    expect(entered).toMatchObject({ code: refusals.accountClosed.code })
    const { rows } = await house.db.owner.query(
      `select from session where member_id = $1 and ended_at is null
       union all select from device_account where member_id = $1`,
      [as.memberId],
    )
    expect(rows).toEqual([])
  })

  it.each([
    ['a take', 'a closing'],
    ['a closing', 'a take'],
  ])('%s, then %s: never an open trade of a member who is closing', async first => {
    const { as } = await member('Racer')
    const order = await offer(house, seller, '25')
    const take = () => takePart(house, as, order.id).then(() => 'taken' as const)
    const ask = () => house.must(askClosing, { as, body }).then(() => 'closing' as const)
    const sides = first === 'a take' ? [take, ask] : [ask, take]
    const begun = await meetInTurn(house.db, rowOf('member', as.memberId), sides)
    const ended = await Promise.allSettled(begun)
    expect(ended.map(one => one.status)).toEqual(['fulfilled', 'rejected'])
    const { state, hindrances } = await house.must(accountClosing, { as })
    expect([state, hindrances.length]).toEqual(first === 'a take' ? ['open', 1] : ['resting', 0])
  })

  it.each([
    ['undone', [undone, carriedOut]],
    ['closed', [carriedOut, undone]],
  ] as const)('undoing and carrying out leave it %s, by who came first', async (state, sides) => {
    const { as } = await member('Undoer')
    await house.must(askClosing, { as, body })
    await house.shiftClock(REST)
    const later = await back(as)
    const begun = await meetInTurn(
      house.db,
      rowOf('member', as.memberId),
      sides.map(side => () => side(later)),
    )
    await Promise.allSettled(begun)
    expect(await stateOf(as)).toBe(state)
    const reply = await logIn(as)
    expect(reply.code).toBe(state === 'closed' ? refusals.accountClosed.code : codes.success)
  })

  it.each([
    ['a recharge', 'stopped'],
    ['the carrying out', 'closed'],
  ])('%s first: it is %s, and the recharge is booked either way', async (first, state) => {
    const { as } = await member('Payee')
    await house.give(as, 'USDT', '0.000001')
    await house.must(askClosing, { as, body: given })
    await house.shiftClock(REST)
    const credit = () => house.give(as, 'USDT', '30').then(() => undefined)
    const job = () => house.sweep('closings')
    const lock = `select from ledger_account where owner = '${as.memberId}' for update`
    const begun = await meetInTurn(
      house.db,
      lock,
      first === 'a recharge' ? [credit, job] : [job, credit],
    )
    await Promise.all(begun)
    expect(await stateOf(as)).toBe(state)
    const { rows } = await house.db.owner.query(
      `select posted from ledger_account where owner = $1 and asset = 'USDT'`,
      [as.memberId],
    )
    expect(rows[0]?.posted).toBe(30_000_001n)
  })
})

function undone(as: TestMember): Promise<unknown> {
  return house.must(undoClosing, { as })
}
function carriedOut(): Promise<unknown> {
  return house.sweep('closings')
}
