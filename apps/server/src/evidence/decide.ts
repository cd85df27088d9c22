import type { HashFinding } from '@banyan/domain'

/** A transfer of some token, as a receipt holds it; addresses lower-case. */
export interface SeenTransfer {
  token: string
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
  /** The seller's address as it was at the take, lower-case. */
  recipient: string
  /** Token units in one micro-USDT. */
  unitsPerMicro: bigint
  /** Micro-USDT. */
  paymentAmount: bigint
  /** Block times from and until which it counts. */
  from: Date
  until: Date
  /** How many confirmations it takes. */
  needed: number
}

export interface Found {
  finding: HashFinding
  confirmations: number | null
  needed: number | null
  blockAt: Date | null
  received: bigint | null
  /** The transfers that pay: bound to the trade when it is verified. */
  ordinals: readonly number[]
}

const bare = (finding: HashFinding): Found => ({
  ...{ finding, confirmations: null, needed: null, blockAt: null, received: null, ordinals: [] },
})

/** Nobody could be asked; or no node of this chain is connected. */
export const unavailable: Found = bare('unavailable')
export const notChecked: Found = bare('not_checked')

/**
 * otc.md "Hash check". `used` says which of the transfers have paid for another trade. A transaction
 * that failed has moved nothing, so it reads as not found.
 */
export function decideFinding(
  seen: SeenTransaction | null,
  expected: ExpectedPayment,
  used: (ordinal: number) => boolean,
): Found {
  if (seen === null || !seen.succeeded) return bare('not_found')
  const { blockAt, confirmations } = seen
  const pinned = seen.transfers.filter(one => one.token === expected.token)
  const arrived = pinned.filter(one => one.to === expected.recipient)
  if (arrived.length === 0) {
    const otherToken = seen.transfers.some(one => one.to === expected.recipient)
    const finding = pinned.length > 0 && !otherToken ? 'wrong_recipient' : 'wrong_token'
    return { ...bare(finding), blockAt }
  }
  const received = arrived.reduce((sum, one) => sum + one.units, 0n) / expected.unitsPerMicro
  const found = { ...bare('verified'), blockAt, received, confirmations, needed: expected.needed }
  if (arrived.some(one => used(one.ordinal))) return { ...found, finding: 'used_before' }
  if (received < expected.paymentAmount) return { ...found, finding: 'wrong_amount' }
  if (blockAt < expected.from || blockAt > expected.until)
    return { ...found, finding: 'outside_window' }
  if (confirmations < expected.needed || !seen.final) return { ...found, finding: 'pending' }
  return { ...found, ordinals: arrived.map(one => one.ordinal) }
}

/** Findings that can still change: the chain is asked again. */
const open: ReadonlySet<HashFinding> = new Set(['pending', 'not_found', 'unavailable'])

const PENDING_MS = 1_500
const FIRST_WAIT_MS = 3_000
const LONGEST_WAIT_MS = 300_000
/** A hash that the chain does not know for this long is not asked for any more. */
const GIVE_UP_MS = 24 * 3_600_000

/** How long until the chain is asked again; null when it is not. `tries`: how often it was, in vain. */
export function nextLookMs(finding: HashFinding, tries: number, ageMs: number): number | null {
  if (!open.has(finding) || (finding === 'not_found' && ageMs > GIVE_UP_MS)) return null
  if (finding === 'pending') return PENDING_MS
  return Math.min(FIRST_WAIT_MS * 2 ** Math.min(tries, 10), LONGEST_WAIT_MS)
}
