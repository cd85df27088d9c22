import { defineMachine } from '../contract/machine.ts'

/** The specification's states of a withdrawal order. */
export const withdrawalStatuses = ['under_review', 'adopted', 'refused'] as const
export type WithdrawalStatus = (typeof withdrawalStatuses)[number]

/**
 * The stored state of a withdrawal, security 4.8. `handed`: its money has left the member's balance
 * for the signer to pay it. `signed`: the signer has stored a transaction for it. `sent`: that
 * transaction is in a block. `paid`: the block is final. `returned`: it can never be mined, or the
 * signer never signs it, and the money is back.
 */
export const withdrawalStates = [
  'requested',
  'reviewed',
  'released',
  'handed',
  'signed',
  'sent',
  'paid',
  'refused',
  'cancelled',
  'returned',
] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

export type WithdrawalEvent =
  | 'review'
  | 'release'
  | 'approve'
  | 'refuse'
  | 'cancel'
  | 'cut'
  | 'hand'
  | 'sign'
  | 'void'
  | 'send'
  | 'vanish'
  | 'confirm'
  | 'giveBack'
  | 'rebook'

/** `ruleCheck` approves small withdrawals, `driver` hands released orders over, `watcher` reads the chain. */
export type WithdrawalActor =
  | 'member'
  | 'reviewer'
  | 'treasurer'
  | 'settlement'
  | 'ruleCheck'
  | 'driver'
  | 'signer'
  | 'watcher'

/**
 * What a step does with the money. `held` stays on the member's balance; `captured` leaves it for
 * the account of payouts on the way; `paidOut` leaves that account for the chain; `freed` is the
 * member's again.
 */
export type WithdrawalMoney = 'held' | 'captured' | 'paidOut' | 'freed'

/**
 * The books were restored to a time before its payout: the chain shows that it was paid since, or
 * the signer that it was signed.
 */
const rebook = { by: ['watcher', 'signer'], to: 'signed', money: 'captured' } as const

/** security.md 4.8 as a table. A cut ends approvals: they were given for another amount. */
export const withdrawalMachine = defineMachine<
  WithdrawalState,
  WithdrawalEvent,
  WithdrawalActor,
  { money: WithdrawalMoney }
>({
  requested: {
    review: { by: ['reviewer'], to: 'reviewed', money: 'held' },
    // In place of both people, by the rule book's numbers.
    approve: { by: ['ruleCheck'], to: 'released', money: 'held' },
    refuse: { by: ['reviewer', 'treasurer'], to: 'refused', money: 'freed' },
    cancel: { by: ['member', 'settlement'], to: 'cancelled', money: 'freed' },
    cut: { by: ['settlement'], to: 'requested', money: 'held' },
    rebook,
  },
  reviewed: {
    release: { by: ['treasurer'], to: 'released', money: 'held' },
    refuse: { by: ['reviewer', 'treasurer'], to: 'refused', money: 'freed' },
    cancel: { by: ['member', 'settlement'], to: 'cancelled', money: 'freed' },
    cut: { by: ['settlement'], to: 'requested', money: 'held' },
    rebook,
  },
  released: {
    hand: { by: ['driver'], to: 'handed', money: 'captured' },
    // Rule book 2.17: a withdrawal of which a shared loss has left too little ends.
    cancel: { by: ['settlement'], to: 'cancelled', money: 'freed' },
    cut: { by: ['settlement'], to: 'requested', money: 'held' },
    rebook,
  },
  handed: {
    sign: { by: ['signer'], to: 'signed', money: 'captured' },
    // Nothing was signed for it, and nothing will be.
    void: { by: ['signer'], to: 'returned', money: 'freed' },
  },
  signed: {
    send: { by: ['watcher'], to: 'sent', money: 'captured' },
    giveBack: { by: ['watcher'], to: 'returned', money: 'freed' },
  },
  sent: {
    confirm: { by: ['watcher'], to: 'paid', money: 'paidOut' },
    // The chain has dropped the block.
    vanish: { by: ['watcher'], to: 'signed', money: 'captured' },
  },
  paid: {},
  refused: {},
  cancelled: {},
  returned: {},
})

/** The state that a member reads. */
export const withdrawalStatusOf: Record<WithdrawalState, WithdrawalStatus> = {
  requested: 'under_review',
  reviewed: 'under_review',
  released: 'under_review',
  handed: 'under_review',
  signed: 'under_review',
  sent: 'adopted',
  paid: 'adopted',
  refused: 'refused',
  cancelled: 'refused',
  returned: 'refused',
}

/** The steps that a member follows a withdrawal by. */
export const withdrawalStages = [
  'requested',
  'reviewed',
  'released',
  'sent',
  'done',
  'refused',
  'cancelled',
  'returned',
] as const
export type WithdrawalStage = (typeof withdrawalStages)[number]

export const withdrawalStageOf: Record<WithdrawalState, WithdrawalStage> = {
  requested: 'requested',
  reviewed: 'reviewed',
  released: 'released',
  handed: 'released',
  signed: 'released',
  sent: 'sent',
  paid: 'done',
  refused: 'refused',
  cancelled: 'cancelled',
  returned: 'returned',
}

/**
 * Why a withdrawal has ended unpaid. `lossShared`: a shared loss left no more than its fee.
 * `voided`: the signer refused it, for a day or until two operators had it given back, and has
 * promised never to sign it.
 */
export const withdrawalEnds = ['cancelled', 'lossShared', 'refused', 'returned', 'voided'] as const

/**
 * Why the signer refuses an order until a person changes something. `wrongChain`: it is for another
 * chain or token. `wrongAddress`: the signer never pays the address. `notApproved`: an approver is
 * not, or no longer, in its list. `addressUnknown`: it does not know the address well enough for
 * the rule check. `overCap`: above what it pays at once.
 */
export const signerCauses = [
  'wrongChain',
  'wrongAddress',
  'notApproved',
  'addressUnknown',
  'overCap',
] as const
export type SignerCause = (typeof signerCauses)[number]

/**
 * What a withdrawal waits for. `check`: the rule check. `freeze`: the end of an account freeze.
 * `address`: the wait of a new address. `payout`: the hand-over to the signer. `paused`: the end of
 * a pause of all payouts. `chain`: its transaction gets into a block. `confirmations`: that block
 * becomes final.
 */
export const withdrawalWaits = [
  'check',
  'freeze',
  'address',
  'review',
  'release',
  'payout',
  'paused',
  'chain',
  'confirmations',
] as const

/**
 * Why all payouts are paused. `notConnected`: this platform has no signer. `signerAway`: it does
 * not respond. `signerHalted`: it signs nothing until a person has checked. `hourlyLimit`,
 * `dailyLimit`: too much of the hot wallet has been paid. `booksBroken`: an invariant of the books
 * is broken. `short`: custody holds less than is owed. `unproven`: custody has not been read
 * completely for 26 hours. `unknownTransfer`: money left the hot wallet for no known payout, or a
 * recharge address for no collection. `hotWalletShort`: the hot wallet holds too little.
 * `restored`: the books were restored, and later payouts are still being looked up on the chain and
 * at the signer. `signerBehind`: the books were restored, and the signer does not know payouts that
 * they show: its journal is older than they are.
 */
export const payoutPauses = [
  'notConnected',
  'signerAway',
  'signerHalted',
  'unknownTransfer',
  'booksBroken',
  'short',
  'unproven',
  'hourlyLimit',
  'dailyLimit',
  'hotWalletShort',
  'restored',
  'signerBehind',
] as const
export type PayoutPause = (typeof payoutPauses)[number]

/** The decision about a withdrawal. `automatic`: the rule check approved it, in place of two people. */
export const withdrawalDecisions = ['review', 'release', 'automatic', 'refuse'] as const
