import { defineMachine } from '../contract/machine.ts'

/** The specification's statuses of a trade that this machine can reach. */
export const tradeStatuses = [
  'unpaid',
  'paid',
  'finished',
  'payment_timeout',
  'release_timeout',
] as const
export type TradeStatus = (typeof tradeStatuses)[number]

/** Where a trade really is: a payment timeout is first in grace, its escrow still held. */
export type TradeState =
  | 'unpaid'
  | 'payment_grace'
  | 'payment_timeout'
  | 'paid'
  | 'release_timeout'
  | 'finished'
export const tradeStates: readonly TradeState[] = [
  'unpaid',
  'payment_grace',
  'payment_timeout',
  'paid',
  'release_timeout',
  'finished',
]

export type TradeEvent =
  | 'pay'
  | 'giveUp'
  | 'paymentDeadline'
  | 'graceOver'
  | 'release'
  | 'releaseDeadline'
export const tradeEvents: readonly TradeEvent[] = [
  'pay',
  'giveUp',
  'paymentDeadline',
  'graceOver',
  'release',
  'releaseDeadline',
]

export type TradeActor = 'buyer' | 'seller' | 'clock'
export const tradeActors: readonly TradeActor[] = ['buyer', 'seller', 'clock']

/** What a step does with the coin: it leaves "held" exactly once. */
export type EscrowMove = 'held' | 'to_buyer' | 'to_seller'

/** Which deadline column a step obeys: a clock's step waits for it, a person's must come before. */
export type DeadlineName = 'payment' | 'grace' | 'release'

/** otc.md "Trade: one table, one machine". No silence ever moves money to the buyer. */
export const tradeMachine = defineMachine<
  TradeState,
  TradeEvent,
  TradeActor,
  { escrow: EscrowMove; before?: DeadlineName; after?: DeadlineName }
>({
  unpaid: {
    pay: { by: ['buyer'], to: 'paid', escrow: 'held', before: 'payment' },
    giveUp: { by: ['buyer'], to: 'payment_timeout', escrow: 'to_seller' },
    paymentDeadline: { by: ['clock'], to: 'payment_grace', escrow: 'held', after: 'payment' },
  },
  payment_grace: {
    graceOver: { by: ['clock'], to: 'payment_timeout', escrow: 'to_seller', after: 'grace' },
  },
  paid: {
    release: { by: ['seller'], to: 'finished', escrow: 'to_buyer' },
    releaseDeadline: { by: ['clock'], to: 'release_timeout', escrow: 'held', after: 'release' },
  },
  release_timeout: {
    release: { by: ['seller'], to: 'finished', escrow: 'to_buyer' },
  },
  payment_timeout: {},
  finished: {},
})

/** What a member reads for a state. */
export const tradeStatusOf: Record<TradeState, TradeStatus> = {
  unpaid: 'unpaid',
  payment_grace: 'payment_timeout',
  payment_timeout: 'payment_timeout',
  paid: 'paid',
  release_timeout: 'release_timeout',
  finished: 'finished',
}

/** The order-detail page that shows a state. `appeal` belongs to disputes. */
export const tradeStages = ['topay', 'payed', 'closed'] as const
export type TradeStage = (typeof tradeStages)[number]
export const tradeStageOf: Record<TradeState, TradeStage> = {
  unpaid: 'topay',
  payment_grace: 'topay',
  paid: 'payed',
  release_timeout: 'payed',
  payment_timeout: 'closed',
  finished: 'closed',
}

/** The deadline that counts down in a state, if any. */
export const tradeDeadlineOf: Record<TradeState, DeadlineName | null> = {
  unpaid: 'payment',
  payment_grace: 'grace',
  paid: 'release',
  release_timeout: null,
  payment_timeout: null,
  finished: null,
}

/** The clock's event in a state, if any: what the sweeper does when that deadline has passed. */
export function clockEvent(state: TradeState): TradeEvent | null {
  return tradeMachine.moves(state, 'clock')[0] ?? null
}
