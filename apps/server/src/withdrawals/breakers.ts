import type { PayoutPause } from '@banyan/domain'
import type { RestoreWait } from './restore-store.ts'

/** The facts that can pause payouts. Amounts are micro-USDT. */
export interface BreakerFacts {
  /** A signer is set in the settings, and a chain is connected. */
  connected: boolean
  /** The signer's answer; null where it did not answer. */
  signer: { halted: boolean; usdt: bigint; leftThisHour: bigint; leftToday: bigint } | null
  /**
   * A transfer left the hot wallet that is no known payout, or a recharge address that is no
   * collection.
   */
  unknownTransfer: boolean
  /** The database was restored, and was not compared with the chain and the signer since. */
  restored: RestoreWait | null
  /** The reason against paying, by the books and the newest reading of custody. */
  solvency: 'booksBroken' | 'short' | 'unproven' | null
  /** Handed to the signer in the last hour and in the last day. */
  handedThisHour: bigint
  handedToday: bigint
  /** The amount of the oldest released withdrawal; 0 while none waits. */
  next: bigint
  /** True when a wind-down has frozen the books: then nothing fills the hot wallet again. */
  isWoundDown: boolean
}

/** Security 4.8: a fifth of the hot wallet in an hour, half of it in a day. */
const HOUR_PARTS = 5n
const DAY_PARTS = 2n

/**
 * The most that may be handed over in an hour and in a day, by the earlier balance of the hot
 * wallet.
 */
export const mostOf = (
  { handedThisHour, handedToday }: Pick<BreakerFacts, 'handedThisHour' | 'handedToday'>,
  usdt: bigint,
): { hour: bigint; day: bigint } => ({
  hour: (usdt + handedThisHour) / HOUR_PARTS,
  day: (usdt + handedToday) / DAY_PARTS,
})

/**
 * As `mostOf`, but on a platform that was wound down the first payout of a day may be as large as
 * the signer allows. With the last members, the hot wallet holds little more than the balance of
 * each of them, and nobody could leave within its parts.
 */
const partsOf = (facts: BreakerFacts, usdt: bigint): { hour: bigint; day: bigint } =>
  facts.isWoundDown && facts.handedToday === 0n ? { hour: usdt, day: usdt } : mostOf(facts, usdt)

/**
 * What a payout beyond the hour's part waits for: the next hour, unless it is more than that hour's
 * part. Then it needs a fuller hot wallet; on a platform that was wound down it is the first of
 * another day.
 */
const beyondHour = ({ next, isWoundDown }: BreakerFacts, usdt: bigint): PayoutPause => {
  if (next <= usdt / HOUR_PARTS) return 'hourlyLimit'
  return isWoundDown ? 'dailyLimit' : 'hotWalletShort'
}

/**
 * Why nothing is handed to the signer now; null while payouts go on. The signer's own caps count
 * too.
 */
export function pauseOf(facts: BreakerFacts): PayoutPause | null {
  const { connected, signer, restored, unknownTransfer, solvency, next } = facts
  if (!connected) return 'notConnected'
  if (restored) return signer ? (signer.halted ? 'signerHalted' : restored) : 'signerAway'
  if (unknownTransfer) return 'unknownTransfer'
  if (solvency) return solvency
  if (!signer) return 'signerAway'
  if (signer.halted) return 'signerHalted'
  if (next > signer.usdt) return 'hotWalletShort'
  const most = partsOf(facts, signer.usdt)
  if (next > most.hour - facts.handedThisHour) return beyondHour(facts, signer.usdt)
  if (next > signer.leftThisHour) return 'hourlyLimit'
  return next > least(most.day - facts.handedToday, signer.leftToday) ? 'dailyLimit' : null
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
