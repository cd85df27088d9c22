import type { ChallengePurpose } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import type { Platform, Room } from '../platform/room.ts'
import { type AccountWorld, ensureRootMember } from './accounts.ts'
import { consumeChallenge, type IssuedChallenge, issueChallenge, type Proof } from './challenges.ts'
import { openHashing } from './hashing.ts'
import { checkPaymentPassword } from './payment-password.ts'
import type { ReceivingAccount } from './receiving-account.ts'
import { identityRoutes } from './routes.ts'
import {
  type Credentials,
  credentialsByAccountId,
  credentialsByIds,
  credentialsByPublicKey,
  dropOldChallenges,
  isFrozen,
  nicknamesOf,
  type Reader,
  receivingAccountOf,
} from './store.ts'
import { Turns } from './turns.ts'

export { ROOT_MEMBER } from './accounts.ts'
export type { IssuedChallenge, Proof } from './challenges.ts'
export type { ReceivingAccount } from './receiving-account.ts'
export type { Credentials } from './store.ts'

/** Who members are: their accounts, keys, passwords and where they are paid. */
export interface Identity {
  room: Room
  /** Nicknames by member id; unknown ids are left out. */
  nicknames(reader: Reader, memberIds: readonly string[]): Promise<Map<string, string>>
  /** Where a buyer pays this member; null when nothing is entered yet. */
  receivingAccount(reader: Reader, memberId: string): Promise<ReceivingAccount | null>
  /** True when an operator has frozen the whole account. */
  isFrozen(reader: Reader, memberId: string): Promise<boolean>
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
  credentials: CredentialDesk
  /** Makes the root member once; its invitation code. */
  ensureRootMember(reader: Reader): Promise<string>
}

/** What logging in asks. */
export interface CredentialDesk {
  byAccountId(reader: Reader, accountId: string): Promise<Credentials | null>
  /** `publicKey` in hex. */
  byPublicKey(reader: Reader, publicKey: string): Promise<Credentials | null>
  byIds(reader: Reader, memberIds: readonly string[]): Promise<Credentials[]>
  /** Compares a login password; for nobody it does the same work and answers false. */
  passwordFits(member: Credentials | null, password: string): Promise<boolean>
}

const CHALLENGE_SWEEP_MS = 60_000

/** Opens the identity room. */
export function openIdentity(platform: Platform): Identity {
  const { database, config } = platform
  const hashing = openHashing(platform.secrets.pepper)
  const world: AccountWorld = {
    database,
    hashing,
    publicOrigins: config.publicOrigins,
    rateLimitScale: config.rateLimitScale,
  }
  // Right passwords given at once are each compared in turn: none of them is a wrong guess while
  // the others wait, so a page that sends a call fifty times locks nobody out.
  const turns = new Turns()
  return {
    room: {
      routes: identityRoutes(world),
      sweeps: [
        {
          name: 'old challenges',
          door: 'worker',
          everyMs: CHALLENGE_SWEEP_MS,
          turn: () => dropOldChallenges(database),
        },
      ],
    },
    nicknames: nicknamesOf,
    receivingAccount: receivingAccountOf,
    isFrozen,
    checkPaymentPassword: (memberId, password) =>
      turns.take(memberId, () => checkPaymentPassword(world, memberId, password)),
    issueChallenge: asked => issueChallenge(database, config.publicOrigins, asked),
    consumeChallenge: (tx, proof) => consumeChallenge(tx, config.publicOrigins, proof),
    credentials: {
      byAccountId: credentialsByAccountId,
      byPublicKey: (reader, publicKey) =>
        credentialsByPublicKey(reader, Buffer.from(publicKey, 'hex')),
      byIds: credentialsByIds,
      passwordFits: (member, password) => hashing.fits(member?.loginHash ?? null, password),
    },
    ensureRootMember,
  }
}
