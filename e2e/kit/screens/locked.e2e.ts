import {
  getEvidence,
  getReceivingAccount,
  getTrade,
  payoutPauses,
  releaseTrade,
  security,
  sendFeedback,
  shownStops,
  subscriptionRound,
  type TradeEvidence,
  withdrawalTerms,
} from '@banyan/domain'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../phone.ts'
import { arrived } from './answers.ts'
import { homeAnswers } from './fixtures/home.ts'
import { payoutTerms, round } from './fixtures/records.ts'
import { paymentHash, sellerAddress, tradeOf } from './fixtures/trades.ts'
import { ago, ahead, idOf } from './fixtures/values.ts'
import { openWithdrawal, receivingForm } from './forms/money.ts'
import { payForm } from './forms/trades.ts'
import { feedbackForm, serviceForm } from './forms/words.ts'
import { picture, Screen } from './screen.ts'

/* What a member cannot do now is not offered as if they could: the page says why, and what is missing. */
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

const text = (shown: string | RegExp) =>
  screen.page.getByText(shown).filter({ visible: true }).first()
const isLocked = (name: string | RegExp) => screen.button(name).last().isDisabled()

describe('the proof of a payment', () => {
  const action = () => screen.main.locator('[class*="_bar_"] button').last().textContent()
  const addPicture = () =>
    screen.main
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: 'paid.png', mimeType: 'image/png', buffer: picture })

  test('names what is missing until nothing is, in either order', async () => {
    await payForm.open(screen)
    expect(await action()).toBe('Screenshot and hash missing')
    await addPicture()
    await screen.settled()
    await expect.poll(action).toBe('Transaction hash missing')
    // The button leads to what is missing.
    await screen.button('Transaction hash missing').click()
    const hash = screen.field('Transaction hash')
    await hash.waitFor()
    expect(await hash.evaluate(input => input === document.activeElement)).toBe(true)
    await hash.fill(`  0x${paymentHash.toUpperCase()}  `)
    await expect.poll(action).toBe('I have paid')
    await payForm.open(screen)
    await screen.button('Screenshot and hash missing').click()
    await screen.button(/^Tx hash/).click()
    await screen.field('Transaction hash').fill(paymentHash)
    await expect.poll(action).toBe('Screenshot missing')
  })

  test('is refused at the hash while that is none', async () => {
    await payForm.open(screen)
    await addPicture()
    await screen.button(/^Tx hash/).click()
    const hash = screen.field('Transaction hash')
    for (const typed of ['0x12', 'g'.repeat(64), 'ab'.repeat(31), `${paymentHash}ab`]) {
      await hash.fill(typed)
      await screen.button('I have paid').click()
      await screen.settled()
      expect
        .soft(await screen.errorOf(hash), typed)
        .toBe('A transaction hash is 64 hex digits (0x may lead)')
    }
    expect(screen.answers.calls(payForm.call)).toEqual([])
  })

  test('is there again after the page was loaded anew', async () => {
    await payForm.open(screen)
    await addPicture()
    await screen.button(/^Tx hash/).click()
    await screen.field('Transaction hash').fill(paymentHash)
    await expect.poll(action).toBe('I have paid')
    await screen.reload(screen.page.url().split('#')[1] ?? '')
    await expect.poll(action).toBe('I have paid')
    screen.answers.refuse(payForm.call, 'forbidden')
    await screen.button('I have paid').click()
    await expect
      .poll(() => screen.answers.lastBody(payForm.call))
      .toMatchObject({ hash: paymentHash })
  })
})

describe('a release', () => {
  const finding = (found: 'verified' | 'not_found'): TradeEvidence => ({
    hashes: [
      {
        hash: paymentHash,
        now: {
          finding: found,
          confirmations: found === 'verified' ? 15 : null,
          needed: found === 'verified' ? 15 : null,
          blockAt: null,
          received: found === 'verified' ? '102.0037' : null,
          payer: null,
          at: ago(1),
        },
        history: [],
      },
    ],
    reused: [],
  })
  const open = async (found: 'verified' | 'not_found', state: 'paid' | 'release_timeout') => {
    const trade = tradeOf({ state, role: 'seller' })
    screen.answers.give(getTrade, trade).give(getEvidence, finding(found))
    await screen.show(`/pages/otc/sell/payed?id=${trade.id}`)
  }
  const box = (label: string) => screen.main.getByLabel(label)
  const read = 'I have read it: the chain has not confirmed the payment'
  const saw = 'I saw this money in my own wallet'

  test.each(['paid', 'release_timeout'] as const)(
    'of a trade that is %s waits until the seller has seen the money, and has read that the chain has not',
    async state => {
      await open('not_found', state)
      expect(await isLocked('Confirm that it arrived first')).toBe(true)
      expect(await box(saw).isDisabled()).toBe(true)
      await box(read).check()
      expect(await isLocked('Confirm that it arrived first')).toBe(true)
      await box(saw).check()
      expect(await isLocked('Release 100.00 LEAF')).toBe(false)
      // What was ticked for another finding does not count.
      await box(read).uncheck()
      expect(await isLocked('Confirm that it arrived first')).toBe(true)
      expect(await box(saw).isChecked()).toBe(false)
      expect(screen.answers.calls(releaseTrade)).toEqual([])
    },
  )

  test('of a payment that the chain confirms asks for the own wallet alone', async () => {
    await open('verified', 'paid')
    expect(await screen.main.getByRole('checkbox').count()).toBe(1)
    expect(await isLocked('Confirm that it arrived first')).toBe(true)
    await box(saw).check()
    await screen.button('Release 100.00 LEAF').click()
    await screen.layer.getByText('On the chain, with the exact amount').waitFor()
    await screen.page.keyboard.press('Escape')
  })

  test('is confirmed anew after the page was left', async () => {
    await open('verified', 'paid')
    await box(saw).check()
    await screen.page.evaluate(() => {
      location.hash = '#/pages/more/settings'
    })
    await screen.settled()
    await screen.page.evaluate(() => history.back())
    await expect.poll(() => box(saw).isVisible()).toBe(true)
    await expect.poll(() => box(saw).isChecked()).toBe(false)
  })
})

describe('a withdrawal', () => {
  test('is not asked for while it is frozen', async () => {
    await openWithdrawal(screen)
    expect(await isLocked('Request withdrawal')).toBe(false)
    screen.answers.give(withdrawalTerms, payoutTerms({ frozenUntil: ahead(60) }))
    await screen.show('/pages/mine/withdrawal')
    await text('Security settings have changed: withdrawals are frozen until').waitFor()
    expect(await isLocked('Request withdrawal')).toBe(true)
  })

  test.each(payoutPauses)(
    'is taken while payouts are paused (%s), and the page says so',
    async pause => {
      await openWithdrawal(screen)
      screen.answers.give(withdrawalTerms, payoutTerms({ payoutsPaused: pause }))
      await screen.show('/pages/mine/withdrawal')
      const says =
        pause === 'notConnected' ? 'requests are reviewed and then wait' : 'Payouts are paused:'
      await text(says).waitFor()
      expect(await isLocked('Request withdrawal')).toBe(false)
    },
  )

  test('is taken while custody is short, and the page says what becomes of it', async () => {
    await openWithdrawal(screen)
    screen.answers.give(withdrawalTerms, payoutTerms({ paysInFull: false }))
    await screen.show('/pages/mine/withdrawal')
    await text('The platform holds too little at present.').waitFor()
    expect(await isLocked('Request withdrawal')).toBe(false)
  })
})

describe('a subscription', () => {
  const subscribe = () => screen.button('Subscribe')
  const says = {
    houseIsRed: /./,
    countryClosed: /./,
    windDown: 'The platform is being wound down: subscribing has stopped. Withdrawing goes on.',
  }
  test.each(shownStops)('that %s stops is not offered, and the page says why', async stop => {
    homeAnswers(screen.answers)
    screen.answers.give(subscriptionRound, round({ stopped: stop }))
    await screen.show('/?sheet=subscribe')
    await text(says[stop]).waitFor()
    expect(await subscribe().count()).toBe(0)
    expect(await screen.page.getByRole('dialog').count()).toBe(0)
  })

  test('is not offered while the member pauses', async () => {
    homeAnswers(screen.answers)
    screen.answers.give(subscriptionRound, round({ pausedUntil: ahead(60) }))
    await screen.show('/')
    await text('You have paused investing').waitFor()
    expect(await subscribe().count()).toBe(0)
  })
})

describe('other forms', () => {
  test('the receiving account is not changed while it is frozen', async () => {
    screen.answers.give(security, {
      email: null,
      freezes: {
        withdrawals: null,
        sells: null,
        settings: { until: ahead(60), cause: 'payment-reset' },
        letsGo: null,
      },
      resets: [],
    })
    await receivingForm.open(screen)
    await text('Security settings changed recently.').waitFor()
    expect(await isLocked('Save')).toBe(true)
  })

  test('the receiving account: each address and the contact is refused at its field', async () => {
    await receivingForm.open(screen)
    const rows = [
      ['BSC address', '0x12', 'Enter a BSC address: 0x and 40 hex digits'],
      [
        'BSC address',
        '0x52908400098527886E0F7030069857D2E4169Ee7',
        'The BSC address fails its checksum; check every character',
      ],
      ['TRON address', 'T12', 'Enter a TRON address: 34 characters starting with T'],
      [
        'TRON address',
        'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9',
        'The TRON address fails its checksum; check every character',
      ],
    ] as const
    for (const [name, typed, says] of rows) {
      const field = screen.field(name)
      await field.fill(typed)
      await screen.button('Save').click()
      await screen.settled()
      expect.soft(await screen.errorOf(field), typed).toBe(says)
      await field.fill('')
    }
    await screen.button('Save').click()
    await screen.settled()
    expect(await screen.errorOf(screen.field('Contact'))).toBe(
      'Enter how you can be reached, such as a phone number or Telegram',
    )
    await screen.field('Contact').fill('@ficus')
    await screen.button('Save').click()
    await screen.settled()
    expect(await screen.errorOf(screen.field('BSC address'))).toBe(
      'Enter at least one receiving address',
    )
    expect(screen.answers.acts).toEqual([])
  })

  test('the receiving account as it was is not sent', async () => {
    await receivingForm.open(screen)
    screen.answers.give(getReceivingAccount, {
      bsc: sellerAddress,
      tron: null,
      contact: '@ficus',
      changedAt: null,
    })
    await screen.show('/pages/mine/account')
    await screen.button('Save').click()
    await screen.shows('Nothing has changed')
    expect(screen.answers.acts).toEqual([])
  })

  test('an empty message is not sent', async () => {
    await serviceForm.open(screen)
    expect(await isLocked('Send')).toBe(true)
    await screen.field('Write a message').fill('  ')
    expect(await isLocked('Send')).toBe(true)
    await screen.field('Write a message').fill('Hello')
    expect(await isLocked('Send')).toBe(false)
  })

  test('empty feedback is not sent, and what is typed while it is sent stays', async () => {
    await feedbackForm.open(screen)
    await screen.button('Submit feedback').click()
    expect(await screen.errorOf(screen.field('Text'))).toBe('Write something first')
    await feedbackForm.fill(screen)
    const letGo = screen.answers.hold(sendFeedback)
    screen.answers.give(sendFeedback, {
      id: idOf('fbk', 1),
      type: 'problem',
      text: 'The list jumps.',
      pictures: [],
      files: [],
      sentAt: ago(0),
      answer: null,
    })
    await feedbackForm.send(screen)
    await arrived(screen.answers, sendFeedback)
    await screen.field('Text').fill('And it flickers.')
    letGo()
    await screen.shows('Submitted')
    expect(await screen.field('Text').inputValue()).toBe('And it flickers.')
  })
})
