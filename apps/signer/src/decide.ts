import type { PayoutOrder } from '@banyan/payouts'
import { getAddress, isAddress } from 'viem'
import { usdtOf } from './amounts.ts'
import type { Book } from './book.ts'
import { leavingForCold, reservedGas } from './collection/decide.ts'
import type { Caps, Config } from './config.ts'
import { refuse } from './refusal.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The facts that an order is decided by, besides the journal and the configuration. */
export interface Facts {
  now: Date
  approvedBy: 'two' | 'automatic'
  /** Token units of the hot wallet at the last final block. */
  units: bigint
  /** Wei of the hot wallet, and the price of gas. */
  gas: bigint
  gasPrice: bigint
}

/**
 * Checks that this order may be signed now.
 * @throws Refused with the first reason against it.
 */
export function requirePayable(order: PayoutOrder, facts: Facts, book: Book, config: Config): void {
  requirePlace(order, config)
  requireCooled(order, facts, book, config)
  requireCaps(order, facts, book, config)
  requireMoney(order, facts, book, config)
}

/** Checks the chain, the token and the address, which no approval can change. */
export function requirePlace(order: PayoutOrder, { chainId, token, forbidden }: Config): void {
  if (order.chainId !== chainId) refuse('wrongChain', `this signer pays on chain ${chainId} alone`)
  if (order.token !== token.toLowerCase()) refuse('wrongChain', `this signer pays ${token} alone`)
  requirePayableAddress(order.address, forbidden)
}

/** Checks that an address has a right checksum and is neither the platform's own nor forbidden. */
export function requirePayableAddress(address: string, forbidden: ReadonlySet<string>): void {
  if (!isAddress(address, { strict: false }) || getAddress(address.toLowerCase()) !== address)
    refuse('wrongAddress', 'the checksum of the address does not fit')
  if (forbidden.has(address)) refuse('wrongAddress', 'this address is never paid')
}

function requireCooled(order: PayoutOrder, facts: Facts, book: Book, { coolingMs }: Config): void {
  const since = book.firstSeen(order.address)
  if (since === null) refuse('addressCooling', 'the signer never heard of the address')
  const cooled = new Date(since.getTime() + coolingMs)
  if (facts.now < cooled)
    refuse('addressCooling', `first heard of at ${since.toISOString()}`, cooled)
  if (facts.approvedBy === 'automatic' && !book.wasPaid(order.address))
    refuse('addressUnknown', 'no payout that two people approved was made to this address yet')
}

function requireCaps(order: PayoutOrder, facts: Facts, book: Book, config: Config): void {
  requireUnder(order, facts.now, book, { caps: config.caps, automaticOnly: false })
  if (facts.approvedBy === 'automatic')
    requireUnder(order, facts.now, book, { caps: config.automaticCaps, automaticOnly: true })
}

interface Limit {
  caps: Caps
  automaticOnly: boolean
}

function requireUnder(order: PayoutOrder, now: Date, book: Book, { caps, automaticOnly }: Limit) {
  const amount = BigInt(order.amount)
  const which = automaticOnly ? 'automatic cap' : 'cap'
  if (amount > caps.payout)
    refuse('overCap', `above the ${which} of ${usdtOf(caps.payout)} a payout`)
  for (const [span, ms, cap] of [
    ['an hour', HOUR_MS, caps.hour],
    ['a day', DAY_MS, caps.day],
  ] as const) {
    const signed = book.signedSince(new Date(now.getTime() - ms), automaticOnly)
    let over = signed.reduce((sum, one) => sum + one.amount, amount) - cap
    if (over <= 0n) continue
    // When the oldest leave the window, the order fits again.
    const last = signed.find(one => {
      over -= one.amount
      return over <= 0n
    })
    const retryAt = last && new Date(last.at.getTime() + ms + 1_000)
    refuse('overCap', `above the ${which} of ${usdtOf(cap)} in ${span}`, retryAt)
  }
}

/** The remaining caps of an hour and of a day, micro-USDT. */
export function leftUnderCaps(now: Date, book: Book, { caps, automaticOnly }: Limit) {
  const left = (ms: number, cap: bigint): bigint => {
    const signed = book.signedSince(new Date(now.getTime() - ms), automaticOnly)
    const rest = signed.reduce((sum, one) => sum - one.amount, cap)
    return rest > 0n ? rest : 0n
  }
  return { hour: left(HOUR_MS, caps.hour), day: left(DAY_MS, caps.day) }
}

/** Everything that is signed and not final counts as spent. */
function requireMoney(order: PayoutOrder, facts: Facts, book: Book, config: Config): void {
  const { unitsPerMicro, fees } = config
  const open = [...book.open.values()]
  const owed = open.reduce((sum, one) => sum + BigInt(one.order.amount), BigInt(order.amount))
  if (owed * unitsPerMicro + leavingForCold(book) > facts.units)
    refuse('hotWalletShort', 'the hot wallet holds less USDT than this and what is under way')
  if (reservedGas(book, config) + facts.gasPrice * fees.gasLimit > facts.gas)
    refuse('hotWalletShort', "the hot wallet holds too little of the chain's coin for fees")
}
