import { type ActKind, type ChallengePurpose, judgeFrozen, type LiveFreeze } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import type { Module, Platform } from '../platform/module.ts'
import { openSealing } from '../platform/sealing.ts'
import { type AccountContext, ensureRootMember } from './accounts.ts'
import { carrySkeletons } from './carried-nicknames.ts'
import { consumeChallenge, type IssuedChallenge, issueChallenge, type Proof } from './challenges.ts'
import { type MemberClosing, memberClosing } from './closing.ts'
import { freezeAfterEmail, liveFreezes } from './freezes.ts'
import { openHashing } from './hashing.ts'
import { dropReplacedHashes, passwordsChangedAt } from './password-store.ts'
import { openPasswordDesk, type PasswordDesk, renewLoginHash } from './passwords.ts'
import { checkPaymentPassword } from './payment-password.ts'
import type { TellOfAddress } from './receiving.ts'
import type { ReceivingAccount } from './receiving-account.ts'
import { receivingAccountOf, sealClearReceiving } from './receiving-store.ts'
import { type IdentityContext, identityRoutes } from './routes.ts'
import {
  accountIdOf,
  type Credentials,
  closingAmong,
  countryOf,
  credentialsByAccountId,
  credentialsByIds,
  credentialsByPublicKey,
  declaredAmong,
  dropOldChallenges,
  isFrozen,
  joinedAmong,
  membersAfter,
  nicknamesOf,
  type Reader,
} from './store.ts'
import { Turns } from './turns.ts'

export { ROOT_MEMBER } from './accounts.ts'

export { openHashing } from './hashing.ts'
export { type PasswordReset, refuseNew } from './passwords.ts'
export { checkedAddress } from './receiving-account.ts'
export type { Credentials } from './store.ts'

/** Who members are: their accounts, keys, passwords and where they are paid. */
export interface Identity {
  module: Module
  /** Nicknames by member id; unknown ids are left out. */
  nicknames(reader: Reader, memberIds: readonly string[]): Promise<Map<string, string>>
  /** The account ID of a member who exists. */
  accountIdOf(reader: Reader, memberId: string): Promise<string>
  /** When these members joined; unknown ids are left out. */
  joinedAmong(reader: Reader, memberIds: readonly string[]): Promise<Map<string, Date>>
  /** All members, after a member, in the order of ids. */
  membersAfter(reader: Reader, after: string | null, limit: number): Promise<string[]>
  /** Where a buyer pays this member; null when nothing is entered yet. */
  receivingAccount(reader: Reader, memberId: string): Promise<ReceivingAccount | null>
  /** True when an operator has frozen the whole account. */
  isFrozen(reader: Reader, memberId: string): Promise<boolean>
  /** Those of the members who are closing their account; holds their rows until the transaction ends. */
  closingAmong(tx: Tx, memberIds: readonly string[]): Promise<Set<string>>
  /** When one of a member's passwords was last changed, reset or brought back; null where none ever was. */
  passwordsChangedAt(reader: Reader, memberId: string): Promise<Date | null>
  /** Has the member, who exists, declared a country whose law forbids the offer? */
  isCountryClosed(reader: Reader, memberId: string): Promise<boolean>
  /** As `isCountryClosed`: those of these members who have. */
  countryClosedAmong(reader: Reader, memberIds: readonly string[]): Promise<Set<string>>
  /** What holds a member after a change of their security, for as long as it does. */
  liveFreezes(reader: Reader, memberId: string): Promise<LiveFreeze[]>
  /** As the domain's table has it for a kind of act: the freeze that refuses it longest, or null. */
  refusingFreeze(reader: Reader, memberId: string, act: ActKind): Promise<LiveFreeze | null>
  /** Freezes after another e-mail address was bound. Answers until when. */
  freezeAfterEmail(tx: Tx, memberId: string, changedAt: Date): Promise<Date>
  /** Counts the guess, then compares; refuses `paymentPasswordWrong`, `…Locked` or `…ResetNeeded`. */
  checkPaymentPassword(memberId: string, password: string): Promise<void>
  /** A nonce for any key, good for one act of this purpose within 60 s. */
  issueChallenge(asked: {
    publicKey: string
    purpose: ChallengePurpose
    origin: string | undefined
  }): Promise<IssuedChallenge>
  /** Spends a challenge in the transaction of its act; refuses `challengeSpent`. */
  consumeChallenge(tx: Tx, proof: Proof): Promise<void>
  closing: MemberClosing
  credentials: CredentialDesk
  passwords: PasswordDesk
  /** Makes the root member once; its invitation code. */
  ensureRootMember(reader: Reader): Promise<string>
  /** Each brings some rows of an earlier version to what is expected now; 0 when none is left. */
  carried: readonly ((tx: Tx) => Promise<number>)[]
}

/** What logging in asks. */
interface CredentialDesk {
  byAccountId(reader: Reader, accountId: string): Promise<Credentials | null>
  /** `publicKey` in hex. */
  byPublicKey(reader: Reader, publicKey: string): Promise<Credentials | null>
  byIds(reader: Reader, memberIds: readonly string[]): Promise<Credentials[]>
  /** Compares a login password; for nobody it does the same work and answers false. */
  passwordFits(member: Credentials | null, password: string): Promise<boolean>
  /** After a login: stores the password anew where its hash was made with settings of the past. */
  renew(member: Credentials, password: string): Promise<void>
}

const CHALLENGE_JOB_MS = 60_000
const RESET_JOB_MS = 10 * 60_000

/** Opens the identity room. `notify` writes to a member's mailbox, `welcome` puts a new one on the inviter's list. */
export function openIdentity(
  platform: Platform,
  { notify, welcome }: { notify: TellOfAddress; welcome: AccountContext['welcome'] },
): Identity {
  const { database, config, secrets } = platform
  const hashing = openHashing(secrets.pepper)
  const sealing = openSealing(secrets.fieldKey)
  const context: IdentityContext = {
    database,
    hashing,
    sealing,
    notify,
    welcome,
    publicOrigins: config.publicOrigins,
    rateLimitScale: config.rateLimitScale,
    closedCountries: config.closedCountries,
  }
  // Right passwords given at once are each compared in turn: none of them is a wrong guess while
  // the others wait, so a page that sends a call fifty times locks nobody out.
  const turns = new Turns()
  const checkInTurn = (memberId: string, password: string) =>
    turns.take(memberId, () => checkPaymentPassword(context, memberId, password))
  return {
    module: {
      routes: identityRoutes(context),
      jobs: [
        {
          name: 'old challenges',
          runsIn: 'worker',
          everyMs: CHALLENGE_JOB_MS,
          turn: () => dropOldChallenges(database),
        },
        {
          name: 'replaced passwords',
          runsIn: 'worker',
          everyMs: RESET_JOB_MS,
          turn: () => dropReplacedHashes(database),
        },
      ],
    },
    nicknames: nicknamesOf,
    accountIdOf,
    joinedAmong,
    membersAfter,
    receivingAccount: (reader, memberId) => receivingAccountOf(reader, sealing, memberId),
    isFrozen,
    closingAmong,
    passwordsChangedAt,
    isCountryClosed: async (reader, memberId) =>
      config.closedCountries.length > 0 &&
      config.closedCountries.includes(await countryOf(reader, memberId)),
    countryClosedAmong: async (reader, memberIds) =>
      config.closedCountries.length === 0 || memberIds.length === 0
        ? new Set()
        : declaredAmong(reader, memberIds, config.closedCountries),
    liveFreezes,
    refusingFreeze: async (reader, memberId, act) => {
      const verdict = judgeFrozen(act, await liveFreezes(reader, memberId))
      return verdict.kind === 'refused' ? verdict.by : null
    },
    freezeAfterEmail,
    checkPaymentPassword: async (memberId, password) => {
      await checkInTurn(memberId, password)
    },
    issueChallenge: asked => issueChallenge(database, config.publicOrigins, asked),
    consumeChallenge: (tx, proof) => consumeChallenge(tx, config.publicOrigins, proof),
    closing: memberClosing,
    credentials: {
      byAccountId: credentialsByAccountId,
      byPublicKey: (reader, publicKey) =>
        credentialsByPublicKey(reader, Buffer.from(publicKey, 'hex')),
      byIds: credentialsByIds,
      passwordFits: (member, password) => hashing.fits(member?.loginHash ?? null, password),
      renew: async ({ memberId, loginHash }, password) => {
        if (loginHash !== null) await renewLoginHash(context, memberId, loginHash, password)
      },
    },
    passwords: openPasswordDesk({ database, hashing, checkPaymentPassword: checkInTurn }),
    ensureRootMember,
    carried: [tx => sealClearReceiving(tx, sealing), carrySkeletons],
  }
}
