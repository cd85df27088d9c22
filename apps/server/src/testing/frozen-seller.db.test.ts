import {
  bindEmail,
  getTrade,
  market,
  payTrade,
  publishTerms,
  refusals,
  releaseTrade,
  requestEmailCode,
  requestLoginResetCode,
  resetLoginByEmail,
  resetPaymentByEmail,
  resetPaymentByWords,
  revokeOtherSessions,
  security,
  setReceivingAccount,
  takeBuyOrder,
  takeOrder,
  uuidOf,
} from '@banyan/domain'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from './http-system.ts'
import { changesOf, rowOf, whileHeld } from './meet.ts'
import { LOGIN_PASSWORD, PAYMENT_PASSWORD, type TestMember } from './members.ts'
import { drawHash, equip, offer, takePart, uploadPicture, want } from './scene.ts'
import { bindFresh, codeAt } from './scene-accounts.ts'

const NEW_PIN = '604813'
const NEW_LOGIN = 'other leaves 51'
const HOUR = 3_600_000

let system: HttpSystem
beforeAll(async () => {
  system = await openHttpSystem()
})
afterAll(() => system.close())

const draw = () => privateKeyToAddress(generatePrivateKey())
const address = (bsc: string, paymentPassword = PAYMENT_PASSWORD) => ({
  body: { bsc, tron: null, contact: '@seller', paymentPassword },
})
const take = (as: TestMember, id: string, version = 1) =>
  system.ask(takeOrder, {
    as,
    params: { id },
    body: { quantity: '20', network: 'BSC', version },
  })
const takeBuy = (as: TestMember, id: string) =>
  system.ask(takeBuyOrder, {
    as,
    params: { id },
    body: { quantity: '20', network: 'BSC', version: 1, paymentPassword: PAYMENT_PASSWORD },
  })
const isOffered = async (as: TestMember, id: string) =>
  (await system.must(market, { as, query: { side: 'sell', limit: 100 } })).items.some(
    one => one.id === id,
  )
const release = (as: TestMember, id: string, paymentPassword: string, stepUp?: object) =>
  system.ask(releaseTrade, {
    as,
    params: { id },
    body: { paymentPassword, ...(stepUp ? { stepUp } : {}) },
  })

/** A seller with an order, an e-mail address, and a trade of it that a buyer has paid. */
async function sellerWithTrade() {
  const [seller, buyer] = [await system.join('Seller'), await system.join('Buyer')]
  for (const member of [seller, buyer]) await equip(system, member)
  const mailbox = await bindFresh(system, seller)
  const order = await offer(system, seller, '200')
  const trade = await takePart(system, buyer, order.id, '30')
  const voucher = await uploadPicture(system, buyer)
  const body = { vouchers: [voucher], hash: drawHash() }
  await system.must(payTrade, { as: buyer, params: { id: trade.id }, body })
  return { seller, buyer, mailbox, order, trade }
}

const resetPayment = async (as: TestMember, mailbox: string) => {
  await system.must(requestEmailCode, { as, body: { purpose: 'reset-payment' } })
  const code = await codeAt(system, mailbox)
  await system.must(resetPaymentByEmail, { as, body: { code, newPassword: NEW_PIN } })
}

describe('a thief with a session and the mailbox of a seller', () => {
  it('gets no buyer to pay them, and releases nothing with the password that they have reset', async () => {
    const { seller, buyer, mailbox, order, trade } = await sellerWithTrade()
    const thief = seller
    expect(await isOffered(buyer, order.id)).toBe(true)
    await resetPayment(thief, mailbox)

    const moved = await system.ask(setReceivingAccount, { as: thief, ...address(draw(), NEW_PIN) })
    expect(moved.code).toBe(refusals.settingsFrozen.code)
    expect(moved.data).toMatchObject({ cause: 'payment-reset', until: expect.any(String) })
    expect(await isOffered(buyer, order.id)).toBe(false)
    expect((await take(buyer, order.id)).code).toBe(refusals.orderPaused.code)

    const alone = await release(thief, trade.id, NEW_PIN)
    expect(alone.code).toBe(refusals.stepUpByLogin.code)
    expect(alone.data).toMatchObject({ factor: 'login-password', cause: 'payment-reset' })
    const guessed = { by: 'login-password', loginPassword: 'a guess 1234' }
    expect((await release(thief, trade.id, NEW_PIN, guessed)).code).toBe(refusals.loginFailed.code)
    const samePin = { by: 'payment-password', paymentPassword: NEW_PIN }
    expect((await release(thief, trade.id, NEW_PIN, samePin)).code).toBe(
      refusals.stepUpByLogin.code,
    )
    // Nor are the owner's other sessions ended, which can undo the reset.
    expect((await system.ask(revokeOtherSessions, { as: thief })).code).toBe(
      refusals.stepUpByLogin.code,
    )

    // With the mailbox the login password is reset as well: then only the words prove the member.
    const { accountId } = seller
    await system.must(requestLoginResetCode, { body: { accountId, address: mailbox } })
    const code = await codeAt(system, mailbox)
    await system.must(resetLoginByEmail, {
      body: { accountId, address: mailbox, code, newPassword: NEW_LOGIN },
    })
    const login = await system.send('POST', '/api/session/login', {
      body: { accountId, loginPassword: NEW_LOGIN, deviceCode: 'e'.repeat(64) },
    })
    const inside: TestMember = { ...seller, token: login.data.token }
    for (const stepUp of [
      undefined,
      { by: 'login-password', loginPassword: NEW_LOGIN },
      { by: 'payment-password', paymentPassword: NEW_PIN },
    ])
      expect((await release(inside, trade.id, NEW_PIN, stepUp)).code).toBe(
        refusals.stepUpByWords.code,
      )
    const outsider = await system.join('Stranger')
    const theirs = { by: 'words', ...(await outsider.key.prove(system.modules, 'confirm')) }
    expect((await release(inside, trade.id, NEW_PIN, theirs)).code).toBe(
      refusals.wordsOfAnother.code,
    )
    const forLogin = { by: 'words', ...(await seller.key.prove(system.modules, 'login')) }
    expect((await release(inside, trade.id, NEW_PIN, forLogin)).code).toBe(
      refusals.challengeSpent.code,
    )
    expect((await system.must(getTrade, { as: buyer, params: { id: trade.id } })).status).toBe(
      'paid',
    )

    const own = { by: 'words', ...(await seller.key.prove(system.modules, 'confirm')) }
    expect((await release(inside, trade.id, NEW_PIN, own)).code).toBe(1)
  })
})

describe('a seller who has reset the payment password', () => {
  it('releases with the login password too, or with the words, and the page shows that before', async () => {
    const { seller, mailbox, trade } = await sellerWithTrade()
    await resetPayment(seller, mailbox)
    const { freezes } = await system.must(security, { as: seller })
    expect(freezes.letsGo).toMatchObject({ cause: 'payment-reset', factor: 'login-password' })
    expect(freezes.settings?.until).toBe(freezes.sells?.until)
    const known = { by: 'login-password', loginPassword: LOGIN_PASSWORD }
    expect((await release(seller, trade.id, NEW_PIN, known)).code).toBe(1)

    const other = await sellerWithTrade()
    const proof = await other.seller.key.prove(system.modules, 'reset-payment')
    await system.must(resetPaymentByWords, {
      as: other.seller,
      body: { ...proof, newPassword: NEW_PIN },
    })
    const words = { by: 'words', ...(await other.seller.key.prove(system.modules, 'confirm')) }
    expect((await release(other.seller, other.trade.id, NEW_PIN, words)).code).toBe(1)
  })
})

describe('another receiving address', () => {
  it('takes open sell orders off the market for its own day, and they come back by themselves', async () => {
    const { seller, buyer, order, trade } = await sellerWithTrade()
    const payTo = trade.payTo
    await system.must(setReceivingAccount, { as: seller, ...address(draw()) })
    expect((await system.must(publishTerms, { as: seller })).frozenUntil).not.toBeNull()
    for (const hours of [0, 23.9]) {
      await system.shiftClock(hours * HOUR)
      expect(await isOffered(buyer, order.id), `${hours} h`).toBe(false)
      expect((await take(buyer, order.id)).code, `${hours} h`).toBe(refusals.orderPaused.code)
    }
    await system.shiftClock(24.01 * HOUR)
    expect(await isOffered(buyer, order.id)).toBe(true)
    expect((await take(buyer, order.id)).code).toBe(1)
    await system.shiftClock(0)
    const open = await system.must(getTrade, { as: buyer, params: { id: trade.id } })
    expect(open.payTo, 'the open trade keeps its address').toBe(payTo)
    // Nothing was reset, so only the payment password is required.
    expect((await release(seller, trade.id, PAYMENT_PASSWORD)).code).toBe(1)
  })

  it('can be corrected at once by a member who mistyped it', async () => {
    const member = await system.join('Mender')
    await equip(system, member)
    await system.must(setReceivingAccount, { as: member, ...address(draw()) })
    expect((await system.ask(setReceivingAccount, { as: member, ...address(draw()) })).code).toBe(1)
  })
})

describe('another e-mail address', () => {
  it('freezes for a day what could be stolen, and the first one freezes nothing', async () => {
    const member = await system.join('Mailer')
    await equip(system, member)
    const old = await bindFresh(system, member)
    expect((await system.must(security, { as: member })).freezes.sells).toBeNull()
    const fresh = `other.${member.accountId}@example.org`
    await system.must(requestEmailCode, { as: member, body: { purpose: 'rebind-old' } })
    const oldCode = await codeAt(system, old)
    await system.must(requestEmailCode, { as: member, body: { purpose: 'bind', address: fresh } })
    const code = await codeAt(system, fresh)
    const body = { address: fresh, code, oldCode, paymentPassword: PAYMENT_PASSWORD }
    await system.must(bindEmail, { as: member, body })
    const { freezes } = await system.must(security, { as: member })
    for (const freeze of [freezes.withdrawals, freezes.sells, freezes.settings])
      expect(freeze?.cause).toBe('email-change')
    expect(freezes.letsGo).toBeNull()
  })
})

describe('a take that has begun', () => {
  it('is refused where a reset freezes the seller before it has locked the order', async () => {
    const { seller, buyer, mailbox, order } = await sellerWithTrade()
    const row = rowOf('otc_order', uuidOf(order.id))
    const late = await whileHeld(system.db, row, async held => {
      const begun = held.begin(() => take(buyer, order.id))
      await held.waiters(1)
      await resetPayment(seller, mailbox)
      return { begun }
    })
    expect((await late.begun).code).toBe(refusals.orderPaused.code)
  })

  it('is refused where the receiving address changes before it has locked the order', async () => {
    const { seller, buyer, order } = await sellerWithTrade()
    const row = rowOf('otc_order', uuidOf(order.id))
    const late = await whileHeld(system.db, row, async held => {
      const begun = held.begin(() => take(buyer, order.id))
      await held.waiters(1)
      await system.must(setReceivingAccount, { as: seller, ...address(draw()) })
      return { begun }
    })
    expect((await late.begun).code).toBe(refusals.orderPaused.code)
  })

  it('pays the earlier address where it changes after the take was decided', async () => {
    const { seller, buyer, order, trade } = await sellerWithTrade()
    const early = await whileHeld(system.db, changesOf('otc_trade'), async held => {
      const begun = held.begin(() => take(buyer, order.id))
      await held.waiters(1)
      await system.must(setReceivingAccount, { as: seller, ...address(draw()) })
      return { begun }
    })
    const taken = await early.begun
    expect(taken.code, taken.msg).toBe(1)
    expect(taken.data.payTo).toBe(trade.payTo)
  })

  it('sells into no buy order once the seller’s receiving address has changed', async () => {
    const { seller, buyer } = await sellerWithTrade()
    const wanted = await want(system, buyer, '60')
    const row = rowOf('otc_order', uuidOf(wanted.id))
    const late = await whileHeld(system.db, row, async held => {
      const begun = held.begin(() => takeBuy(seller, wanted.id))
      await held.waiters(1)
      await system.must(setReceivingAccount, { as: seller, ...address(draw()) })
      return { begun }
    })
    expect((await late.begun).code).toBe(refusals.sellingFrozen.code)
  })
})

describe('an account that an operator has closed', () => {
  it('has no order that can be taken, on either side', async () => {
    const { seller, buyer, order } = await sellerWithTrade()
    const wanted = await want(system, seller, '60')
    await system.db.owner.query('update member set frozen_at = house_now() where id = $1', [
      seller.memberId,
    ])
    expect(await isOffered(buyer, order.id)).toBe(false)
    const { items } = await system.must(market, { as: buyer, query: { side: 'buy', limit: 100 } })
    expect(items.map(one => one.id)).not.toContain(wanted.id)
    expect((await take(buyer, order.id)).code).toBe(refusals.orderPaused.code)
    expect((await takeBuy(buyer, wanted.id)).code).toBe(refusals.orderPaused.code)
  })
})
