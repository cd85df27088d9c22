import {
  type DisputeEvent,
  type DisputeState,
  disputeMachine,
  getTrade,
  type Party,
  type TradeEvent,
  type TradeState,
  type TradeView,
  tradeMachine,
  tradeStates,
} from '@banyan/domain'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from '../../phone.ts'
import { type TradeSetup, tradeOf } from './fixtures/trades.ts'
import { Screen } from './screen.ts'

/* The page of a trade shows exactly what its machine, and that of its case, allow to the viewer. */
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

const parties: readonly Party[] = ['buyer', 'seller']

/** Where the viewer finds an event: buttons and links of the page, rows of its menu. */
type Shown = { page?: readonly string[]; menu?: readonly string[] }
type Of = (trade: TradeView) => Shown

const nowhere: Of = () => ({})
const onPage =
  (...page: string[]): Of =>
  () => ({ page })
const sells = (trade: TradeView) => trade.side === 'sell'

/** What the buyer's proof consists of, and the button that names what is missing. */
const proof = ['Screenshot and hash missing', 'Tx hash']

/** Every event of a trade. One of the clock, the chain or the arbitrators has no button. */
const ofTrade: Readonly<Record<TradeEvent, Of>> = {
  pay: onPage(...proof),
  claimLate: onPage(...proof),
  giveUp: () => ({ menu: ['Give up this trade'] }),
  release: onPage('Confirm that it arrived first (locked)'),
  replaceEvidence: onPage('Replace'),
  appeal: () => ({ page: ['Appeal'], menu: ['Appeal'] }),
  appealClosed: onPage('Appeal about the closed trade'),
  proposeCancel: onPage('Cancel together'),
  dropCancel: ({ cancel, side }) => ({
    page: [
      cancel?.agreed || cancel?.proposedBy === (side === 'buy' ? 'buyer' : 'seller')
        ? 'Take back'
        : 'Refuse',
    ],
  }),
  acceptCancel: onPage('Agree'),
  confirmCancel: onPage('Confirm'),
  counterClaim: onPage('Reply to the appeal'),
  releaseAnyway: onPage('Give way: release'),
  concede: onPage('Give way: give the coin back'),
  withdrawAppeal: onPage('Withdraw the appeal'),
  paymentDeadline: nowhere,
  hashVerified: nowhere,
  paymentUnproven: nowhere,
  graceOver: nowhere,
  releaseVerified: nowhere,
  releaseDeadline: nowhere,
  escalate: nowhere,
  rulingRelease: nowhere,
  rulingRefund: nowhere,
  rulingSplit: nowhere,
}

/** Every event of a case. */
const ofCase: Readonly<Record<DisputeEvent, Of>> = {
  // Beside a claim of one's own, words alone are a row and not the page's button.
  state: onPage('Answer'),
  accept: onPage('Accept the ruling'),
  askReview: onPage('Ask for a review'),
  // Those that the trade's own events make.
  counterClaim: nowhere,
  withdraw: nowhere,
  settle: nowhere,
  verify: nowhere,
  missReply: nowhere,
  take: nowhere,
  appoint: nowhere,
  handBack: nowhere,
  askStatement: nowhere,
  opine: nowhere,
  agree: nowhere,
  disagree: nowhere,
  decide: nowhere,
  execute: nowhere,
}

/** What a page shows beside the acts: ways elsewhere, and copies of what it says. */
const aside = /^(Copy.*|Details.*|Case details.*|Back to OTC|See assets|Ask (?!for a review).*)$/

function expected(trade: TradeView): { page: string[]; menu: string[] } {
  const shown = [
    ...trade.moves.map(event => ofTrade[event](trade)),
    ...(trade.dispute?.moves ?? []).map(event => ofCase[event](trade)),
  ]
  const other = sells(trade) ? trade.buyer : trade.seller
  return {
    page: shown.flatMap(({ page = [] }) => page).sort(),
    menu: [...shown.flatMap(({ menu = [] }) => menu), `Block ${other.nickname}`].sort(),
  }
}

/** The ways into arbitration, by the state of the trade before it. */
const arbitration: readonly TradeState[] = tradeStates.filter(
  state => tradeMachine.step(state, 'rulingRelease', 'arbitrators') !== null,
)
const openCases = (Object.keys(disputeMachine.table) as DisputeState[]).filter(
  state => !disputeMachine.isFinal(state),
)

/** Facts that the machines ask for beside the state. */
function setupsOf(state: TradeState, role: Party): [name: string, setup: TradeSetup][] {
  const plain: [string, TradeSetup] = ['', { state, role }]
  if (arbitration.includes(state)) return casesOf(state, role)
  if (state === 'payment_timeout')
    return [
      plain,
      [', appealed by the buyer', { state, role, lateAppeals: ['buyer'] }],
      [', appealed by both', { state, role, lateAppeals: parties }],
    ]
  if (state !== 'paid' && state !== 'release_timeout') return [plain]
  return [
    plain,
    [', too early to appeal', { state, role, appealIn: 5 }],
    ...parties.flatMap((proposedBy): [string, TradeSetup][] => [
      [`, the ${proposedBy} proposes`, { state, role, cancel: { proposedBy, agreed: false } }],
      [
        `, the ${proposedBy} proposed, agreed`,
        { state, role, cancel: { proposedBy, agreed: true } },
      ],
    ]),
  ]
}

function casesOf(state: TradeState, role: Party): [string, TradeSetup][] {
  const first: [string, TradeSetup][] = ([...parties, 'house'] as const).map(openedBy => [
    `, case of the ${openedBy}`,
    { state, role, case: { state: 'opened', openedBy } },
  ])
  // What a case does is the same wherever the trade came from: one of its origins shows all of it.
  if (state !== 'arbitration_from_paid') return first
  return [
    ...first,
    [
      ', claimed by both',
      { state, role, case: { state: 'opened', openedBy: 'buyer', counterClaimed: true } },
    ],
    ...openCases
      .slice(1)
      .map((at): [string, TradeSetup] => [
        `, case at ${at}`,
        { state, role, case: { state: at, openedBy: 'buyer' } },
      ]),
    ...(['release', 'split'] as const).map((ruling): [string, TradeSetup] => [
      `, ruled to ${ruling}`,
      { state, role, case: { state: 'ruled', openedBy: 'buyer', ruling } },
    ]),
    [
      ', ruled and accepted',
      {
        state,
        role,
        case: { state: 'ruled', openedBy: 'buyer', ruling: 'split', accepted: parties },
      },
    ],
  ]
}

const rows = tradeStates.flatMap(state =>
  parties.flatMap(role =>
    setupsOf(state, role).map(([facts, setup]) => ({
      name: `${state}${facts}, for the ${role}`,
      setup,
    })),
  ),
)

describe('the page of a trade offers what the machines allow, and nothing else', () => {
  test.each(rows.map((row, nth) => ({ ...row, number: nth + 1 })))(
    '$name',
    async ({ setup, number }) => {
      const trade = tradeOf(setup, number)
      screen.answers.give(getTrade, trade)
      const side = sells(trade) ? 'sell' : 'buy'
      await screen.show(`/pages/otc/${side}/${trade.stage}?id=${trade.id}`)
      const { page, menu } = expected(trade)
      const shown = (await screen.actions()).filter(name => !aside.test(name))
      expect(shown.sort()).toEqual(page)
      await screen.button('More').click()
      await screen.settled()
      expect((await screen.actions(screen.layer)).filter(name => name !== 'Close').sort()).toEqual(
        menu,
      )
    },
  )
})
