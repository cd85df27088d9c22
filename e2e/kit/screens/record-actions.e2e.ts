import {
  getWithdrawal,
  guidePrice,
  type OrderEvent,
  type OrderLife,
  orderLives,
  orderMachine,
  orderSides,
  ownOrders,
  publishTerms,
  type RedemptionEvent,
  type RedemptionKind,
  redemptionKinds,
  redemptionList,
  redemptionMachine,
  redemptionStates,
  redemptionTerms,
  type SubscriptionEvent,
  subscriptionList,
  subscriptionMachine,
  subscriptionStates,
  type WithdrawalEvent,
  withdrawalMachine,
  withdrawalStates,
} from '@banyan/domain'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../phone.ts'
import { ownOrder, terms } from './fixtures/market.ts'
import { exchangeTerms, redemptionOf, subscriptionOf, withdrawalOf } from './fixtures/records.ts'
import { ago, ahead, idOf } from './fixtures/values.ts'
import { Screen } from './screen.ts'

/* A record of the member's own offers exactly what its machine allows to its owner, in every state. */
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

/** The acts among the buttons of the page. */
const acts = async (among: readonly string[]): Promise<string[]> =>
  (await screen.actions()).filter(name => among.includes(name.replace(' (locked)', ''))).sort()

describe('an own order', () => {
  /** The button of an event; one that the owner cannot make has none. */
  const buttonOf: Readonly<Record<OrderEvent, string | null>> = {
    pause: 'Pause',
    resume: 'Resume',
    change: 'Change',
    cancel: 'Cancel',
    hold: null,
    expire: null,
    complete: null,
  }
  const all = [...Object.values(buttonOf), 'Confirm price'].filter(name => name !== null)
  const namesOf = (life: OrderLife): string[] =>
    orderMachine
      .moves(life, 'owner')
      // An order that waits for its owner is confirmed, changed or cancelled: a pause would say nothing of its price.
      .filter(event => !(life === 'held' && event === 'pause'))
      .map(event => (life === 'held' && event === 'resume' ? 'Confirm price' : buttonOf[event]))
      .filter(name => name !== null)
      .sort()

  const show = async (life: OrderLife, side: (typeof orderSides)[number]) => {
    const order = ownOrder(life, side)
    screen.answers.give(ownOrders, { items: [order], nextCursor: null })
    const tab = orderMachine.isFinal(life) ? 'done' : 'open'
    await screen.show(`/pages/otc/${side}/${side}List?tab=${tab}`)
    const face = screen.main.getByRole('button', { name: order.orderNumber })
    if ((await face.getAttribute('aria-expanded')) !== 'true') await face.click()
    await screen.settled()
  }

  test.each(orderLives.flatMap(life => orderSides.map(side => ({ life, side }))))(
    'to $side that is $life',
    async ({ life, side }) => {
      screen.answers.give(publishTerms, terms())
      await show(life, side)
      expect(await acts(all)).toEqual(namesOf(life))
    },
  )

  test.each([
    ['sell', { frozenUntil: ahead(60), frozenBecause: 'payment-reset' }],
    ['buy', { buyingStopped: { why: 'investingPaused', until: ahead(60) } }],
  ] as const)(
    'to %s that could not be published now is neither changed nor resumed, but cancelled',
    async (side, stopped) => {
      screen.answers.give(publishTerms, terms(stopped))
      await show('paused', side)
      expect(await acts(all)).toEqual(['Cancel', 'Change (locked)', 'Resume (locked)'])
    },
  )

  test.each(orderSides)('to %s, all of which is in trade, offers nothing', async side => {
    const order = { ...ownOrder('open', side), available: '0.00', inTrade: '60.00', moves: [] }
    screen.answers.give(publishTerms, terms())
    screen.answers.give(ownOrders, { items: [order], nextCursor: null })
    await screen.show(`/pages/otc/${side}/${side}List?tab=open`)
    await screen.main.getByRole('button', { name: order.orderNumber }).click()
    await screen.settled()
    expect(await acts(all)).toEqual([])
  })
})

describe('a subscription', () => {
  const buttonOf: Readonly<Record<SubscriptionEvent, string | null>> = {
    cancel: 'Cancel',
    cutoff: null,
    issue: null,
    issuePart: null,
    refund: null,
  }
  const all = ['Cancel', 'Continue', 'Undo the first subscription', 'Cancel undo']
  const namesOf = (state: (typeof subscriptionStates)[number]) =>
    subscriptionMachine
      .moves(state, 'member')
      .map(event => buttonOf[event])
      .filter(name => name !== null)
  const price = () => ({
    price: '1.05',
    exitPrice: '1.04',
    publishedAt: ago(60),
    nextCutoff: ahead(600),
    unreleased: '0',
    history: [],
    splits: [],
  })

  test.each(subscriptionStates)('that is %s', async state => {
    screen.answers
      .give(subscriptionList, { items: [subscriptionOf(state)], nextCursor: null })
      .give(guidePrice, price())
      .give(redemptionTerms, exchangeTerms())
    await screen.show('/pages/home/subscribeList')
    expect(await acts(all)).toEqual(namesOf(state))
  })

  test.each(['pending', 'settling'] as const)(
    'that cools off and is %s can be left as easily as kept, while its machine allows it',
    async state => {
      screen.answers
        .give(subscriptionList, {
          items: [subscriptionOf(state, { coolingOff: true })],
          nextCursor: null,
        })
        .give(guidePrice, price())
      await screen.show('/pages/home/subscribeList')
      const mayCancel = namesOf(state).includes('Cancel')
      expect(await acts(all)).toEqual([mayCancel ? 'Cancel' : 'Cancel (locked)', 'Continue'])
      await screen.button('Cancel', screen.main).evaluate((one: HTMLElement) => one.click())
      await screen.settled()
      expect(await screen.layer.count()).toBe(mayCancel ? 1 : 0)
    },
  )

  test.each([
    ['offers its undo', null, 'Undo the first subscription'],
    ...redemptionStates.map(
      state =>
        [
          `whose undo is ${state}`,
          state,
          redemptionMachine.moves(state, 'member').includes('cancel') ? 'Cancel undo' : null,
        ] as const,
    ),
  ] as const)('that was the first fill and %s', async (_, state, name) => {
    const first = subscriptionOf('issued')
    screen.answers
      .give(subscriptionList, { items: [first], nextCursor: null })
      .give(guidePrice, price())
      .give(
        redemptionTerms,
        exchangeTerms({
          undo: {
            subscriptionId: first.id,
            until: ahead(600),
            quantity: '95.00',
            estimate: '94.00',
            redemption: state && redemptionOf(state, 'undo'),
          },
        }),
      )
    await screen.show('/pages/home/subscribeList')
    expect(await acts(all)).toEqual(name ? [name] : [])
  })
})

describe('a withdrawal', () => {
  const buttonOf: Readonly<Record<WithdrawalEvent, string | null>> = {
    cancel: 'Cancel',
    review: null,
    release: null,
    approve: null,
    refuse: null,
    cut: null,
    hand: null,
    sign: null,
    void: null,
    send: null,
    vanish: null,
    confirm: null,
    giveBack: null,
    rebook: null,
  }
  test.each(withdrawalStates.map((state, nth) => ({ state, nth })))(
    'that is $state',
    async ({ state, nth }) => {
      const order = withdrawalOf(state, nth + 1)
      screen.answers.give(getWithdrawal, order)
      await screen.show(`/pages/mine/orderList?id=${order.id}`)
      const moves = withdrawalMachine.moves(state, 'member')
      expect(await acts(['Cancel'])).toEqual(moves.map(event => buttonOf[event]))
      // What can no longer be cancelled and is not decided says so.
      const isLate = order.status === 'under_review' && moves.length === 0
      const says = screen.main.getByText('Approved: it cannot be cancelled')
      expect(await says.count()).toBe(isLate ? 1 : 0)
    },
  )
})

describe('a redemption', () => {
  const buttonOf: Readonly<Record<RedemptionEvent, Record<RedemptionKind, string> | null>> = {
    cancel: { exchange: 'Cancel', undo: 'Cancel undo' },
    cutoff: null,
    deal: null,
    wait: null,
  }
  test.each(redemptionStates.flatMap(state => redemptionKinds.map(kind => ({ state, kind }))))(
    'by $kind that is $state',
    async ({ state, kind }) => {
      const items = [redemptionOf(state, kind)]
      screen.answers.give(redemptionList, { items, nextCursor: null })
      await screen.show('/pages/community/saleRecords?tab=queue')
      const moves = redemptionMachine.moves(state, 'member')
      expect(await acts(['Cancel', 'Cancel undo'])).toEqual(
        moves.map(event => buttonOf[event]?.[kind]),
      )
    },
  )

  test('names its kind in the question before it is taken back', async () => {
    screen.answers.give(redemptionList, {
      items: [redemptionOf('queued', 'undo')],
      nextCursor: null,
    })
    await screen.show('/pages/community/saleRecords?tab=queue')
    await screen.button('Cancel undo').click()
    await screen.layer.getByText('Cancel this undo?').waitFor()
    expect(idOf('und', 1)).toBe(redemptionOf('queued', 'undo').id)
  })
})
