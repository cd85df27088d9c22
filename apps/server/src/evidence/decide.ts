import { type HashFinding, isNear } from '@banyan/domain'

/** A transfer of some token, as a receipt holds it; addresses as their chain's events write them. */
export interface SeenTransfer {
  token: string
  from: string
  to: string
  units: bigint
  /** Place of the event among the events of its transaction, from 0. */
  ordinal: number
}

/** A transaction that a chain holds. */
export interface SeenTransaction {
  succeeded: boolean
  blockAt: Date
  /** Blocks on top of and including its own. */
  confirmations: number
  /** True when the chain itself calls its block final. */
  final: boolean
  transfers: readonly SeenTransfer[]
}

/** What a payment has to be. */
export interface ExpectedPayment {
  /** The pinned contract; the name of a token proves nothing. */
  token: string
  /** The seller's address as it was at the take. */
  recipient: string
  /** The only address that it may come from; null where any may pay. */
  payer: string | null
  /** Token units in one micro-USDT. */
  unitsPerMicro: bigint
  /** Micro-USDT, exactly. */
  paymentAmount: bigint
  /** Block times from and until which it counts. */
  from: Date
  until: Date
  /** How many confirmations it takes. */
  needed: number
}

/** What the platform knows of a transaction's transfers, by their places. */
export interface KnownTransfers {
  /** It has paid for another trade. */
  used(ordinal: number): boolean
  /** By its address and exact amount it is another trade's payment. */
  fitsAnother(ordinal: number): boolean
}

export interface Found {
  finding: HashFinding
  confirmations: number | null
  needed: number | null
  blockAt: Date | null
  /** Micro-USDT that reached the agreed address. */
  received: bigint | null
  /** Where that came from. */
  payer: string | null
  /** Its block stays: what a block's time decides can no longer change. */
  settled: boolean
  /** The transfer that pays: bound to the trade when it is verified. */
  pays: SeenTransfer | null
}

const bare = (finding: HashFinding): Found => ({
  finding,
  confirmations: null,
  needed: null,
  blockAt: null,
  received: null,
  payer: null,
  settled: false,
  pays: null,
})

/** Nobody could be asked; or no node of this chain is connected. */
export const unavailable: Found = bare('unavailable')
export const notChecked: Found = bare('not_checked')

/**
 * docs/otc-payments.md "What the chain says". One transfer pays, by its exact amount: parts are not
 * added up. A transaction that failed has moved nothing, so it reads as not found.
 */
export function decideFinding(
  seen: SeenTransaction | null,
  expected: ExpectedPayment,
  known: KnownTransfers,
): Found {
  if (seen === null || !seen.succeeded) return bare('not_found')
  const { blockAt, confirmations } = seen
  const pinned = seen.transfers.filter(one => one.token === expected.token)
  const fitsAnother = pinned.some(one => known.fitsAnother(one.ordinal))
  const arrived = pinned.filter(one => one.to === expected.recipient)
  const [largest] = [...arrived].sort((a, b) => (a.units < b.units ? 1 : -1))
  if (!largest) {
    const otherToken = seen.transfers.some(one => one.to === expected.recipient)
    const elsewhere = pinned.length > 0 && !otherToken ? 'wrong_recipient' : 'wrong_token'
    return { ...bare(fitsAnother ? 'other_trade' : elsewhere), blockAt }
  }
  const found: Found = {
    ...bare('pending'),
    blockAt,
    confirmations,
    needed: expected.needed,
    received: sumOf(arrived) / expected.unitsPerMicro,
    payer: largest.from,
    settled: confirmations >= expected.needed && seen.final,
  }
  const exact = arrived.filter(one => one.units === expected.paymentAmount * expected.unitsPerMicro)
  if (exact.length === 0) return { ...found, ...inexact(arrived, expected, known, found) }
  const unused = exact.filter(one => !known.used(one.ordinal))
  const own = unused.find(one => one.from === expected.payer) ?? unused[0]
  if (!own) return { ...found, finding: 'used_before' }
  const paid = { ...found, received: expected.paymentAmount, payer: own.from }
  const untimely = timeOf(blockAt, expected)
  if (known.fitsAnother(own.ordinal))
    return { ...paid, finding: untimely ? 'other_trade' : 'contested' }
  if (untimely) return { ...paid, finding: untimely }
  if (expected.payer !== null && own.from !== expected.payer)
    return { ...paid, finding: 'wrong_payer' }
  return paid.settled ? { ...paid, finding: 'verified', pays: own } : paid
}

/** A block time outside the window, as a finding; null inside, both ends included. */
const timeOf = (blockAt: Date, { from, until }: ExpectedPayment) =>
  blockAt < from ? 'before_take' : blockAt > until ? 'outside_window' : null

/**
 * Nothing that arrived is the agreed amount. What is exactly another trade's is that trade's; an
 * exchange sends to many in one transaction, so the rest of it is judged for this one.
 */
function inexact(
  arrived: readonly SeenTransfer[],
  expected: ExpectedPayment,
  known: KnownTransfers,
  found: Found,
): Pick<Found, 'finding' | 'received'> {
  const rest = arrived.filter(one => !known.fitsAnother(one.ordinal))
  if (rest.length === 0) return { finding: 'other_trade', received: found.received }
  const received = sumOf(rest) / expected.unitsPerMicro
  return { finding: otherAmount(found.blockAt, received, expected), received }
}

const sumOf = (transfers: readonly SeenTransfer[]): bigint =>
  transfers.reduce((sum, one) => sum + one.units, 0n)

/** What arrived is not the agreed amount, and no other trade's. */
function otherAmount(blockAt: Date | null, sum: bigint, expected: ExpectedPayment): HashFinding {
  const untimely = blockAt && timeOf(blockAt, expected)
  if (untimely) return untimely
  // Parts that add up to it, or less than a micro-unit more, are for people too.
  const looksLikeIt = sum === expected.paymentAmount || isNear(sum, expected.paymentAmount)
  return looksLikeIt ? 'near' : 'wrong_amount'
}

/** Findings that can still change: the chain is asked again. */
const open: ReadonlySet<HashFinding> = new Set(['pending', 'not_found', 'unavailable'])
/** Findings by a block's time: another block can hold the transaction until one is final. */
const timed: ReadonlySet<HashFinding> = new Set(['before_take', 'outside_window', 'contested'])
/** Findings that say that this hash is no payment to the seller for this trade. */
const noPayment: ReadonlySet<HashFinding> = new Set([
  'not_found',
  'other_trade',
  'wrong_recipient',
  'before_take',
])

const PENDING_MS = 1_500
const FIRST_WAIT_MS = 3_000
const LONGEST_WAIT_MS = 300_000
/** A hash that the chain does not know for this long is not asked for any more. */
const GIVE_UP_MS = 24 * 3_600_000
/** After the time to pay, every node has seen its last block. */
const LAST_BLOCKS_MS = 60_000

/** How often a hash was looked up in vain, since when, and how long its trade has to be paid; below 0 it is over. */
export interface Looks {
  tries: number
  ageMs: number
  leftMs: number
}

/** How long until the chain is asked again; null when it is not. What may be no payment is looked up after the time to pay, too. */
export function nextLookMs(
  { finding, settled }: Pick<Found, 'finding' | 'settled'>,
  { tries, ageMs, leftMs }: Looks,
): number | null {
  if (finding === 'pending' || (timed.has(finding) && !settled)) return PENDING_MS
  const untilOver = leftMs + LAST_BLOCKS_MS
  if (!open.has(finding)) return noPayment.has(finding) && untilOver > 0 ? untilOver : null
  if (finding === 'not_found' && ageMs > GIVE_UP_MS) return null
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 10), LONGEST_WAIT_MS)
  return untilOver > 0 ? Math.min(wait, untilOver) : wait
}

/**
 * Is it sure that this hash is no payment in time? What is not found has to be unknown to a chain that
 * has passed the deadline: `chainAt` is the time of its newest block.
 */
export const isNoPayment = (
  finding: HashFinding,
  { chainAt, now, deadline }: { chainAt: Date; now: Date; deadline: Date },
): boolean =>
  noPayment.has(finding) && now > deadline && (finding !== 'not_found' || chainAt > deadline)
