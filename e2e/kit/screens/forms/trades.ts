import {
  appealTrade,
  askReview,
  claimLate,
  getTrade,
  payTrade,
  releaseTrade,
  replaceEvidence,
  stateInDispute,
  tradeIsElsewhere,
} from '@banyan/domain'
import { paymentHash, type TradeSetup, tradeOf } from '../fixtures/trades.ts'
import { picture, type Screen } from '../screen.ts'
import { type Form, givePassword, ofPassword, press, say, type, words } from './form.ts'

/* Forms of a trade and its case: evidence, release, statements. */

const hash = words('交易哈希', 'Transaction hash')
const openTrade = async (screen: Screen, setup: TradeSetup, page: string = '') => {
  const trade = tradeOf(setup)
  screen.answers.give(getTrade, trade)
  const side = trade.side
  await screen.show(`/pages/otc/${side}/${page || trade.stage}?id=${trade.id}`)
}
const fillProof = async (screen: Screen) => {
  await screen.main.locator('input[type="file"]').first().setInputFiles({
    name: 'paid.png',
    mimeType: 'image/png',
    buffer: picture,
  })
  await press(screen, /^(Tx hash|交易哈希)/)
  await type(screen, hash, `0x${paymentHash}`)
  await screen.settled()
}
const ofTrade = Object.fromEntries(tradeIsElsewhere.map(name => [name, 'message' as const]))
const ofProof = { ...ofTrade, paymentOfAnotherTrade: hash, voucherUnknown: 'message' } as const
export const payForm: Form = {
  name: 'a payment',
  call: payTrade,
  places: { ...ofProof, paymentWindowOver: 'message' },
  open: screen => openTrade(screen, { state: 'unpaid', role: 'buyer' }),
  fill: fillProof,
  send: screen => press(screen, words('我已付款', 'I have paid')),
  typed: [[hash, `0x${paymentHash}`]],
}
export const claimForm: Form = {
  name: 'a late claim',
  call: claimLate,
  places: { ...ofProof, lateClaimTooLate: 'message' },
  open: screen => openTrade(screen, { state: 'payment_grace', role: 'buyer' }),
  fill: fillProof,
  send: screen => press(screen, words('我已按时付款', 'I paid in time')),
  typed: [[hash, `0x${paymentHash}`]],
}
export const replaceForm: Form = {
  name: 'other evidence',
  call: replaceEvidence,
  places: { ...ofProof, evidenceUnchanged: hash },
  async open(screen) {
    await openTrade(screen, { state: 'paid', role: 'buyer' })
    await press(screen, words('更换', 'Replace'))
    await screen.settled()
  },
  async fill(screen) {
    await screen.layer.locator('input[type="file"]').first().setInputFiles({
      name: 'paid.png',
      mimeType: 'image/png',
      buffer: picture,
    })
    await press(screen, /^(Tx hash|交易哈希)/)
    await type(screen, hash, `0x${'cd'.repeat(32)}`)
    await screen.settled()
  },
  send: async screen => {
    const name = say(screen, words('确认更换', 'Replace'))
    await screen.layer.getByRole('button', { name, exact: true }).click()
  },
  typed: [[hash, `0x${'cd'.repeat(32)}`]],
}

export const releaseForm: Form = {
  name: 'a release',
  call: releaseTrade,
  places: {
    ...ofTrade,
    ...ofPassword,
    stepUpByLogin: 'message',
    stepUpByPayment: 'message',
    stepUpByWords: 'message',
    loginFailed: 'message',
    loginLocked: 'message',
    challengeSpent: 'message',
    wordsOfAnother: 'message',
  },
  open: screen => openTrade(screen, { state: 'paid', role: 'seller' }),
  async fill(screen) {
    for (const box of await screen.main.getByRole('checkbox').all()) await box.check()
  },
  async send(screen) {
    await press(screen, words('放出 100.00 LEAF', 'Release 100.00 LEAF'))
    await givePassword(screen)
  },
  again: async screen => {
    const name = say(screen, words('放出 100.00 LEAF', 'Release 100.00 LEAF'))
    await screen.layer.getByRole('button', { name, exact: true }).click()
  },
  typed: [],
}

const happened = words('申诉内容', 'What happened')
const optionalHash = words('交易哈希（选填）', 'Transaction hash (optional)')
const fillStatement = async (screen: Screen) => {
  await type(screen, happened, 'Paid at noon.\nNothing came.')
  await type(screen, optionalHash, paymentHash)
}
const statementTyped = [
  [happened, 'Paid at noon.\nNothing came.'],
  [optionalHash, paymentHash],
] as const
const ofStatement = {
  ...ofTrade,
  disputeHashRequired: optionalHash,
  paymentOfAnotherTrade: optionalHash,
  /** At the pictures. */
  disputePictureUnknown: 'message',
  statementLimit: happened,
  disputeMoveNotAllowed: 'message',
  caseOver: 'message',
  caseRuled: 'message',
} as const
const submit = (screen: Screen) => press(screen, words('提交', 'Submit'))
const openStatement = async (screen: Screen, setup: TradeSetup, as: string) => {
  const trade = tradeOf(setup)
  screen.answers.give(getTrade, trade)
  await screen.show(`/pages/otc/${trade.side}/submitAppeal?id=${trade.id}&as=${as}`)
}
export const appealForm: Form = {
  name: 'an appeal',
  call: appealTrade,
  places: {
    ...ofStatement,
    /** At the choice of the reason, which is no text. */
    disputeReasonNotYours: 'message',
    lateReasonBuyer: 'message',
    lateReasonSeller: 'message',
    lateEvidenceNeeded: 'message',
    appealTooEarly: 'message',
    lateAppealOver: 'message',
    lateAppealMade: 'message',
    counterClaimMade: 'message',
  },
  open: screen => openStatement(screen, { state: 'paid', role: 'buyer' }, 'appeal'),
  async fill(screen) {
    await fillStatement(screen)
    await press(screen, /^(Reason|申诉理由)/)
    const reason = words('已付款，卖家没有放币', 'Paid, and the seller does not release')
    await screen.layer.getByText(say(screen, reason)).click()
    await screen.settled()
  },
  send: submit,
  typed: statementTyped,
}
export const answerForm: Form = {
  name: 'an answer in a case',
  call: stateInDispute,
  places: ofStatement,
  open: screen =>
    openStatement(
      screen,
      {
        state: 'arbitration_from_paid',
        role: 'buyer',
        case: { state: 'opened', openedBy: 'buyer' },
      },
      'answer',
    ),
  fill: fillStatement,
  send: submit,
  typed: statementTyped,
}
export const reviewForm: Form = {
  name: 'a request for the review',
  call: askReview,
  places: { ...ofStatement, reviewNotPossible: 'message' },
  open: screen =>
    openStatement(
      screen,
      {
        state: 'arbitration_from_paid',
        role: 'buyer',
        case: { state: 'ruled', openedBy: 'buyer', ruling: 'refund' },
      },
      'review',
    ),
  fill: fillStatement,
  send: submit,
  typed: statementTyped,
}
