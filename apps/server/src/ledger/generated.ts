/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { ArrayType, Generated, Timestamp } from '../platform/database/column-types.ts'

export interface LedgerAccount {
  asset: string;
  closedAt: Timestamp | null;
  epoch: Generated<number>;
  held: Generated<bigint>;
  id: string;
  kind: string;
  openedAt: Generated<Timestamp>;
  overdraft: Generated<boolean>;
  owner: string;
  posted: Generated<bigint>;
  version: Generated<number>;
}

export interface LedgerAudit {
  batch: number;
  body: Buffer;
  entries: Buffer;
  epochs: number;
  fromXid: number;
  head: Buffer;
  holds: number;
  postings: number;
  resolutions: number;
  sealedAt: Timestamp;
  totalTransfers: number;
  toXid: number;
  transfers: number;
}

export interface LedgerEpoch {
  asset: string;
  beganAt: Generated<Timestamp>;
  epoch: number;
  multiple: number;
  xid: Generated<number>;
}

export interface LedgerEveryTransfer {
  amount: bigint | null;
  asset: string | null;
  creditAccount: string | null;
  creditAfter: bigint | null;
  creditVersion: number | null;
  debitAccount: string | null;
  debitAfter: bigint | null;
  debitVersion: number | null;
  epoch: number | null;
  groupId: string | null;
  holdId: string | null;
  id: string | null;
  kind: string | null;
  postedAt: Timestamp | null;
  reference: string | null;
  requestHash: Buffer | null;
  reverses: string | null;
  xid: number | null;
}

export interface LedgerHold {
  accountId: string;
  amount: bigint;
  epoch: Generated<number>;
  expiresAt: Timestamp | null;
  heldAt: Generated<Timestamp>;
  id: string;
  kind: string;
  reference: string;
  requestHash: Buffer;
  xid: Generated<number>;
}

export interface LedgerHoldResolution {
  holdId: string;
  outcome: string;
  posted: Generated<bigint>;
  request: string;
  resolvedAt: Generated<Timestamp>;
  xid: Generated<number>;
}

export interface LedgerPosting {
  accountId: string | null;
  amount: bigint | null;
  balanceAfter: bigint | null;
  postedAt: Timestamp | null;
  transferId: string | null;
  version: number | null;
  xid: number | null;
}

export interface LedgerProof {
  batch: number;
  onlyRow: Generated<boolean>;
  provenAt: Generated<Timestamp>;
  toXid: number;
}

export interface LedgerProvenAccount {
  accountId: string;
  posted: bigint;
  version: number;
}

export interface LedgerProvenAhead {
  accountId: string;
  amount: bigint;
  balanceAfter: bigint;
  version: number;
}

export interface LedgerProvenHold {
  holdId: string;
}

export interface LedgerSettlement {
  asset: string;
  beganAt: Generated<Timestamp>;
  kind: string;
  settlement: string;
}

export interface LedgerTransfer {
  amount: bigint;
  asset: string;
  creditAccount: string;
  creditAfter: bigint;
  creditVersion: number;
  debitAccount: string;
  debitAfter: bigint;
  debitVersion: number;
  epoch: Generated<number>;
  groupId: string;
  holdId: string | null;
  id: string;
  kind: string;
  postedAt: Generated<Timestamp>;
  reference: string;
  requestHash: Buffer;
  reverses: string | null;
  xid: Generated<number>;
}

export interface LedgerTransferBlock {
  accounts: string[];
  amounts: ArrayType<number>;
  asset: string;
  balances: ArrayType<number>;
  epoch: number;
  first: string;
  firstId: string;
  groupId: string;
  houseAccount: string;
  houseBefore: bigint;
  houseVersion: number;
  kind: string;
  last: string;
  owners: string[];
  postedAt: Timestamp;
  requestHash: Buffer;
  settlement: string;
  versions: ArrayType<number>;
  xid: number;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    ledgerAccount: LedgerAccount;
    ledgerAudit: LedgerAudit;
    ledgerEpoch: LedgerEpoch;
    ledgerEveryTransfer: LedgerEveryTransfer;
    ledgerHold: LedgerHold;
    ledgerHoldResolution: LedgerHoldResolution;
    ledgerPosting: LedgerPosting;
    ledgerProof: LedgerProof;
    ledgerProvenAccount: LedgerProvenAccount;
    ledgerProvenAhead: LedgerProvenAhead;
    ledgerProvenHold: LedgerProvenHold;
    ledgerSettlement: LedgerSettlement;
    ledgerTransfer: LedgerTransfer;
    ledgerTransferBlock: LedgerTransferBlock;
  }
}
