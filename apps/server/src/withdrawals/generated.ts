/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Json, Timestamp } from '../platform/database/column-types.ts'

export interface PayoutAddress {
  address: string;
  askedAt: Timestamp;
  firstSeenAt: Timestamp | null;
  notedAt: Timestamp | null;
}

export interface PayoutReconciled {
  at: Timestamp;
  number: number;
}

export interface PayoutSignerBehind {
  at: Timestamp;
  isBehind: boolean;
  number: number;
}

export interface PayoutStatus {
  checkedAt: Timestamp;
  onlyRow: Generated<boolean>;
  pause: string | null;
  signer: Json | null;
  since: Timestamp | null;
}

export interface Withdrawal {
  address: string;
  amount: bigint;
  approvableFrom: Timestamp;
  asked: bigint | null;
  closedAt: Timestamp | null;
  fee: bigint;
  holdId: string;
  id: string;
  idempotencyKey: string;
  memberId: string;
  orderNumber: string;
  reason: string | null;
  remarks: string | null;
  requestedAt: Timestamp;
  state: string;
}

export interface WithdrawalAddress {
  addedAt: Timestamp;
  address: string;
  label: string | null;
  memberId: string;
  removedAt: Timestamp | null;
}

export interface WithdrawalDecision {
  arrives: bigint;
  at: Timestamp;
  decision: string;
  id: string;
  note: string | null;
  operator: string | null;
  operatorId: string | null;
  overtakenAt: Timestamp | null;
  role: string | null;
  signature: string | null;
  withdrawalId: string;
}

export interface WithdrawalPayout {
  chainId: number;
  handedAt: Timestamp;
  hotAddress: string;
  nonce: number | null;
  refused: string | null;
  refusedAt: Timestamp | null;
  refusedDetail: string | null;
  refusedSince: Timestamp | null;
  retryAt: Timestamp | null;
  signedAt: Timestamp | null;
  transactionHash: string | null;
  withdrawalId: string;
}

export interface WithdrawalRebooked {
  at: Timestamp;
  cluster: number;
  foundBy: Generated<string>;
  transactionHash: string;
  withdrawalId: string;
}

export interface WithdrawalRuleCheck {
  at: Timestamp;
  facts: Json;
  reasons: string[];
  version: number;
  withdrawalId: string;
}

export interface WithdrawalStep {
  at: Timestamp;
  place: number;
  state: string;
  withdrawalId: string;
}

export interface WithdrawalTransaction {
  hash: string;
  place: number;
  withdrawalId: string;
}

export interface WithdrawalVoid {
  approvedAt: Timestamp | null;
  approvedBy: string | null;
  droppedAt: Timestamp | null;
  id: string;
  proposedAt: Timestamp;
  proposedBy: string;
  why: string;
  withdrawalId: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    payoutAddress: PayoutAddress;
    payoutReconciled: PayoutReconciled;
    payoutSignerBehind: PayoutSignerBehind;
    payoutStatus: PayoutStatus;
    withdrawal: Withdrawal;
    withdrawalAddress: WithdrawalAddress;
    withdrawalDecision: WithdrawalDecision;
    withdrawalPayout: WithdrawalPayout;
    withdrawalRebooked: WithdrawalRebooked;
    withdrawalRuleCheck: WithdrawalRuleCheck;
    withdrawalStep: WithdrawalStep;
    withdrawalTransaction: WithdrawalTransaction;
    withdrawalVoid: WithdrawalVoid;
  }
}
