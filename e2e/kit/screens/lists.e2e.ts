import {
  type AnswerOf,
  blockList,
  depositList,
  type Endpoint,
  feedbackList,
  market,
  notificationList,
  ownOrders,
  publishTerms,
  redemptionList,
  saleRecords,
  sendFeedback,
  subscriptionList,
  tradeList,
  withdrawalList,
} from '@banyan/domain'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../phone.ts'
import { arrived, type Call } from './answers.ts'
import { homeAnswers } from './fixtures/home.ts'
import { offer, offers, ownOrder, terms } from './fixtures/market.ts'
import { redemptionOf, subscriptionOf, withdrawalOf } from './fixtures/records.ts'
import { tradeOf } from './fixtures/trades.ts'
import { ago, idOf } from './fixtures/values.ts'
import { feedbackForm } from './forms/words.ts'
import { Screen } from './screen.ts'

/* Every list while it loads, when it is empty, when it fails, without a network, and when its next page fails. */
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
beforeEach(() => {
  screen.begin()
  homeAnswers(screen.answers)
  screen.answers.give(publishTerms, () => terms())
})
afterEach(() => expect(screen.complaints().join('\n')).toBe(''))

interface List {
  name: string
  address: string
  call: Endpoint
  /** What it says when there is nothing. */
  empty: string
  /** One item, and a text of it. */
  give(answer: 'none' | 'one' | 'more'): void
  shows: string | RegExp
}

type Item<E> = AnswerOf<E> extends { items: (infer One)[] } ? One : never

/** A list with one item of its contract; `more` has another page. */
function paged<E extends Endpoint>(call: E, item: Item<E>): Pick<List, 'call' | 'give'> {
  return {
    call,
    give(answer) {
      const page = (cursor: string | undefined) => ({
        ...offers(),
        unread: 0,
        items: answer === 'none' ? [] : [item],
        nextCursor: answer === 'more' && cursor === undefined ? 'next' : null,
      })
      const answered = ({ input }: { input: { query?: { cursor?: string } } }) =>
        page(input.query?.cursor)
      // Its schema drops what only other lists have.
      screen.answers.give(call, answered as unknown as (call: Call<E>) => AnswerOf<E>)
    },
  }
}

const lists: readonly List[] = [
  {
    name: 'trades as buyer',
    address: '/pages/otc/buy/buyDealRecord',
    ...paged(tradeList, tradeOf({ state: 'finished', role: 'buyer' })),
    empty: 'You have not bought anything yet',
    shows: 'Sorrel',
  },
  {
    name: 'trades as seller',
    address: '/pages/otc/sell/sellDealRecord',
    ...paged(tradeList, tradeOf({ state: 'finished', role: 'seller' })),
    empty: 'You have not sold anything yet',
    shows: 'Birch',
  },
  {
    name: 'open sell orders',
    address: '/pages/otc/sell/sellList?tab=open',
    ...paged(ownOrders, ownOrder('open', 'sell')),
    empty: 'No open sell orders',
    shows: 'O1',
  },
  {
    name: 'ended buy orders',
    address: '/pages/otc/buy/buyList?tab=done',
    ...paged(ownOrders, ownOrder('expired', 'buy')),
    empty: 'No ended buy orders yet',
    shows: 'O1',
  },
  {
    name: 'sell orders on the market',
    address: '/pages/tabbar/OTC?side=buy',
    ...paged(market, offer('sell')),
    empty: 'No sell orders right now',
    shows: 'Sorrel',
  },
  {
    name: 'subscriptions',
    address: '/pages/home/subscribeList',
    ...paged(subscriptionList, subscriptionOf('refunded')),
    empty: 'No subscriptions yet',
    shows: 'Refunded',
  },
  {
    name: 'allotments of a status',
    address: '/pages/community/subscribeList?status=refunded',
    ...paged(subscriptionList, subscriptionOf('refunded')),
    empty: 'No subscription of this status',
    shows: '100.00',
  },
  {
    name: 'exchanges',
    address: '/pages/community/saleRecords?tab=queue',
    ...paged(redemptionList, redemptionOf('done')),
    empty: 'No exchanges or undos yet',
    shows: 'Done',
  },
  {
    name: 'sales',
    address: '/pages/community/saleRecords?tab=sold',
    ...paged(saleRecords, {
      id: 'sale-1',
      type: 'exchange',
      orderNumber: 'E1',
      deals: [],
      at: ago(60),
      quantity: '50.00',
      price: '0.99',
      gross: '49.50',
      fee: '0.50',
      feeAsset: 'USDT',
      net: '49.00',
      reference: 'ref-1',
      ruleVersion: 1,
    }),
    empty: 'Nothing sold yet',
    shows: '50.00 LEAF at 0.99',
  },
  {
    name: 'withdrawals',
    address: '/pages/mine/orderList',
    ...paged(withdrawalList, withdrawalOf('paid')),
    empty: 'No withdrawal orders yet',
    shows: 'Credited',
  },
  {
    name: 'recharges',
    address: '/pages/assets/rechargeList',
    ...paged(depositList, {
      id: idOf('dep', 1),
      amount: '100.00',
      hash: `0x${'ef'.repeat(32)}`,
      seenAt: ago(10),
      creditedAt: ago(5),
      confirmations: 15,
      needed: 15,
      state: 'credited',
    }),
    empty: 'No recharges yet',
    shows: 'Credited',
  },
  {
    name: 'blocked members',
    address: '/pages/more/blocks',
    ...paged(blockList, { id: idOf('blk', 1), nickname: 'Thorn', blockedAt: ago(60) }),
    empty: 'Nobody is on the list. You can block someone from a trade or from the market.',
    shows: 'Thorn',
  },
  {
    name: 'notifications',
    address: '/pages/more/notifications',
    ...paged(notificationList, {
      id: idOf('ntf', 1),
      kind: 'trade.pay',
      side: 'seller',
      subject: idOf('trd', 1),
      slots: {},
      at: ago(3),
      read: true,
    }),
    empty:
      'No notifications yet. Updates on trades, recharges, withdrawals, earnings and placement appear here.',
    shows: 'The buyer has paid: check that it arrived, then release',
  },
  {
    name: 'feedback',
    address: '/pages/home/service?tab=feedback',
    ...paged(feedbackList, {
      id: idOf('fbk', 1),
      type: 'idea',
      text: 'A bigger font, please.',
      pictures: [],
      files: [],
      sentAt: ago(60),
      answer: null,
    }),
    empty: 'No feedback yet',
    shows: 'A bigger font, please.',
  },
]

type Query = Readonly<Record<string, string>>

/** The calls of the list itself: the tab bar and the entry pages make some of them with other limits. */
const ofList = ({ limit }: Query) => limit !== '1' && limit !== '50'
const ofLaterPage = (query: Query) => query.cursor !== undefined
const laterPages = (calls: readonly { input: unknown }[]): number =>
  calls.filter(one => ofLaterPage((one.input as { query: Query }).query)).length

const rows = lists.map(list => [list.name, list] as const)
const text = (shown: string | RegExp) =>
  screen.main.getByText(shown).filter({ visible: true }).first()
const retry = () => screen.button('Tap to retry')
const failed = () => screen.main.getByRole('alert').filter({ visible: true })

test.each(rows)('%s: loading, then what there is', async (_, list) => {
  list.give('one')
  const letGo = screen.answers.hold(list.call)
  const shown = screen.show(list.address)
  await arrived(screen.answers, list.call)
  await screen.main.getByRole('status', { name: 'Loading' }).first().waitFor()
  expect(await text(list.empty).isVisible()).toBe(false)
  letGo()
  await shown
  await text(list.shows).waitFor()
  expect(await failed().count()).toBe(0)
})

test.each(rows)('%s: nothing yet', async (_, list) => {
  list.give('none')
  await screen.show(list.address)
  await text(list.empty).waitFor()
  expect(await text(list.shows).isVisible()).toBe(false)
})

test.each(rows)('%s: a failure says why, and a tap asks again', async (_, list) => {
  list.give('one')
  screen.answers.refuseWhere(list.call, ofList, 'forbidden')
  await screen.show(list.address)
  await failed().filter({ hasText: 'Not permitted' }).first().waitFor()
  expect(await text(list.empty).isVisible()).toBe(false)
  await retry().first().click()
  await text(list.shows).waitFor()
  expect(await failed().count()).toBe(0)
})

// The market asks for more than one list by the same call.
test.each(rows.filter(([, { call }]) => call.id !== market.id))(
  '%s: what is there stays when more cannot be loaded',
  async (_, list) => {
    list.give('more')
    screen.answers.refuseWhere(list.call, ofLaterPage, 'forbidden')
    await screen.show(list.address)
    await failed().filter({ hasText: 'Not permitted' }).first().waitFor()
    await text(list.shows).waitFor()
    // It does not ask for that page again by itself.
    expect(laterPages(screen.answers.calls(list.call))).toBe(1)
    await retry().first().click()
    await text('No more').waitFor()
  },
)

describe('without a network', () => {
  test('a list says so and asks again by itself when it is back', async () => {
    const [, list] = rows[0] as (typeof rows)[number]
    list.give('one')
    // The code of the list's page is on the device; what is missing then is the list.
    await screen.show(list.address)
    await text(list.shows).waitFor()
    await screen.show('/pages/more/settings')
    await screen.page.context().setOffline(true)
    try {
      await screen.page.getByText('You are offline. This continues once you are back').waitFor()
      await screen.page.evaluate(address => {
        location.hash = `#${address}`
      }, list.address)
      await failed()
        .filter({ hasText: 'Network problem. Check your connection and try again' })
        .first()
        .waitFor()
    } finally {
      await screen.page.context().setOffline(false)
    }
    await text(list.shows).waitFor()
    expect(await screen.page.getByText('You are offline.').isVisible()).toBe(false)
  })

  test('what was typed is there, and is sent when the network is back', async () => {
    // The tap is answered by a message at once: nothing waits for the network unseen.
    await feedbackForm.open(screen)
    await feedbackForm.fill(screen)
    await screen.page.context().setOffline(true)
    try {
      await feedbackForm.send(screen)
      await screen.shows(/Network problem|could not be checked/)
    } finally {
      await screen.page.context().setOffline(false)
    }
    expect(await screen.field('Text').inputValue()).toBe('The list jumps.')
    screen.answers.refuse(sendFeedback, 'feedbackDailyLimit')
    await feedbackForm.send(screen)
    await arrived(screen.answers, sendFeedback)
    expect(screen.answers.calls(sendFeedback)).toHaveLength(1)
  })
})
