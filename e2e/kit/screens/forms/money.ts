import {
  createWithdrawal,
  getReceivingAccount,
  placeSubscription,
  requestExchange,
  setReceivingAccount,
  withdrawalAddressList,
  withdrawalList,
  withdrawalQuote,
  withdrawalTerms,
} from '@banyan/domain'
import { homeAnswers } from '../fixtures/home.ts'
import { knownAddress, payoutAddress, payoutTerms } from '../fixtures/records.ts'
import { sellerAddress } from '../fixtures/trades.ts'
import type { Screen } from '../screen.ts'
import { type Form, givePassword, ofPassword, press, say, type, words } from './form.ts'

/* Forms of balances: withdrawals, subscriptions, exchanges, and where buyers pay. */

const amount = words('转出数量', 'Amount')
const remarks = words('订单备注（选填）', 'Order remarks (optional)')
export const withdrawalForm: Form = {
  name: 'a withdrawal',
  call: createWithdrawal,
  places: {
    ...ofPassword,
    withdrawalBelowMinimum: amount,
    withdrawalOverLimit: amount,
    insufficientBalance: amount,
    withdrawalAddressChecksum: words('BSC 收款地址', 'BSC address'),
    withdrawalAddressUnusable: words('BSC 收款地址', 'BSC address'),
    withdrawalAddressOwn: words('BSC 收款地址', 'BSC address'),
    emailCodeNeeded: words('邮箱验证码', 'E-mail code'),
    emailCodeWrong: words('邮箱验证码', 'E-mail code'),
    emailCodeSpent: words('邮箱验证码', 'E-mail code'),
    withdrawalsFrozen: 'message',
    lossBeingShared: 'message',
  },
  async open(screen) {
    screen.answers
      .give(withdrawalTerms, () => payoutTerms({ emailCodeNeeded: true }))
      .give(withdrawalAddressList, { items: [] })
      .give(withdrawalList, { items: [], nextCursor: null })
      .give(withdrawalQuote, ({ input: { body } }) => ({
        ...body,
        fee: '1.00',
        expected: '49.00',
        newAddress: true,
        leftToday: '800.00',
      }))
    await screen.show('/pages/mine/withdrawal')
  },
  async fill(screen) {
    await type(screen, amount, '50')
    await type(screen, words('BSC 收款地址', 'BSC address'), payoutAddress)
    await screen.main.getByText(say(screen, remarks)).first().click()
    await type(screen, remarks, 'for rent')
  },
  async send(screen) {
    await press(screen, words('申请转出 50.00 USDT', 'Request 50.00 USDT'))
    await type(screen, words('邮箱验证码', 'E-mail code'), '123456')
    await givePassword(screen)
  },
  async again(screen) {
    await screen.layer
      .getByRole('button', { name: say(screen, words('提交申请', 'Submit request')) })
      .click()
  },
  typed: [
    [amount, '50'],
    [words('BSC 收款地址', 'BSC address'), payoutAddress],
    [remarks, 'for rent'],
  ],
}

/** The same with a known address and without a code. */
export async function openWithdrawal(screen: Screen): Promise<void> {
  await withdrawalForm.open(screen)
  screen.answers
    .give(withdrawalTerms, () => payoutTerms())
    .give(withdrawalAddressList, { items: [knownAddress()] })
  await screen.show('/pages/mine/withdrawal')
}

const subscribed = words('认购金额', 'Amount')
export const subscriptionForm: Form = {
  name: 'a subscription',
  call: placeSubscription,
  places: {
    ...ofPassword,
    subscriptionTooSmall: subscribed,
    subscriptionOverLimit: subscribed,
    houseIsRed: subscribed,
    countryClosed: subscribed,
    investingPaused: subscribed,
    riskQuestionsOpen: 'questions',
    insufficientBalance: subscribed,
    promptNotOpen: subscribed,
    lossBeingShared: subscribed,
  },
  async open(screen) {
    homeAnswers(screen.answers)
    await screen.show('/?sheet=subscribe')
  },
  fill: screen => type(screen, subscribed, '100'),
  async send(screen) {
    await press(screen, words('下一步', 'Next'))
    await givePassword(screen)
  },
  again: screen => press(screen, words('确认认购', 'Confirm the subscription')),
  typed: [[subscribed, '100']],
}

const exchanged = words('兑换数量', 'Quantity')
export const exchangeForm: Form = {
  name: 'an exchange',
  call: requestExchange,
  places: { ...ofPassword, exchangeTooSmall: exchanged, insufficientBalance: exchanged },
  async open(screen) {
    homeAnswers(screen.answers)
    await screen.show('/pages/assets/walletList')
    await press(screen, words('兑换为 USDT', 'Exchange to USDT'))
    await screen.settled()
  },
  fill: screen => type(screen, exchanged, '100'),
  async send(screen) {
    await press(screen, words('下一步', 'Next'))
    await givePassword(screen)
  },
  again: screen => press(screen, words('确认兑换', 'Confirm the exchange')),
  typed: [[exchanged, '100']],
}

const bsc = words('BSC 地址', 'BSC address')
const contact = words('联系方式', 'Contact')
export const receivingForm: Form = {
  name: 'the receiving account',
  call: setReceivingAccount,
  places: {
    ...ofPassword,
    receivingAddressChecksum: 'message',
    settingsFrozen: 'message',
  },
  async open(screen) {
    screen.answers.give(getReceivingAccount, {
      bsc: null,
      tron: null,
      contact: null,
      changedAt: null,
    })
    await screen.show('/pages/mine/account')
  },
  async fill(screen) {
    await type(screen, bsc, sellerAddress)
    await type(screen, contact, '@ficus')
  },
  async send(screen) {
    await press(screen, words('保存', 'Save'))
    await givePassword(screen)
  },
  again: screen => press(screen, words('确认修改', 'Confirm the change')),
  typed: [
    [bsc, sellerAddress],
    [contact, '@ficus'],
  ],
}
