import type { CodePurpose } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import type { Mail } from '../platform/mail/mail.ts'
import type { Module, Platform } from '../platform/module.ts'
import { refuse } from '../platform/refused.ts'
import { openSealing } from '../platform/sealing.ts'
import {
  type BoundEmail,
  boundEmail,
  indexEmails,
  isSameMailbox,
  membersWithEmail,
  notify,
} from './addresses.ts'
import {
  type CodeContext,
  type CodeRequest,
  type GivenCode,
  proveCode,
  sendCode,
  spendCode,
} from './codes.ts'
import type { Notice } from './emails.ts'
import { presentBound, presentSent } from './present.ts'
import { verificationRoutes } from './routes.ts'
import { distrustEmail, dropOldCodes, forgetEmail, type Reader, startValidity } from './store.ts'

export type { GivenCode } from './codes.ts'

export { indexEmails, isSameMailbox, presentBound, presentSent }

/** E-mail addresses of members: the codes that prove them, and e-mails about the account. */
export interface Verification {
  module: Module
  /** The address bound to a member, or null. */
  email(reader: Reader, memberId: string): Promise<BoundEmail | null>
  /** Members to whom an address is bound, in whatever case it is typed. */
  membersWithEmail(reader: Reader, address: string): Promise<string[]>
  /**
   * Queues a code and returns when the next one can be asked for. Throws `emailCodeTooSoon`,
   * `…Limit`, `emailNotOffered`.
   */
  sendCode(asked: CodeRequest): Promise<{ resendAt: Date }>
  /** Counts a guess, then compares. Throws `emailCodeWrong` or `emailCodeSpent`. */
  proveCode(given: GivenCode): Promise<void>
  /** Uses up a proven code in the transaction of its act. */
  spendCode(tx: Tx, given: GivenCode): Promise<void>
  /** Compares the code of a member's act where an address is bound: required, counted, compared. */
  checkStepUp(memberId: string, purpose: CodePurpose, code: string | undefined): Promise<void>
  /** Uses up that code in the transaction of its act. */
  spendStepUp(
    tx: Tx,
    memberId: string,
    purpose: CodePurpose,
    code: string | undefined,
  ): Promise<void>
  /** Sends the member an e-mail, if an address is bound. */
  notify(
    tx: Tx,
    memberId: string,
    notice: Notice,
    facts: { accountId: string; until?: Date },
  ): Promise<void>
  /** Removes the address of a closed member. */
  forget(tx: Tx, memberId: string): Promise<void>
  /** The bound address resets no password any more, until another one is bound. */
  distrust(tx: Tx, memberId: string): Promise<void>
}

const EVERY_MS = 3_600_000

/** The dependencies of the module. */
export interface VerificationDeps {
  mail: Mail
  /** The account ID of a member, for e-mails. */
  accountIdOf(reader: Reader, memberId: string): Promise<string>
  /** Freezes the account after its address was replaced. Returns the end of the freeze. */
  freezeAfterChange(tx: Tx, memberId: string, at: Date): Promise<Date>
}

/** Opens the verification module. */
export function openVerification(platform: Platform, deps: VerificationDeps): Verification {
  const { database, secrets } = platform
  const { mail, accountIdOf, freezeAfterChange } = deps
  const context: CodeContext = {
    database,
    mail,
    pepper: secrets.pepper,
    sealing: openSealing(secrets.fieldKey),
  }
  // A code is valid for ten minutes from its sending on, however long the e-mail waited.
  mail.whenSent(startValidity)
  return {
    module: {
      routes: verificationRoutes({ ...context, accountIdOf, freezeAfterChange }),
      jobs: [
        {
          name: 'old e-mail codes',
          runsIn: 'worker',
          everyMs: EVERY_MS,
          run: () => dropOldCodes(database),
        },
      ],
    },
    email: (reader, memberId) => boundEmail(context, reader, memberId),
    membersWithEmail: (reader, address) => membersWithEmail(context, reader, address),
    sendCode: asked => sendCode(context, asked),
    proveCode: given => proveCode(context, given),
    spendCode: (tx, given) => spendCode(context, tx, given),
    async checkStepUp(memberId, purpose, code) {
      const given = await stepUpCode(context, database, memberId, purpose, code)
      if (given) await proveCode(context, given)
    },
    async spendStepUp(tx, memberId, purpose, code) {
      const given = await stepUpCode(context, tx, memberId, purpose, code)
      if (given) await spendCode(context, tx, given)
    },
    notify: (tx, memberId, notice, facts) => notify(context, tx, memberId, notice, facts),
    forget: forgetEmail,
    distrust: distrustEmail,
  }
}

/** The code that an act needs; null where no address is bound. Throws `emailCodeNeeded`. */
async function stepUpCode(
  context: CodeContext,
  reader: Reader,
  memberId: string,
  purpose: CodePurpose,
  code: string | undefined,
): Promise<GivenCode | null> {
  const email = await boundEmail(context, reader, memberId)
  if (!email) return null
  if (code === undefined) return refuse('emailCodeNeeded')
  const { address } = email
  return { account: { memberId }, purpose, address, code, field: 'emailCode' }
}
