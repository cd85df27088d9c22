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
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { meetInTurn, rowOf } from '../testing/meet.ts'
import {
  accountForm,
  drawDeviceCode,
  LOGIN_PASSWORD,
  PAYMENT_PASSWORD,
  type TestMember,
} from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'
import {
  closingBody as body,
  drawHash,
  equip,
  offer,
  orderBody,
  PAYOUT_ADDRESS,
  takePart,
  uploadPicture,
} from '../testing/scene.ts'
import { bindFresh, codeAt } from '../testing/scene-accounts.ts'

const DAY = 86_400_000
const REST = CLOSING_REST_DAYS * DAY + 60_000
const given = { ...body, giveUpRemainder: true }

let system: HttpSystem
let seller: TestMember
beforeAll(async () => {
  system = await openHttpSystem()
  seller = await system.join('Sorrel')
  await equip(system, seller)
})
afterEach(() => system.shiftClock(0))
afterAll(() => system.close())

const close = async (as: TestMember, request: object = body): Promise<void> => {
  await system.must(askClosing, { as, body: request })
  await carryOut()
}
const carryOut = async (): Promise<void> => {
  await system.shiftClock(REST)
  await system.job('closings')
}
const logIn = ({ accountId }: { accountId: string }, loginPassword = LOGIN_PASSWORD) =>
  system.ask(login, { body: { accountId, loginPassword, deviceCode: drawDeviceCode() } })
const codeOf = async (endpoint: Endpoint, as: TestMember, request?: object): Promise<number> =>
  (await system.ask(endpoint, { as, ...(request ? { body: request } : {}) })).code
const stateOf = async ({ memberId }: TestMember): Promise<string> => {
  const { rows } = await system.db.owner.query(
    'select state from account_closing where member_id = $1',
    [memberId],
  )
  return rows[0]?.state
}
const kinds = async (as: TestMember): Promise<string[]> =>
  (await system.must(accountClosing, { as })).hindrances.map(one => one.kind)

describe('a matter that has to end first', () => {
  it('is listed, and the closing is refused', async () => {
    const member = await system.join('Rich')
    await equip(system, member)
    const order = await offer(system, member, '30')
    const buyer = await system.join('Buyer')
    await takePart(system, buyer, order.id)
    await system.must(createWithdrawal, {
      as: member,
      body: {
        address: PAYOUT_ADDRESS,
        amount: '20',
        remarks: 'rent',
        paymentPassword: PAYMENT_PASSWORD,
      },
    })
    await system.db.owner.query(
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

  it('can be a remainder too small to be taken out, which the member may give up explicitly', async () => {
    const member = await system.join('Dusty')
    await system.give(member, 'USDT', '9.999999')
    await system.give(member, 'LEAF', '0.999999')
    const { remainder, hindrances } = await system.must(accountClosing, { as: member })
    expect(hindrances).toEqual([])
    expect(remainder).toEqual({ usdt: '9.999999', coin: '0.999999' })
    expect(await codeOf(askClosing, member, body)).toBe(refusals.closingRemainder.code)
    await system.give(member, 'USDT', '0.000001')
    expect(await kinds(member)).toEqual(['usdt'])
  })
})

describe('the member who may close', () => {
  it('knows the payment password, and the code of the mailbox when one is bound', async () => {
    const member = await system.join('Robbed')
    const mailbox = await bindFresh(system, member)
    const wrong = { ...body, paymentPassword: '604813' }
    expect(await codeOf(askClosing, member, wrong)).toBe(refusals.paymentPasswordWrong.code)
    expect(await codeOf(askClosing, member, body)).toBe(refusals.emailCodeNeeded.code)
    await system.must(requestEmailCode, { as: member, body: { purpose: 'close-account' } })
    const emailCode = await codeAt(system, mailbox)
    await system.must(askClosing, { as: member, body: { ...body, emailCode } })
    expect((await system.emailsTo(mailbox))[0]?.subject).toContain('将被注销')
    await system.must(undoClosing, { as: member })
    const again = await system.ask(askClosing, { as: member, body: { ...body, emailCode } })
    expect(again.code).toBe(refusals.emailCodeSpent.code)
  })

  it('is nobody for a while after a reset of the password', async () => {
    const member = await system.join('Reset')
    const mailbox = await bindFresh(system, member)
    await system.must(requestEmailCode, { as: member, body: { purpose: 'reset-payment' } })
    const newPassword = '604813'
    const code = await codeAt(system, mailbox)
    await system.must(resetPaymentByEmail, { as: member, body: { code, newPassword } })
    await system.must(requestEmailCode, { as: member, body: { purpose: 'close-account' } })
    const emailCode = await codeAt(system, mailbox)
    const request = { ...body, paymentPassword: newPassword, emailCode }
    expect(await codeOf(askClosing, member, request)).toBe(refusals.settingsFrozen.code)
    expect(await kinds(member)).toEqual(['freeze'])
  })
})

describe('during the waiting period', () => {
  it('only the calls of the list are allowed, until the closing is undone', async () => {
    const member = await system.join('Waverer')
    await system.must(askClosing, { as: member, body })
    const view = await system.must(accountClosing, { as: member })
    expect(view.state).toBe('resting')
    const now = await system.now()
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
    await system.shiftClock(REST - 2 * 60_000)
    await system.job('closings')
    const later = await back(member)
    expect((await system.must(undoClosing, { as: later })).state).toBe('open')
    await carryOut()
    expect(await stateOf(member)).toBe('undone')
    expect(await codeOf(setReceivingAccount, later, paid)).toBe(codes.success)
    expect(await codeOf(undoClosing, later)).toBe(refusals.notFound.code)
  })

  it('the data is exported, and the closing waits for an export that is being made', async () => {
    const member = await system.join('Packing')
    await system.must(askClosing, { as: member, body })
    await system.must(askExport, { as: member, body: { loginPassword: LOGIN_PASSWORD } })
    await carryOut()
    expect(await stateOf(member)).toBe('resting')
    await system.job('exports')
    await system.job('closings')
    expect(await stateOf(member)).toBe('closed')
  })

  it('the list contains only existing calls', () => {
    const ids = new Set(allEndpoints.map(one => one.id))
    expect([...callsWhileClosing].filter(id => !ids.has(id))).toEqual([])
  })

  it('a new matter stops the closing; the member is notified, and can act again', async () => {
    const member = await system.join('Lucky')
    const mailbox = await bindFresh(system, member)
    await system.must(requestEmailCode, { as: member, body: { purpose: 'close-account' } })
    const emailCode = await codeAt(system, mailbox)
    await system.must(askClosing, { as: member, body: { ...body, emailCode } })
    await system.job('notifications')
    await system.give(member, 'USDT', '50')
    await carryOut()
    await system.job('notifications')
    const later = await back(member)
    const notified = (await system.must(notificationList, { as: later })).items
    expect(notified.map(one => one.kind)).toEqual(['closing.stopped', 'closing.asked'])
    expect(notified[1]?.slots.until).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d \(UTC\+8\)$/)
    expect((await system.emailsTo(mailbox)).slice(0, 2).map(one => one.subject)).toEqual([
      expect.stringContaining('账户未注销'),
      expect.stringContaining('将被注销'),
    ])
    const view = await system.must(accountClosing, { as: later })
    expect([view.state, view.hindrances.map(one => one.kind)]).toEqual(['stopped', ['usdt']])
    expect(await codeOf(publishOrder, later, orderBody('2'))).not.toBe(refusals.accountClosing.code)
  })
})

describe('a member who would close to escape', () => {
  it('a late appeal cannot: the last minute for it comes before the closing', async () => {
    const buyer = await system.join('Quitter')
    const order = await offer(system, seller, '35')
    const trade = await takePart(system, buyer, order.id)
    await system.must(giveUpTrade, {
      as: buyer,
      params: { id: trade.id },
      body: { nothingSent: true },
    })
    await system.must(askClosing, { as: buyer, body })
    await system.shiftClock(otcRules.lateAppealMs - 60_000)
    await system.must(appealTrade, {
      as: await back(seller),
      params: { id: trade.id },
      body: { reason: lateReasonOf.seller, text: 'the money came afterwards' },
    })
    await carryOut()
    expect(await stateOf(buyer)).toBe('stopped')
    expect(await kinds(await back(buyer))).toContain('cases')
  })

  it('an operator cannot: an account that is frozen meanwhile stays, with everything it wrote', async () => {
    const member = await system.join('Suspect')
    const hello = { text: 'send it to my friend', pictures: [] }
    await system.must(writeToService, { as: member, body: hello })
    await system.must(askClosing, { as: member, body })
    const freeze = (at: string) =>
      system.db.owner.query(`update member set frozen_at = ${at} where id = $1`, [member.memberId])
    await freeze('house_now()')
    await carryOut()
    await system.job('words of closed accounts')
    expect(await stateOf(member)).toBe('stopped')
    expect((await logIn(member)).code).toBe(refusals.accountProblem.code)
    await freeze('null')
    const { items } = await system.must(serviceMessages, { as: await back(member) })
    expect(items.map(one => one.text)).toContain(hello.text)
  })

  it('leaves the other party of a trade its messages and pictures, as long as a case can need them', async () => {
    const buyer = await system.join('Payer')
    const order = await offer(system, seller, '45')
    const { id } = await takePart(system, buyer, order.id)
    const voucher = await uploadPicture(system, buyer)
    const hash = drawHash()
    const paid = { as: buyer, params: { id } }
    await system.must(payTrade, { ...paid, body: { vouchers: [voucher], hash } })
    await system.must(sayInChat, { ...paid, body: { text: 'sent from my exchange', pictures: [] } })
    await system.must(proposeCancel, { as: seller, params: { id } })
    await system.must(acceptCancel, paid)
    await system.must(confirmCancel, {
      ...paid,
      body: { because: 'refund_received' },
    })
    await close(buyer)
    await system.job('words of closed accounts')
    const as = await back(seller)
    const seen = await system.must(getTrade, { as, params: { id } })
    expect(`0x${seen.payment?.hash}`).toBe(hash)
    const chat = await system.must(chatMessages, { as, params: { id } })
    expect(chat.items.map(one => one.text)).toContain('sent from my exchange')
    const shown = await fetch(`${system.url}${uploadedPicturePath(voucher)}`, {
      headers: { authorization: `Bearer ${as.token}` },
    })
    expect(shown.headers.get('content-type')).toMatch(/^image/)
  })
})

describe('a closed account', () => {
  it('has no session, and a login with the right password or words reports that it is closed', async () => {
    const member = await system.join('Leaver')
    const mailbox = await bindFresh(system, member)
    await system.must(requestEmailCode, { as: member, body: { purpose: 'close-account' } })
    await close(member, { ...body, emailCode: await codeAt(system, mailbox) })
    expect(await stateOf(member)).toBe('closed')
    expect(await codeOf(me, member)).toBe(codes.sessionExpired)
    const { why } = await system.must(sessionEnd, { body: { token: member.token } })
    expect(why).toBe('accountClosed')
    expect((await logIn(member)).code).toBe(refusals.accountClosed.code)
    expect((await logIn(member, 'other leaves 51')).code).toBe(refusals.loginFailed.code)
    const proof = await member.key.prove(system.modules, 'login')
    const words = await system.ask(loginByWords, {
      body: { ...proof, deviceCode: drawDeviceCode() },
    })
    expect(words.code).toBe(refusals.accountClosed.code)
    const form = { ...(await accountForm(system.modules, member.key)), nickname: 'Again' }
    expect((await system.ask(createAccount, { body: form })).code).not.toBe(codes.success)
    expect((await system.emailsTo(mailbox))[0]?.subject).toContain('已注销')
  })

  it('keeps nothing that identifies its member, and its e-mail address gives nothing to a new account', async () => {
    const member = await system.join('Forgetful')
    const mailbox = await bindFresh(system, member)
    await system.must(setReceivingAccount, {
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
          await system.db.owner.query(`select 1 from ${table} where member_id = $1`, [
            member.memberId,
          ])
        ).rows.length
      return Promise.all(tables.map(own))
    }
    expect(await kept()).toEqual([1, 1, 1])
    await system.shiftClock(2 * DAY)
    await system.must(requestEmailCode, { as: member, body: { purpose: 'close-account' } })
    await system.must(askClosing, {
      as: member,
      body: { ...body, emailCode: await codeAt(system, mailbox) },
    })
    await system.shiftClock(2 * DAY + REST)
    await system.job('closings')
    expect(await kept()).toEqual([0, 0, 0])
    const { rows } = await system.db.owner.query(
      'select nickname, payment_hash from member where id = $1',
      [member.memberId],
    )
    expect(rows[0]).toEqual({ nickname: CLOSED_NICKNAME, payment_hash: null })

    const plain = await system.join('Plain')
    const again = await system.join('Again')
    await system.must(requestEmailCode, {
      as: again,
      body: { purpose: 'bind', address: mailbox },
    })
    const code = await codeAt(system, mailbox)
    await system.must(bindEmail, {
      as: again,
      body: { address: mailbox, code, paymentPassword: PAYMENT_PASSWORD },
    })
    expect((await system.must(emailStatus, { as: again })).bound?.address).toContain('@')
    const of = async (as: TestMember) => {
      const { emailCodeNeeded: _, ...closing } = await system.must(accountClosing, { as })
      return {
        closing,
        wallets: await system.must(walletSummary, { as }),
        investment: await system.must(investmentLimit, { as }),
      }
    }
    expect(await of(again)).toEqual(await of(plain))
  })

  it('stays in the tree and in its inviter’s list under another name, and so do those below it', async () => {
    const member = await system.join('Parent')
    const { inviteCode } = await system.must(me, { as: member })
    const child = await system.join('Child', inviteCode)
    await close(member)
    await system.shiftClock(0)
    expect(await stateOf(member)).toBe('closed')
    const invited = await system.must(me, { as: child })
    expect(invited.inviterNickname).toBe(CLOSED_NICKNAME)
    const { rows } = await system.db.owner.query('select inviter_id from member where id = $1', [
      child.memberId,
    ])
    expect(rows[0]?.inviter_id).toBe(member.memberId)
    expect((await system.must(inviteeList, { as: child })).items).toEqual([])
    const joins = await system.send('GET', `${inviter.path}?code=${inviteCode}`)
    expect(joins.code).not.toBe(codes.success)
  })

  it('is credited with what comes to its address, and keeps it', async () => {
    const member = await system.join('Late')
    await close(member)
    await system.give(member, 'USDT', '12.5')
    const { rows } = await system.db.owner.query(
      `select posted from ledger_account where owner = $1 and asset = 'USDT'`,
      [member.memberId],
    )
    expect(rows).toEqual([{ posted: 12_500_000n }])
    const document = await readFile(
      join(import.meta.dirname, '../../../../docs/personal-data.md'),
      'utf8',
    )
    const [query] = /^ {4}select [\s\S]*?;$/m.exec(document) ?? []
    const kept = await system.db.owner.query(query ?? '')
    expect(kept.rows.filter(row => row.account_id === member.accountId)).toMatchObject([
      { asset: 'USDT', posted: 12_500_000n },
    ])
  })

  it('loses its texts and pictures once no case can need them, and nobody else’s', async () => {
    const buyer = await system.join('Talker')
    const order = await offer(system, seller, '40')
    const trade = await takePart(system, buyer, order.id)
    const picture = await uploadPicture(system, buyer)
    const params = { id: trade.id }
    const say = (as: TestMember, text: string, pictures: string[] = []) =>
      system.must(sayInChat, { as, params, body: { text, pictures } })
    await say(buyer, 'my number is 1234', [picture])
    await say(seller, 'I am the other one')
    await system.must(writeToService, {
      as: buyer,
      body: { text: 'my name is Talker', pictures: [] },
    })
    await system.must(giveUpTrade, { as: buyer, params, body: { nothingSent: true } })
    await close(buyer)
    const texts = async () =>
      (await system.must(chatMessages, { as: await back(seller), params })).items.map(
        one => one.text,
      )
    await system.job('words of closed accounts')
    expect(await texts()).toEqual(['I am the other one', 'my number is 1234'])
    expect(await stateOf(buyer)).toBe('closed')
    const service = () =>
      system.db.owner.query(
        'select coalesce(sum(length(text)), 0)::int as left from service_message where member_id = $1',
        [buyer.memberId],
      )
    expect((await service()).rows[0]?.left).toBe(0)

    await system.shiftClock((PICTURE_NEEDED_DAYS + 1) * DAY)
    await system.job('words of closed accounts')
    expect(await texts()).toEqual(['I am the other one', ''])
    expect(await stateOf(buyer)).toBe('erased')
    const shown = await fetch(`${system.url}${uploadedPicturePath(picture)}`, {
      headers: { authorization: `Bearer ${(await back(seller)).token}` },
    })
    expect(((await shown.json()) as { code: number }).code).toBe(refusals.notFound.code)
    const { rows } = await system.db.owner.query('select removed_at from upload where id = $1', [
      uuidOf(picture),
    ])
    expect(rows[0]?.removed_at).not.toBeNull()
  })
})

/** The member in a new session: the clock has moved past the last one. */
const back = async (member: TestMember): Promise<TestMember> => ({
  ...member,
  token: (await logIn(member)).data.token,
})

describe('a message of staff to a closed account', () => {
  it('is refused, and nothing waits for an answer any more', async () => {
    const support = (await joinedOperators(system, ['support']))('support-1')
    const member = await system.join('Silent')
    const hello = { text: 'why is that so?', pictures: [] }
    const { conversationId } = await system.must(writeToService, { as: member, body: hello })
    const conversation = { as: support, params: { id: conversationId } }
    await system.must(takeConversation, conversation)
    const sent = { type: 'idea', text: 'a darker green', pictures: [] }
    const { id } = await system.must(sendFeedback, { as: member, body: sent })
    const waiting = async () => {
      const { items } = await system.must(feedbackQueue, { as: support, query: { state: 'open' } })
      return items.map(one => one.id)
    }
    expect(await waiting()).toContain(id)
    await close(member)
    await system.shiftClock(0)
    await system.job('words of closed accounts')
    expect(await waiting()).not.toContain(id)
    const reply = { text: 'because of you', pictures: [], place: 99 }
    const answers = [
      await system.ask(answerMember, { ...conversation, body: reply }),
      await system.ask(answerFeedback, { as: support, params: { id }, body: { text: 'thanks' } }),
    ]
    expect(answers.map(one => one.code)).toEqual([
      refusals.conversationClosed.code,
      refusals.notFound.code,
    ])
  })
})

describe('in the same instant', () => {
  const member = async (name: string) => ({ as: await system.join(name), name })

  it('a login whose password was accepted opens no session after the closing', async () => {
    const { as } = await member('Doubled')
    await system.must(askClosing, { as, body })
    await system.shiftClock(REST)
    const sessions = `select pg_advisory_xact_lock(hashtextextended('sessions of ${as.memberId}', 0))`
    const begun = await meetInTurn<unknown>(system.db, sessions, [
      () => system.job('closings'),
      () => logIn(as),
    ])
    const [, entered] = await Promise.all(begun)
    expect(entered).toMatchObject({ code: refusals.accountClosed.code })
    const { rows } = await system.db.owner.query(
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
    const order = await offer(system, seller, '25')
    const take = () => takePart(system, as, order.id).then(() => 'taken' as const)
    const ask = () => system.must(askClosing, { as, body }).then(() => 'closing' as const)
    const sides = first === 'a take' ? [take, ask] : [ask, take]
    const begun = await meetInTurn(system.db, rowOf('member', as.memberId), sides)
    const ended = await Promise.allSettled(begun)
    expect(ended.map(one => one.status)).toEqual(['fulfilled', 'rejected'])
    const { state, hindrances } = await system.must(accountClosing, { as })
    expect([state, hindrances.length]).toEqual(first === 'a take' ? ['open', 1] : ['resting', 0])
  })

  it.each([
    ['undone', [undone, carriedOut]],
    ['closed', [carriedOut, undone]],
  ] as const)(
    'undoing and carrying out leave it %s, depending on which is first',
    async (state, sides) => {
      const { as } = await member('Undoer')
      await system.must(askClosing, { as, body })
      await system.shiftClock(REST)
      const later = await back(as)
      const begun = await meetInTurn(
        system.db,
        rowOf('member', as.memberId),
        sides.map(side => () => side(later)),
      )
      await Promise.allSettled(begun)
      expect(await stateOf(as)).toBe(state)
      const reply = await logIn(as)
      expect(reply.code).toBe(state === 'closed' ? refusals.accountClosed.code : codes.success)
    },
  )

  it.each([
    ['a recharge', 'stopped'],
    ['carrying it out', 'closed'],
  ])('%s first: it is %s, and the recharge is credited either way', async (first, state) => {
    const { as } = await member('Payee')
    await system.give(as, 'USDT', '0.000001')
    await system.must(askClosing, { as, body: given })
    await system.shiftClock(REST)
    const credit = () => system.give(as, 'USDT', '30').then(() => undefined)
    const job = () => system.job('closings')
    const lock = `select from ledger_account where owner = '${as.memberId}' for update`
    const begun = await meetInTurn(
      system.db,
      lock,
      first === 'a recharge' ? [credit, job] : [job, credit],
    )
    await Promise.all(begun)
    expect(await stateOf(as)).toBe(state)
    const { rows } = await system.db.owner.query(
      `select posted from ledger_account where owner = $1 and asset = 'USDT'`,
      [as.memberId],
    )
    expect(rows[0]?.posted).toBe(30_000_001n)
  })
})

function undone(as: TestMember): Promise<unknown> {
  return system.must(undoClosing, { as })
}
function carriedOut(): Promise<unknown> {
  return system.job('closings')
}
