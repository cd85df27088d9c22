import { type ActKind, type ChallengePurpose, judgeFrozen, type LiveFreeze } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import type { Line } from '../platform/fair-queue.ts'
import type { Module, Platform } from '../platform/module.ts'
import { openSealing } from '../platform/sealing.ts'
import { type AccountFreezes, type NotifyOfFreeze, openAccountFreezes } from './account-freezes.ts'
import { type AccountContext, ensureRootMember } from './accounts.ts'
import { carrySkeletons } from './carried-nicknames.ts'
import { consumeChallenge, type IssuedChallenge, issueChallenge, type Proof } from './challenges.ts'
import { type MemberClosing, memberClosing } from './closing.ts'
import { freezeAfterEmail, liveFreezesAmong, liveFreezesReader } from './freezes.ts'
import { openHashing } from './hashing.ts'
import { dropReplacedHashes, passwordsChangedAt } from './password-store.ts'
import { openPasswordDesk, type PasswordDesk, renewLoginHash } from './passwords.ts'
import type { SessionOfMember } from './payment-ease.ts'
import { openPaymentProof } from './payment-proof.ts'
import type { NotifyOfAddress } from './receiving.ts'
import type { ReceivingAccount } from './receiving-account.ts'
import { receivingAccountOf, receivingAccounts, sealClearReceiving } from './receiving-store.ts'
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

export type { AccountFreezes } from './account-freezes.ts'
export { type AccountContext, ROOT_MEMBER } from './accounts.ts'

export {
  hashesOfPepper,
  lineOfAnonymous,
  lineOfMember,
  lineOfOperator,
  openHashing,
} from './hashing.ts'
export { countHashes } from './password-store.ts'
export { type PasswordReset, refuseNew } from './passwords.ts'
export { checkedAddress } from './receiving-account.ts'
export type { Credentials } from './store.ts'

/** Members: their accounts, keys, passwords and receiving accounts. */
export interface Identity {
  module: Module
  /** Nicknames by member id. Unknown ids are omitted. */
  nicknames(reader: Reader, memberIds: readonly string[]): Promise<Map<string, string>>
  /** The account ID of a member who exists. */
  accountIdOf(reader: Reader, memberId: string): Promise<string>
  /** The dates on which these members joined. Unknown ids are omitted. */
  joinedAmong(reader: Reader, memberIds: readonly string[]): Promise<Map<string, Date>>
  /** All members after the given one, ordered by id. */
  membersAfter(reader: Reader, after: string | null, limit: number): Promise<string[]>
  /** Where a buyer pays this member; null when nothing has been entered. */
  receivingAccount(reader: Reader, memberId: string): Promise<ReceivingAccount | null>
  /** As `receivingAccount`, of several members. Those who have entered nothing are left out. */
  receivingAccounts(
    reader: Reader,
    memberIds: readonly string[],
  ): Promise<Map<string, ReceivingAccount>>
  /** True when an operator has frozen the whole account. */
  isFrozen(reader: Reader, memberId: string): Promise<boolean>
  /**
   * Returns which of the members are closing their account. Locks their rows until the transaction
   * ends.
   */
  closingAmong(tx: Tx, memberIds: readonly string[]): Promise<Set<string>>
  /** When one of a member's passwords was last changed, reset or restored; null if never. */
  passwordsChangedAt(reader: Reader, memberId: string): Promise<Date | null>
  /** True when the member, who must exist, has declared a country whose law forbids the offer. */
  isCountryClosed(reader: Reader, memberId: string): Promise<boolean>
  /** As `isCountryClosed`, for several members: returns those who have. */
  countryClosedAmong(reader: Reader, memberIds: readonly string[]): Promise<Set<string>>
  /** The freezes that apply to a member after a security change, as long as they last. */
  liveFreezes(memberId: string): Promise<LiveFreeze[]>
  /** By the domain's table for a kind of act: the freeze that refuses it longest, or null. */
  refusingFreeze(reader: Reader, memberId: string, act: ActKind): Promise<LiveFreeze | null>
  /** Until when an act is refused to each of these members; those who may do it are omitted. */
  refusedUntil(
    reader: Reader,
    memberIds: readonly string[],
    act: ActKind,
  ): Promise<Map<string, Date>>
  /** Freezes the account after another e-mail address was bound. Returns the end of the freeze. */
  freezeAfterEmail(tx: Tx, memberId: string, changedAt: Date): Promise<Date>
  /**
   * Counts the guess, then compares. Throws `paymentPasswordWrong`, `…Locked` or `…ResetNeeded`.
   */
  checkPaymentPassword(memberId: string, password: string): Promise<void>
  /**
   * The same for an act of a session that was just found live: for ten minutes after a full
   * comparison in it, the same password is compared by a hash in memory.
   */
  checkPaymentPasswordOf(caller: SessionOfMember, password: string): Promise<void>
  /** Issues a nonce for a key, valid for one act of this purpose within 60 s. */
  issueChallenge(asked: {
    publicKey: string
    purpose: ChallengePurpose
    origin: string | undefined
  }): Promise<IssuedChallenge>
  /** Uses up a challenge in the transaction of its act. Throws `challengeSpent`. */
  consumeChallenge(tx: Tx, proof: Proof): Promise<void>
  closing: MemberClosing
  /** Freezing and opening whole accounts, by two operators. */
  accountFreezes: AccountFreezes
  credentials: CredentialDesk
  passwords: PasswordDesk
  /** Creates the root member if needed. Returns its invitation code. */
  ensureRootMember(reader: Reader): Promise<string>
  /**
   * Each of these brings a batch of an earlier version's rows to the current form; it returns 0
   * when none is left.
   */
  carried: readonly ((tx: Tx) => Promise<number>)[]
}

/** What logging in asks. */
interface CredentialDesk {
  byAccountId(reader: Reader, accountId: string): Promise<Credentials | null>
  /** `publicKey` in hex. */
  byPublicKey(reader: Reader, publicKey: string): Promise<Credentials | null>
  byIds(reader: Reader, memberIds: readonly string[]): Promise<Credentials[]>
  /** Compares a login password. For an unknown account it does the same work and returns false. */
  passwordFits(member: Credentials | null, password: string, line: Line): Promise<boolean>
  /** After a login: hashes the password again if its hash was made with earlier settings. */
  renew(member: Credentials, password: string): Promise<void>
}

const CHALLENGE_JOB_MS = 60_000
const RESET_JOB_MS = 10 * 60_000

/**
 * Opens the identity module. `notify` sends an e-mail to a member, `welcome` adds a new member to
 * the inviter's list.
 */
export function openIdentity(
  platform: Platform,
  {
    notify,
    welcome,
  }: { notify: NotifyOfAddress & NotifyOfFreeze; welcome: AccountContext['welcome'] },
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
  const proof = openPaymentProof(context)
  return {
    module: {
      routes: identityRoutes(context),
      jobs: [
        {
          name: 'old challenges',
          runsIn: 'worker',
          everyMs: CHALLENGE_JOB_MS,
          run: () => dropOldChallenges(database),
        },
        {
          name: 'replaced passwords',
          runsIn: 'worker',
          everyMs: RESET_JOB_MS,
          run: () => dropReplacedHashes(database),
        },
      ],
    },
    nicknames: nicknamesOf,
    accountIdOf,
    joinedAmong,
    membersAfter,
    receivingAccount: (reader, memberId) => receivingAccountOf(reader, sealing, memberId),
    receivingAccounts: (reader, memberIds) => receivingAccounts(reader, sealing, memberIds),
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
    liveFreezes: liveFreezesReader(database),
    refusingFreeze: async (reader, memberId, act) => {
      const live = await liveFreezesAmong(reader, [memberId])
      const verdict = judgeFrozen(act, live.get(memberId) ?? [])
      return verdict.kind === 'refused' ? verdict.by : null
    },
    refusedUntil: async (reader, memberIds, act) => {
      const live = await liveFreezesAmong(reader, memberIds)
      const verdicts = [...live].map(([id, freezes]) => [id, judgeFrozen(act, freezes)] as const)
      return new Map(
        verdicts.flatMap(([id, one]) => (one.kind === 'refused' ? [[id, one.by.until]] : [])),
      )
    },
    freezeAfterEmail,
    checkPaymentPassword: async (memberId, password) => {
      await proof.inFull(memberId, password)
    },
    checkPaymentPasswordOf: proof.inSession,
    issueChallenge: asked => issueChallenge(database, config.publicOrigins, asked),
    consumeChallenge: (tx, proof) => consumeChallenge(tx, config.publicOrigins, proof),
    closing: memberClosing,
    accountFreezes: openAccountFreezes(notify),
    credentials: {
      byAccountId: credentialsByAccountId,
      byPublicKey: (reader, publicKey) =>
        credentialsByPublicKey(reader, Buffer.from(publicKey, 'hex')),
      byIds: credentialsByIds,
      passwordFits: (member, password, line) =>
        hashing.fits(member?.loginHash ?? null, password, line),
      renew: async ({ memberId, loginHash }, password) => {
        if (loginHash !== null) await renewLoginHash(context, memberId, loginHash, password)
      },
    },
    passwords: openPasswordDesk({
      database,
      hashing,
      checkPaymentPassword: async (memberId, password) =>
        (await proof.inFull(memberId, password)).hash,
    }),
    ensureRootMember,
    carried: [tx => sealClearReceiving(tx, sealing), carrySkeletons],
  }
}
