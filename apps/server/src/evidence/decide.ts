import { type HashFinding, isNear } from '@banyan/domain'

/**
 * A transfer of some token, as a receipt holds it; addresses in the form of their chain's events.
 */
export interface SeenTransfer {
  token: string
  from: string
  to: string
  units: bigint
  /** Index of the event among the events of its transaction, from 0. */
  ordinal: number
}

/** A transaction that a chain holds. */
export interface SeenTransaction {
  succeeded: boolean
  blockAt: Date
  /** The number of blocks from its own to the newest, both included. */
  confirmations: number
  /** True when the chain itself calls its block final. */
  final: boolean
  transfers: readonly SeenTransfer[]
}

/** The conditions that a payment must match. */
export interface ExpectedPayment {
  /** The pinned contract; the name of a token proves nothing. */
  token: string
  /** The seller's address as it was at the take. */
  recipient: string
  /** The only address that it may come from; null when any address may pay. */
  payer: string | null
  /** Token units in one micro-USDT. */
  unitsPerMicro: bigint
  /** Micro-USDT, exactly. */
  paymentAmount: bigint
  /** The block times between which it counts. */
  from: Date
  until: Date
  /** The number of confirmations needed. */
  needed: number
}

/** What the platform knows of a transaction's transfers, by their index. */
export interface KnownTransfers {
  /** Whether it has paid for another trade. */
  used(ordinal: number): boolean
  /** Whether it is another trade's payment by its address and exact amount. */
  fitsAnother(ordinal: number): boolean
}

export interface LookupResult {
  finding: HashFinding
  confirmations: number | null
  needed: number | null
  blockAt: Date | null
  /** Micro-USDT that reached the agreed address. */
  received: bigint | null
  /** The sender of that amount. */
  payer: string | null
  /** Its block is final: findings by block time can no longer change. */
  settled: boolean
  /** The transfer that pays: bound to the trade when it is verified. */
  pays: SeenTransfer | null
}

const bare = (finding: HashFinding): LookupResult => ({
  finding,
  confirmations: null,
  needed: null,
  blockAt: null,
  received: null,
  payer: null,
  settled: false,
  pays: null,
})

/** No node answered, or no node of this chain is configured. */
export const unavailable: LookupResult = bare('unavailable')
export const notChecked: LookupResult = bare('not_checked')

/**
 * docs/otc-payments.md "What the chain says". One transfer pays, by its exact amount: parts are not
 * added up. A transaction that failed has moved nothing, so the finding is `not_found`.
 */
export function decideFinding(
  seen: SeenTransaction | null,
  expected: ExpectedPayment,
  known: KnownTransfers,
): LookupResult {
  if (seen === null || !seen.succeeded) return bare('not_found')
  const { blockAt, confirmations } = seen
  const pinned = seen.transfers.filter(one => one.token === expected.token)
  const fitsAnother = pinned.some(one => known.fitsAnother(one.ordinal))
  const arrived = pinned.filter(one => one.to === expected.recipient)
  const [largest] = [...arrived].sort((a, b) => (a.units < b.units ? 1 : -1))
  if (!largest) {
    const otherToken = seen.transfers.some(one => one.to === expected.recipient)
    const wrongTarget = pinned.length > 0 && !otherToken ? 'wrong_recipient' : 'wrong_token'
    return { ...bare(fitsAnother ? 'other_trade' : wrongTarget), blockAt }
  }
  const result: LookupResult = {
    ...bare('pending'),
    blockAt,
    confirmations,
    needed: expected.needed,
    received: sumOf(arrived) / expected.unitsPerMicro,
    payer: largest.from,
    settled: confirmations >= expected.needed && seen.final,
  }
  const exact = arrived.filter(one => one.units === expected.paymentAmount * expected.unitsPerMicro)
  if (exact.length === 0) return { ...result, ...inexact(arrived, expected, known, result) }
  const unused = exact.filter(one => !known.used(one.ordinal))
  const own = unused.find(one => one.from === expected.payer) ?? unused[0]
  if (!own) return { ...result, finding: 'used_before' }
  const paid = { ...result, received: expected.paymentAmount, payer: own.from }
  const untimely = timeOf(blockAt, expected)
  if (known.fitsAnother(own.ordinal))
    return { ...paid, finding: untimely ? 'other_trade' : 'contested' }
  if (untimely) return { ...paid, finding: untimely }
  if (expected.payer !== null && own.from !== expected.payer)
    return { ...paid, finding: 'wrong_payer' }
  return paid.settled ? { ...paid, finding: 'verified', pays: own } : paid
}

/** The finding for a block time outside the window; null inside, both ends included. */
const timeOf = (blockAt: Date, { from, until }: ExpectedPayment) =>
  blockAt < from ? 'before_take' : blockAt > until ? 'outside_window' : null

/**
 * Decides when no transfer has the agreed amount. A transfer that is exactly another trade's
 * payment belongs to that trade. An exchange pays many in one transaction, so the other transfers
 * are judged for this trade.
 */
function inexact(
  arrived: readonly SeenTransfer[],
  expected: ExpectedPayment,
  known: KnownTransfers,
  result: LookupResult,
): Pick<LookupResult, 'finding' | 'received'> {
  const rest = arrived.filter(one => !known.fitsAnother(one.ordinal))
  if (rest.length === 0) return { finding: 'other_trade', received: result.received }
  const received = sumOf(rest) / expected.unitsPerMicro
  return { finding: otherAmount(result.blockAt, received, expected), received }
}

const sumOf = (transfers: readonly SeenTransfer[]): bigint =>
  transfers.reduce((sum, one) => sum + one.units, 0n)

/** The finding for an amount that is neither the agreed one nor another trade's. */
function otherAmount(blockAt: Date | null, sum: bigint, expected: ExpectedPayment): HashFinding {
  const untimely = blockAt && timeOf(blockAt, expected)
  if (untimely) return untimely
  // Parts that add up to it, or less than a micro-unit more, also need a person.
  const isClose = sum === expected.paymentAmount || isNear(sum, expected.paymentAmount)
  return isClose ? 'near' : 'wrong_amount'
}

/** Findings that can still change: the chain is asked again. */
const open: ReadonlySet<HashFinding> = new Set(['pending', 'not_found', 'unavailable'])
/** Findings by a block's time: another block can hold the transaction until one is final. */
const timed: ReadonlySet<HashFinding> = new Set(['before_take', 'outside_window', 'contested'])
/** Findings by which this hash is no payment to the seller for this trade. */
const noPayment: ReadonlySet<HashFinding> = new Set([
  'not_found',
  'other_trade',
  'wrong_recipient',
  'before_take',
])

const PENDING_MS = 1_500
const FIRST_WAIT_MS = 3_000
const LONGEST_WAIT_MS = 300_000
/** After this time a hash that the chain does not know is no longer looked up. */
const GIVE_UP_MS = 24 * 3_600_000
/** After the time to pay, waits this long until every node has its last block. */
const LAST_BLOCKS_MS = 60_000

/**
 * How often a hash was looked up without a result, since when, and how long its trade still has to
 * be paid; the last is negative after the deadline.
 */
export interface LookupHistory {
  tries: number
  ageMs: number
  leftMs: number
}

/**
 * The time until the chain is asked again; null when it is not. A hash that may be no payment is
 * also looked up after the time to pay.
 */
export function nextLookupMs(
  { finding, settled }: Pick<LookupResult, 'finding' | 'settled'>,
  { tries, ageMs, leftMs }: LookupHistory,
): number | null {
  if (finding === 'pending' || (timed.has(finding) && !settled)) return PENDING_MS
  const untilOver = leftMs + LAST_BLOCKS_MS
  if (!open.has(finding)) return noPayment.has(finding) && untilOver > 0 ? untilOver : null
  if (finding === 'not_found' && ageMs > GIVE_UP_MS) return null
  const wait = Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 10), LONGEST_WAIT_MS)
  return untilOver > 0 ? Math.min(wait, untilOver) : wait
}

/**
 * Whether it is certain that this hash is no payment in time. A hash that is not found must be
 * unknown to a chain that has passed the deadline: `chainAt` is the time of its newest block.
 */
export const isNoPayment = (
  finding: HashFinding,
  { chainAt, now, deadline }: { chainAt: Date; now: Date; deadline: Date },
): boolean =>
  noPayment.has(finding) && now > deadline && (finding !== 'not_found' || chainAt > deadline)
