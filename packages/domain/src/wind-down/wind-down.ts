import { defineMachine } from '../contract/machine.ts'

/**
 * `announced`: the notice runs. `closing`: it has ended, and the market's last trades and one more
 * settlement must still end. `paying`: the books are frozen and everybody is being paid. `closed`:
 * all is paid, and members withdraw and read.
 */
export const windDownStates = ['announced', 'closing', 'paying', 'closed', 'cancelled'] as const
export type WindDownState = (typeof windDownStates)[number]
/** The state of a wind-down from which on a call is refused; `never`: members leave and read with it. */
export type WindDownStop = 'announced' | 'closing' | 'paying' | 'never'
export type WindDownEvent = 'cancel' | 'endNotice' | 'freeze' | 'finish'
export type WindDownActor = 'operators' | 'clock'

/** Rule book 2.17. Two operators may cancel it until its notice has ended; nobody can shorten it. */
export const windDownMachine = defineMachine<WindDownState, WindDownEvent, WindDownActor>({
  announced: {
    cancel: { by: ['operators'], to: 'cancelled' },
    endNotice: { by: ['clock'], to: 'closing' },
  },
  closing: { freeze: { by: ['clock'], to: 'paying' } },
  paying: { finish: { by: ['clock'], to: 'closed' } },
  closed: {},
  cancelled: {},
})

/** What a closing wind-down still waits for, in the order in which it ends. */
export const windDownWaits = [
  /** Subscriptions, activations and redemptions that are given back. */
  'requests',
  /** Orders of the market that are ended. */
  'orders',
  /** Trades that go on to their end, and cases. */
  'trades',
  /** Trades closed without a deal that a party may still appeal. */
  'appeals',
  /** A loss that no settlement has booked, or a red state. */
  'loss',
  /** Outside income that no settlement has taken. */
  'income',
  /** Recharges that were seen before the market ended and that the chain has not confirmed yet. */
  'recharges',
  /** One more settlement after all of that: it burns the last fees and pays matches once more. */
  'settlement',
] as const
export type WindDownWait = (typeof windDownWaits)[number]
