/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { ArrayType, Generated, Timestamp } from '../platform/database/column-types.ts'

export interface AccountFreeze {
  doneAt: Timestamp | null;
  doneIn: string | null;
  freezes: boolean;
  id: string;
  memberId: string;
  why: string;
}

export interface Challenge {
  expiresAt: Timestamp;
  nonce: Buffer;
  origin: string;
  publicKey: Buffer;
  purpose: string;
}

export interface FrozenOrderOwner {
  memberId: string | null;
  side: string | null;
}

export interface Member {
  accountId: string;
  closedAt: Timestamp | null;
  closingAt: Timestamp | null;
  consentedAt: Timestamp;
  country: string;
  createdAt: Generated<Timestamp>;
  frozenAt: Timestamp | null;
  id: string;
  inviteCode: string;
  inviterId: string | null;
  loginHash: string | null;
  nickname: string;
  nicknameSkeleton: string | null;
  passwordsChangedAt: Timestamp | null;
  paymentHash: string | null;
  publicKey: Buffer | null;
}

export interface MemberFreeze {
  beganAt: Timestamp;
  cause: string;
  id: string;
  memberId: string;
  sells: boolean;
  until: Timestamp;
  withdrawals: boolean;
}

export interface PasswordReset {
  cancellableUntil: Timestamp;
  cancelledAt: Timestamp | null;
  id: string;
  madeAt: Timestamp;
  memberId: string;
  password: string;
  proof: string;
  replacedHash: string | null;
}

export interface PaymentAttempt {
  lockedUntil: Timestamp | null;
  memberId: string;
  resetNeeded: Generated<boolean>;
  wrongAt: Generated<ArrayType<Timestamp>>;
  wrongInRow: Generated<number>;
}

export interface ReceivingAccount {
  bsc: string | null;
  bscKnown: Generated<boolean>;
  bscSealed: Buffer | null;
  changedAt: Timestamp;
  contact: string | null;
  contactSealed: Buffer | null;
  memberId: string;
  tron: string | null;
  tronKnown: Generated<boolean>;
  tronSealed: Buffer | null;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    accountFreeze: AccountFreeze;
    challenge: Challenge;
    frozenOrderOwner: FrozenOrderOwner;
    member: Member;
    memberFreeze: MemberFreeze;
    passwordReset: PasswordReset;
    paymentAttempt: PaymentAttempt;
    receivingAccount: ReceivingAccount;
  }
}
