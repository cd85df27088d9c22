import { formatAmount } from '@banyan/domain'
import type { Address } from 'viem'
import { refuse } from '../platform/refused.ts'
import { checksummed, isDeadEnd } from './address.ts'
import type { WithdrawalTerms } from './terms.ts'

/** What a member asks for: the address as given, micro-USDT. */
export interface Request {
  address: string
  amount: bigint
}

/** The facts that a request is decided by. Amounts are micro-USDT. */
export interface RequestFacts {
  terms: WithdrawalTerms
  /** Is this a recharge address, or one that the platform publishes for its own money? */
  ownAddress: boolean
  tokenContract: string | null
  /** Sum of the member's requests of the last 24 hours that did not end unpaid. */
  usedToday: bigint
  available: bigint
  /** Since when the address is among the member's own; null for a new one. */
  knownSince: Date | null
  now: Date
}

export interface Verdict {
  address: Address
  amount: bigint
  fee: bigint
  /** What arrives: amount − fee. */
  expected: bigint
  newAddress: boolean
  /** No approval is possible before this instant. */
  approvableFrom: Date
  /** What may still be asked for today, this request not yet counted. */
  leftToday: bigint
}

/** The checksummed address of a request; refuses `withdrawalAddressChecksum`. */
export const addressOf = (given: string): Address =>
  checksummed(given) ?? refuse('withdrawalAddressChecksum')

const HOUR_MS = 3_600_000

/** What is left of the rolling limit, never below zero. */
export const leftToday = (usedToday: bigint, { dailyLimit }: WithdrawalTerms): bigint =>
  usedToday < dailyLimit ? dailyLimit - usedToday : 0n

/**
 * May this be asked for? Refuses with the first reason in the order of security.md 4.8: address,
 * then limits, then the balance.
 */
export function decideRequest(request: Request, facts: RequestFacts): Verdict {
  const address = addressOf(request.address)
  if (isDeadEnd(address, facts.tokenContract)) refuse('withdrawalAddressUnusable')
  if (facts.ownAddress) refuse('withdrawalAddressOwn')
  const { amount } = request
  const { terms } = facts
  if (amount < terms.minimum) refuse('withdrawalBelowMinimum', { min: formatAmount(terms.minimum) })
  const left = leftToday(facts.usedToday, terms)
  if (amount > left) {
    const max = formatAmount(terms.dailyLimit)
    refuse('withdrawalOverLimit', {
      max,
      left: formatAmount(left),
      hours: terms.limitWindowMs / HOUR_MS,
    })
  }
  if (amount > facts.available) {
    const needed = formatAmount(amount, 2)
    const available = formatAmount(facts.available, 2)
    refuse('insufficientBalance', { asset: 'USDT', needed, available })
  }
  const approvableFrom = approvableFromOf(facts)
  return {
    address,
    amount,
    fee: terms.fee,
    expected: amount - terms.fee,
    newAddress: approvableFrom > facts.now,
    approvableFrom,
    leftToday: left,
  }
}

/** An address cools from its first use; one that has cooled can be approved at once. */
function approvableFromOf({ knownSince, now, terms }: RequestFacts): Date {
  const cooled = new Date((knownSince ?? now).getTime() + terms.newAddressWaitMs)
  return cooled > now ? cooled : now
}
