import {
  getReceivingAccount,
  market,
  publishBuyOrder,
  publishOrder,
  publishTerms,
  takeBuyOrder,
  takeOrder,
} from '@banyan/domain'
import { homeAnswers } from '../fixtures/home.ts'
import { offer, offers, terms } from '../fixtures/market.ts'
import { payoutAddress } from '../fixtures/records.ts'
import { sellerAddress } from '../fixtures/trades.ts'
import type { Screen } from '../screen.ts'
import { type Form, givePassword, ofPassword, press, say, type, type Words, words } from './form.ts'

/* Forms of the market: taking and publishing. */

const marketAnswers = (screen: Screen) => {
  homeAnswers(screen.answers)
  screen.answers
    .give(publishTerms, () => terms())
    .give(market, ({ input: { query } }) => offers(offer(query?.side === 'buy' ? 'buy' : 'sell')))
    .give(getReceivingAccount, {
      bsc: sellerAddress,
      tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
      contact: '@ficus',
      changedAt: null,
    })
}

const bought = words('购买数量', 'Quantity')
const paidFrom = words('您的 BSC 付款地址', 'Your BSC paying address')
const notOfTheForm = 'message' as const
const ofTaking = {
  marketStopped: notOfTheForm,
  marketClosed: notOfTheForm,
  ownOrder: notOfTheForm,
  memberBlocked: notOfTheForm,
  conditionEffective: notOfTheForm,
  conditionTrades: notOfTheForm,
  conditionRate: notOfTheForm,
  conditionNoRate: notOfTheForm,
  tradingPaused: notOfTheForm,
  orderNotAvailable: notOfTheForm,
  orderPaused: notOfTheForm,
  /** On the sheet, above the quantity. */
  orderChanged: notOfTheForm,
  networkNotAccepted: notOfTheForm,
  orderPriceOutsideBand: notOfTheForm,
  paymentAmountsTaken: notOfTheForm,
  openTakesLimit: notOfTheForm,
  openTakesHighest: notOfTheForm,
  openTakesLowered: notOfTheForm,
}
export const takeForm: Form = {
  name: 'a buy from an order',
  call: takeOrder,
  places: {
    ...ofTaking,
    takeBelowMin: bought,
    takeAboveMax: bought,
    takeAboveRest: bought,
    takeRestWhole: bought,
    investingPaused: 'message',
    countryClosed: 'message',
    riskQuestionsOpen: 'questions',
    investmentOverMaximum: bought,
    payFromAddress: paidFrom,
    newcomersShare: bought,
    newcomersShareTaken: bought,
  },
  async open(screen) {
    marketAnswers(screen)
    await screen.show('/pages/tabbar/OTC?side=buy')
    await press(screen, words('向 Sorrel 购买', 'Buy from Sorrel'))
    await screen.settled()
  },
  async fill(screen) {
    await type(screen, bought, '50')
    await screen.layer
      .getByText(
        say(screen, words('只从一个地址付款（选填）', 'Pay from one address only (optional)')),
      )
      .click()
    await type(screen, paidFrom, payoutAddress)
  },
  send: screen => press(screen, words('确认购买', 'Confirm')),
  typed: [
    [bought, '50'],
    [paidFrom, payoutAddress],
  ],
}

const sold = words('卖出数量', 'Quantity')
export const takeBuyForm: Form = {
  name: 'a sale to an order',
  call: takeBuyOrder,
  places: {
    ...ofTaking,
    ...ofPassword,
    takeBelowMin: sold,
    takeAboveMax: sold,
    takeAboveRest: sold,
    takeRestWhole: sold,
    buyerOverMaximum: sold,
    sellingFrozen: 'message',
    receivingAddressNeeded: 'message',
    tradingLimitExceeded: sold,
    insufficientBalance: sold,
  },
  async open(screen) {
    marketAnswers(screen)
    await screen.show('/pages/tabbar/OTC?side=sell')
    await press(screen, words('卖给 Sorrel', 'Sell to Sorrel'))
    await screen.settled()
  },
  fill: screen => type(screen, sold, '50'),
  async send(screen) {
    await press(screen, words('下一步', 'Next'))
    await givePassword(screen)
  },
  again: async screen => {
    const name = say(screen, words('确认卖出', 'Sell'))
    await screen.layer.getByRole('button', { name, exact: true }).click()
  },
  typed: [[sold, '50']],
}

const toSell = words('出售数量', 'Quantity to sell')
const toBuy = words('求购数量', 'Quantity to buy')
const price = words('单价', 'Price')
const least = words('单笔最小', 'Minimum per take')
const most = words('单笔最大', 'Maximum per take')
const typeOrder = async (screen: Screen, quantity: Words) => {
  await type(screen, quantity, '100')
  await type(screen, price, '1.01')
  await type(screen, least, '20')
  await type(screen, most, '80')
}
const ofOrder = (quantity: Words) =>
  [
    [quantity, '100'],
    [price, '1.01'],
    [least, '20'],
    [most, '80'],
  ] as const
export const publishForm: Form = {
  name: 'a sell order',
  call: publishOrder,
  places: {
    ...ofPassword,
    marketStopped: 'message',
    orderPriceOutsideBand: price,
    /** Of an order whose price follows the guide price. */
    marginTooWide: 'never',
    concessionTooHigh: 'message',
    takeMinAboveMax: least,
    takeMaxAboveTotal: most,
    /** At the networks. */
    receivingAddressNeeded: 'message',
    sellingFrozen: 'message',
    marketClosed: 'message',
    orderQuantityTooSmall: toSell,
    tooManyOpenOrders: 'message',
    tradingLimitExceeded: toSell,
    insufficientBalance: toSell,
  },
  async open(screen) {
    marketAnswers(screen)
    await screen.show('/pages/tabbar/OTC?side=sell')
    await press(screen, words('发布卖单', 'Publish a sell order'))
    await screen.settled()
  },
  fill: screen => typeOrder(screen, toSell),
  async send(screen) {
    await press(screen, words('下一步', 'Next'))
    await givePassword(screen)
  },
  again: async screen => {
    const name = say(screen, words('发布', 'Publish'))
    await screen.layer.getByRole('button', { name, exact: true }).click()
  },
  typed: ofOrder(toSell),
}

export const publishBuyForm: Form = {
  name: 'a buy order',
  call: publishBuyOrder,
  places: {
    marketStopped: 'message',
    marketClosed: 'message',
    orderPriceOutsideBand: price,
    marginTooWide: 'never',
    takeMinAboveMax: least,
    takeMaxAboveTotal: most,
    orderQuantityTooSmall: toBuy,
    buyOrderTooLarge: toBuy,
    tooManyOpenOrders: 'message',
    tradingPaused: 'message',
    riskQuestionsOpen: 'questions',
    investmentOverMaximum: toBuy,
    investingPaused: 'message',
    countryClosed: 'message',
  },
  async open(screen) {
    marketAnswers(screen)
    await screen.show('/pages/tabbar/OTC?side=buy')
    await press(screen, words('发布买单', 'Publish a buy order'))
    await screen.settled()
  },
  fill: screen => typeOrder(screen, toBuy),
  send: screen => press(screen, words('发布', 'Publish')),
  typed: ofOrder(toBuy),
}
