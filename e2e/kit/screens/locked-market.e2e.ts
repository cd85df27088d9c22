import { buyingStops, freezeCauses, market, publishTerms, solvency } from '@banyan/domain'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../phone.ts'
import { homeAnswers } from './fixtures/home.ts'
import { offer, offers, terms } from './fixtures/market.ts'
import { ago, ahead } from './fixtures/values.ts'
import { takeForm } from './forms/market.ts'
import { Screen } from './screen.ts'

/* What stops a member on the market is said before a form is filled in for nothing. */
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

describe('the market', () => {
  type Terms = ReturnType<typeof terms>
  const rows: readonly (readonly [string, 'buy' | 'sell', Partial<Terms>, string])[] = [
    [
      'too few arbitrators',
      'buy',
      { arbitrators: { present: 2, needed: 3 } },
      'Only 2 arbitrators have signed in within 14 days, and new trades need 3',
    ],
    [
      'too few arbitrators',
      'sell',
      { arbitrators: { present: 2, needed: 3 } },
      'Only 2 arbitrators have signed in within 14 days, and new trades need 3',
    ],
    ...buyingStops.map(
      why =>
        [
          why,
          'buy',
          { buyingStopped: { why, until: null } },
          { investingPaused: 'You have paused investing', countryClosed: 'does not allow buying' }[
            why
          ],
        ] as const,
    ),
    ['faults', 'buy', { pausedUntil: ahead(60) }, 'taking and buy orders are paused until'],
    [
      'as many sell orders as can be',
      'sell',
      { openOrders: { sell: { now: 3, max: 3 }, buy: { now: 0, max: 3 } } },
      'At most 3 sell orders can be open. Cancel one first.',
    ],
    [
      'as many buy orders as can be',
      'buy',
      { openOrders: { sell: { now: 0, max: 3 }, buy: { now: 3, max: 3 } } },
      'At most 3 open buy orders; cancel one first.',
    ],
    ['no address', 'sell', { networks: [] }, 'Set a receiving address first'],
    ...freezeCauses.map(
      frozenBecause =>
        [
          `a freeze after ${frozenBecause}`,
          'sell',
          { frozenUntil: ahead(60), frozenBecause },
          {
            'login-reset': 'The login password was reset: nothing can be sold',
            'payment-reset': 'The payment password was reset: nothing can be sold',
            'email-change': 'The e-mail address was changed: nothing can be sold',
            'address-change': 'The receiving address was changed: nothing can be sold',
          }[frozenBecause],
        ] as const,
    ),
  ]
  const show = async (side: 'buy' | 'sell', over: Partial<Terms> = {}) => {
    homeAnswers(screen.answers)
    screen.answers
      .give(publishTerms, terms(over))
      .give(market, offers(offer(side === 'buy' ? 'sell' : 'buy')))
    await screen.show(`/pages/tabbar/OTC?side=${side}`)
  }
  const publish = { buy: 'Publish a buy order', sell: 'Publish a sell order' }
  const take = { buy: 'Buy from Sorrel', sell: 'Sell to Sorrel' }

  test.each(rows)(
    '%s: nothing is published on the side to %s, and the page says why',
    async (_, side, over, says) => {
      await show(side, over)
      await text(says).waitFor()
      expect(await isLocked(publish[side])).toBe(true)
    },
  )

  test.each(['buy', 'sell'] as const)('nothing in the way: the side to %s is open', async side => {
    await show(side)
    expect(await isLocked(publish[side])).toBe(false)
    expect(await isLocked(take[side])).toBe(false)
  })

  /** What stops taking, too: nobody fills in a form for nothing. */
  const stopped: readonly (readonly [string, 'buy' | 'sell', Partial<Terms>])[] = [
    ['too few arbitrators', 'buy', { arbitrators: { present: 2, needed: 3 } }],
    ['too few arbitrators', 'sell', { arbitrators: { present: 2, needed: 3 } }],
    ['faults', 'buy', { pausedUntil: ahead(60) }],
    ['faults', 'sell', { pausedUntil: ahead(60) }],
    ['a pause', 'buy', { buyingStopped: { why: 'investingPaused', until: ahead(60) } }],
    ['a freeze', 'sell', { frozenUntil: ahead(60), frozenBecause: 'payment-reset' }],
  ]
  test.each(stopped)('%s: no order is taken on the side to %s', async (_, side, over) => {
    await show(side, over)
    expect(await isLocked(take[side])).toBe(true)
  })

  test.each(['buy', 'sell'] as const)(
    'the funds are being checked: nothing is published or taken on the side to %s',
    async side => {
      homeAnswers(screen.answers)
      screen.answers
        .give(publishTerms, terms())
        .give(market, offers(offer(side === 'buy' ? 'sell' : 'buy')))
        .give(solvency, { newest: null, redSince: ago(5), days: [] })
      await screen.show(`/pages/tabbar/OTC?side=${side}`)
      await text('The market is stopped since').waitFor()
      expect(await isLocked(publish[side])).toBe(true)
      expect(await isLocked(take[side])).toBe(true)
    },
  )

  test('as many open trades as may be: the form says so and takes nothing', async () => {
    await takeForm.open(screen)
    const takes = { open: 3, most: 3, next: { finished: 5, most: 5 }, loweredUntil: null }
    screen.answers.give(publishTerms, terms({ takes: { ...takes, newcomersShare: null } }))
    await screen.show('/pages/tabbar/OTC?side=buy')
    await screen.button(take.buy).click()
    await text('Finish one of your open trades first.').waitFor()
    await text('After 5 finished trades: 5 at once.').waitFor()
    expect(await screen.button('Confirm', screen.layer).isDisabled()).toBe(true)
    await screen.page.keyboard.press('Escape')
  })

  test.each([
    ['own', 'Your order'],
    ['blocked', 'Blocked'],
    ['conditions', 'Conditions not met'],
    ['newcomers', 'Not for a first trade'],
  ] as const)(
    'an order that is %s for the member has the reason in place of its button',
    async (barrier, says) => {
      homeAnswers(screen.answers)
      screen.answers.give(publishTerms, terms()).give(market, offers(offer('sell', { barrier })))
      await screen.show('/pages/tabbar/OTC?side=buy')
      await text(says).waitFor()
      expect(await screen.button(take.buy).count()).toBe(0)
    },
  )
})
