import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PaymentGuesses } from './payment-guesses.ts'
import type { ProvenPayment } from './payment-password.ts'

/** A member's session, which the caller has just found live. */
export interface SessionOfMember {
  sessionId: string
  memberId: string
}

/** Everything about a member that ends an ease, read at the moment of a comparison. */
export interface PaymentFacts {
  now: Date
  paymentHash: string | null
  frozen: boolean
  /** When one of the passwords last changed, a freeze began or ended, or an operator froze or opened the account. */
  changes: readonly (Date | null)[]
  guesses: PaymentGuesses
}

/** A proof of a payment password in a session, and a hash by which the password is known again. */
interface Ease extends ProvenPayment {
  mac: Buffer
}

/** How long a session's payment password is compared by its hash in memory after a full proof. */
export const EASE_MS = 10 * 60_000
/** More sessions than this are not remembered: the oldest proof gives way. */
const MOST = 50_000

/**
 * True while a proof holds for its session: within its ten minutes, with the same stored hash, and
 * with no wrong guess, password change or freeze of the member since. What happened in the same
 * millisecond counts as later.
 */
export function easeHolds(proof: ProvenPayment, facts: PaymentFacts): boolean {
  const { now, guesses } = facts
  const isSince = (at: Date | null | undefined) => at != null && at >= proof.at
  return (
    facts.paymentHash === proof.hash &&
    now >= proof.at &&
    now.getTime() < proof.at.getTime() + EASE_MS &&
    !facts.frozen &&
    !facts.changes.some(isSince) &&
    guesses.wrongInRow === 0 &&
    guesses.lockedUntil === null &&
    !guesses.resetNeeded &&
    !guesses.wrongAt.some(isSince)
  )
}

/**
 * The proofs of one process, in its memory and nowhere else. The key is drawn at its start, so a
 * hash is of no use to another process, nor after the end of this one.
 */
export class PaymentEases {
  readonly #key = randomBytes(32)
  /** By session, the oldest proof first. */
  readonly #eases = new Map<string, Ease>()
  #timer: NodeJS.Timeout | undefined

  get(sessionId: string): Ease | undefined {
    return this.#eases.get(sessionId)
  }

  remember(caller: SessionOfMember, password: string, proof: ProvenPayment): void {
    this.forget(caller.sessionId)
    const oldest = this.#eases.keys().next().value
    if (this.#eases.size >= MOST && oldest !== undefined) this.forget(oldest)
    this.#eases.set(caller.sessionId, { ...proof, mac: this.#macOf(caller, proof.hash, password) })
    // Hashes whose time is over leave the memory even when nobody asks for them.
    this.#timer ??= setInterval(() => this.#drop(), EASE_MS).unref()
  }

  forget(sessionId: string): void {
    this.#eases.delete(sessionId)
  }

  /** True when this is the remembered password of this session. Takes the same time if it is not. */
  isSame(caller: SessionOfMember, ease: Ease, password: string): boolean {
    return timingSafeEqual(ease.mac, this.#macOf(caller, ease.hash, password))
  }

  /** Bound to the session, its member and the stored hash: none of them fits another's. */
  #macOf({ sessionId, memberId }: SessionOfMember, hash: string, password: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(`${sessionId}\n${memberId}\n${hash}\n`)
      .update(password.normalize('NFC'))
      .digest()
  }

  #drop(): void {
    const before = Date.now() - EASE_MS
    for (const [sessionId, { at }] of this.#eases) if (at.getTime() < before) this.forget(sessionId)
    if (this.#eases.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
