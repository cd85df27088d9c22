import { easeHolds, PaymentEases, type SessionOfMember } from './payment-ease.ts'
import { paymentFactsReader } from './payment-facts.ts'
import {
  checkPaymentPassword,
  type PaymentContext,
  type ProvenPayment,
} from './payment-password.ts'
import { QueueByName } from './queue-by-name.ts'

/** The two ways of comparing a payment password; both count wrong guesses and refuse alike. */
export interface PaymentProof {
  /** With the stored hash. */
  inFull(memberId: string, password: string): Promise<ProvenPayment>
  /** For an act of a live session: by the hash in memory while a full proof in it stands. */
  inSession(caller: SessionOfMember, password: string): Promise<void>
}

/** Opens the comparing of payment passwords in one process. */
export function openPaymentProof(context: PaymentContext): PaymentProof {
  // Several right passwords given at once are compared one after another: none counts as a wrong
  // guess while the others wait, so a page that sends a call fifty times does not lock the account.
  const queue = new QueueByName()
  const eases = new PaymentEases()
  const readFacts = paymentFactsReader(context.database)

  /**
   * True when the proof of this session stands and the password is the same. One wrong password
   * ends the proof before anything else is awaited, so no second guess is ever compared like this;
   * the full comparison that follows counts the first.
   */
  const isEased = async (caller: SessionOfMember, password: string): Promise<boolean> => {
    const before = eases.get(caller.sessionId)
    if (!before) return false
    const facts = await readFacts(caller.memberId)
    const ease = eases.get(caller.sessionId)
    if (!ease || ease !== before) return false
    // A guess that is being compared in full may be right: the proof is not used, but stays.
    if (!facts || !easeHolds(ease, facts)) return false
    if (eases.isSame(caller, ease, password)) return true
    eases.forget(caller.sessionId)
    return false
  }

  const inFull = (memberId: string, password: string) =>
    checkPaymentPassword(context, memberId, password)

  return {
    inFull: (memberId, password) => queue.run(memberId, () => inFull(memberId, password)),
    async inSession(caller, password) {
      if (await isEased(caller, password)) return
      await queue.run(caller.memberId, async () => {
        // The call before this one in the queue may have proven the password.
        if (await isEased(caller, password)) return
        eases.forget(caller.sessionId)
        eases.remember(caller, password, await inFull(caller.memberId, password))
      })
    },
  }
}
