import {
  getTrade,
  releaseTrade,
  riskQuestions,
  takeOrder,
  withdrawalAddressList,
} from '@banyan/domain'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../phone.ts'
import { arrived } from './answers.ts'
import { knownAddress } from './fixtures/records.ts'
import { sellerAddress, tradeOf } from './fixtures/trades.ts'
import { ahead } from './fixtures/values.ts'
import { type Form, pin } from './forms/form.ts'
import { publishForm, takeBuyForm, takeForm } from './forms/market.ts'
import {
  exchangeForm,
  openWithdrawal,
  receivingForm,
  subscriptionForm,
  withdrawalForm,
} from './forms/money.ts'
import { releaseForm } from './forms/trades.ts'
import { Screen } from './screen.ts'

/* Sheets and dialogs: what they say, where the focus is, and how they are left. */
let browser: Browser
let screen: Screen
beforeAll(async () => {
  browser = await openBrowser()
  screen = await Screen.open(browser)
})
afterAll(async () => {
  await screen?.close()
  await browser?.close()
})
beforeEach(() => screen.begin())
afterEach(() => expect(screen.complaints().join('\n')).toBe(''))

const layers = () => screen.layers
const password = () => screen.layer.getByLabel('Payment password', { exact: true })
const hasFocus = (within: string) =>
  screen.page.evaluate(selector => document.activeElement?.closest(selector) !== null, within)
const focused = () =>
  screen.page.evaluate(() => {
    const on = document.activeElement
    return on?.getAttribute('aria-label') ?? on?.textContent ?? ''
  })

/** What each sheet for the payment password is for. */
const passwords: readonly (readonly [Form, title: string, ...says: (string | RegExp)[]])[] = [
  [
    withdrawalForm,
    'Confirm the withdrawal',
    'Expected credit',
    'This address is used for the first time: it can be approved after 24 hours at the earliest.',
  ],
  [subscriptionForm, 'Confirm the subscription', /^100\.?0*\s*USDT$/],
  [exchangeForm, 'Confirm the exchange', /^100\.?0*\s*LEAF$/],
  [takeBuyForm, 'Confirm the sale', 'To Sorrel for 51.00 USDT, plus the last digits'],
  [publishForm, 'Confirm the order', 'Goes into escrow'],
  [
    releaseForm,
    'Have you received the full 102.0037 USDT?',
    '100.00 LEAF then belong to Birch; it cannot be undone',
    'The chain has not confirmed this payment: rely on your own BSC wallet',
  ],
  [receivingForm, 'Change the receiving account', '@ficus'],
]
const named = passwords.map(([form, title, ...says]) => [form.name, form, title, says] as const)

describe('the sheet of the payment password', () => {
  test.each(named)(
    'of %s names the password and what it confirms',
    async (_, form, title, says) => {
      await form.open(screen)
      await form.fill(screen)
      const letGo = screen.answers.hold(form.call)
      await form.send(screen)
      await arrived(screen.answers, form.call)
      const sheet = screen.page.getByRole('dialog', { name: title })
      await sheet.waitFor()
      for (const text of says) await sheet.getByText(text).first().waitFor()
      // While it is under way nothing closes it: the member would not know what became of it.
      await screen.page.keyboard.press('Escape')
      await screen.drawn()
      expect(await sheet.isVisible()).toBe(true)
      screen.answers.refuse(form.call, 'paymentPasswordWrong', { left: 2 })
      letGo()
      await sheet
        .getByRole('alert')
        .filter({ hasText: 'The payment password is wrong; 2 tries left' })
        .waitFor()
      await screen.settled()
      // The digits of a wrong password are gone, and the next ones are typed without a tap.
      expect(await password().inputValue()).toBe('')
      expect(await password().evaluate(input => input === document.activeElement)).toBe(true)
      await screen.page.keyboard.type('1')
      expect(await sheet.getByText(/tries left/).count()).toBe(0)
      const bodies = screen.answers.calls(form.call)
      expect(bodies).toHaveLength(1)
      expect(screen.answers.lastBody(form.call)).toMatchObject({ paymentPassword: pin })
    },
  )

  test.each(named)('of %s closes for a refusal that no password mends', async (_, form) => {
    await form.open(screen)
    await form.fill(screen)
    screen.answers.refuse(form.call, 'forbidden')
    await form.send(screen)
    await arrived(screen.answers, form.call)
    await expect
      .poll(() => screen.page.getByLabel('Payment password', { exact: true }).count())
      .toBe(0)
  })

  test('takes six digits and more, by its own keys, and deletes one or all', async () => {
    await subscriptionForm.open(screen)
    await subscriptionForm.fill(screen)
    await screen.button('Next').click()
    const key = (name: string) => screen.button(name, screen.layer)
    const confirm = key('Confirm the subscription')
    for (const digit of '13579') await key(digit).click()
    expect(await confirm.isDisabled()).toBe(true)
    await key('2').click()
    expect(await confirm.isDisabled()).toBe(false)
    await key('Delete a digit').click()
    expect(await confirm.isDisabled()).toBe(true)
    expect(await password().inputValue()).toBe('13579')
    // Full-width digits are digits; everything else is not.
    await password().fill('１３５７９２ a-')
    expect(await password().inputValue()).toBe('135792')
    expect(screen.answers.calls(subscriptionForm.call)).toEqual([])
    await screen.page.keyboard.press('Escape')
  })
})

describe('focus and ways out', () => {
  /** Sheets and dialogs, and the button that opens each. */
  const opened: readonly (readonly [string, () => Promise<void>, string])[] = [
    ['the menu of a trade', () => showTrade('unpaid', 'buyer', 'More'), 'More'],
    [
      'the question before a proposal to cancel',
      () => showTrade('paid', 'buyer', /^Cancel together/),
      'Cancel together',
    ],
    ['the sheet of other evidence', () => showTrade('paid', 'buyer', 'Replace'), 'Replace'],
    ['the sheet of an exchange', () => exchangeForm.open(screen), 'Exchange to USDT'],
    ['the sheet of a buy', () => takeForm.open(screen), 'Buy from Sorrel'],
    ['the sheet of a new order', () => publishForm.open(screen), 'Publish a sell order'],
  ]
  async function showTrade(state: 'unpaid' | 'paid', role: 'buyer', name: string | RegExp) {
    const trade = tradeOf({ state, role })
    screen.answers.give(getTrade, trade)
    await screen.show(`/pages/otc/buy/${trade.stage}?id=${trade.id}`)
    await screen.button(name).click()
    await screen.settled()
  }

  test.each(opened)('%s keeps the focus, and Escape gives it back', async (_, open, opener) => {
    await open()
    const within = ':is([role="dialog"], [role="alertdialog"])'
    // A Tab before that would go on from the button, and the sheet would give the focus back to the next one.
    await expect.poll(() => hasFocus(within)).toBe(true)
    for (let step = 0; step < 12; step++) {
      await screen.page.keyboard.press('Tab')
      // At its ends the sheet's own guards have the focus for an instant and pass it back.
      await expect.poll(() => hasFocus(within), { message: `${step}` }).toBe(true)
    }
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => layers().count()).toBe(0)
    await expect.poll(focused).toContain(opener)
  })

  test.each(opened)('%s closes when the member goes back, and the page stays', async (_, open) => {
    await open()
    const address = screen.page.url()
    await layers().first().waitFor()
    await screen.page.evaluate(() => history.back())
    await expect.poll(() => layers().count()).toBe(0)
    await screen.settled()
    expect(screen.page.url()).toBe(address)
  })

  test('a question over a sheet has a scrim of its own, and Escape closes it alone', async () => {
    screen.answers.give(withdrawalAddressList, { items: [knownAddress()] })
    await openWithdrawal(screen)
    await screen.button('Manage addresses').click()
    await screen.settled()
    await screen.button('Remove this address', screen.layer).click()
    await expect.poll(() => layers().count()).toBe(2)
    await screen.settled()
    const scrims = screen.page.locator('[class*="_backdrop_"]:visible')
    expect(await scrims.count()).toBe(2)
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => layers().count()).toBe(1)
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => layers().count()).toBe(0)
  })
})

describe('what a call asks besides', () => {
  test('a factor after a reset is asked over the page, and the call is made again with it', async () => {
    await releaseForm.open(screen)
    await releaseForm.fill(screen)
    const until = ahead(60)
    screen.answers.refuse(releaseTrade, 'stepUpByLogin', { until }, { factor: 'login-password' })
    await releaseForm.send(screen)
    const sheet = screen.page.getByRole('dialog', { name: 'Confirm that it is you' })
    await sheet.getByText(/The payment password was reset/).waitFor()
    await screen.settled()
    // A wrong one stays, with its reason; what was asked for is not made meanwhile.
    screen.answers.refuse(releaseTrade, 'loginFailed')
    await sheet.getByLabel('Login password', { exact: true }).fill('wrong 1 word')
    await sheet.getByRole('button', { name: 'Confirm', exact: true }).click()
    await arrived(screen.answers, releaseTrade, 2)
    await sheet.getByRole('alert').first().waitFor()
    await screen.settled()
    const done = tradeOf({ state: 'finished', role: 'seller' })
    screen.answers.give(releaseTrade, done).give(getTrade, done)
    await sheet.getByLabel('Login password', { exact: true }).fill('right 1 word')
    await sheet.getByRole('button', { name: 'Confirm', exact: true }).click()
    await screen.shows('Released')
    const calls = screen.answers.calls(releaseTrade)
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
    expect(calls.map(({ input }) => input.body.stepUp)).toEqual([
      undefined,
      { by: 'login-password', loginPassword: 'wrong 1 word' },
      { by: 'login-password', loginPassword: 'right 1 word' },
    ])
    await expect.poll(() => layers().count()).toBe(0)
    await screen.settled()
  })

  test('a factor that is not given ends the call, and the coin stays', async () => {
    await releaseForm.open(screen)
    await releaseForm.fill(screen)
    screen.answers.refuse(
      releaseTrade,
      'stepUpByLogin',
      { until: ahead(60) },
      { factor: 'login-password' },
    )
    await releaseForm.send(screen)
    const sheet = screen.page.getByRole('dialog', { name: 'Confirm that it is you' })
    await sheet.waitFor()
    await screen.settled()
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => sheet.count()).toBe(0)
    expect(screen.answers.calls(releaseTrade)).toHaveLength(1)
    // Until the call has ended the question below is not closed.
    await screen.settled()
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => layers().count()).toBe(0)
  })

  test('the questions on risk come over the form, which is there when they are left', async () => {
    screen.answers.give(riskQuestions, {
      answeredAt: null,
      questions: [
        {
          id: 'loss',
          text: 'Can money be lost?',
          options: [
            { id: 'yes', text: 'Yes' },
            { id: 'no', text: 'No' },
          ],
        },
      ],
    })
    await takeForm.open(screen)
    await takeForm.fill(screen)
    screen.answers.refuse(takeOrder, 'riskQuestionsOpen')
    await takeForm.send(screen)
    await screen.page.getByText('Can money be lost?').waitFor()
    await screen.settled()
    await screen.page.keyboard.press('Escape')
    await expect.poll(() => screen.page.getByText('Can money be lost?').count()).toBe(0)
    expect(await screen.field('Quantity').last().inputValue()).toBe('50')
    expect(await screen.field('Your BSC paying address').last().inputValue()).not.toBe(
      sellerAddress,
    )
    expect(screen.answers.calls(takeOrder)).toHaveLength(1)
  })
})
