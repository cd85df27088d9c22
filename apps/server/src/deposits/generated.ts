/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface ChainBlock {
  chainId: number;
  hash: string;
  number: number;
  parentHash: string;
}

export interface ChainWatch {
  chainId: number;
  finalizedNumber: number;
  followedAt: Timestamp;
  headNumber: number;
}

export interface CustodyAddress {
  address: string;
  chainId: number;
  publishedAt: Timestamp;
  replacedAt: Timestamp | null;
  use: string;
}

export interface CustodyBalance {
  address: string;
  chainId: number;
  tokenUnits: bigint;
}

export interface CustodyReading {
  blockHash: string;
  blockNumber: number;
  chainId: number;
  readAt: Timestamp;
}

export interface CustodyReceipt {
  address: string;
  amount: bigint;
  blockAt: Timestamp;
  blockHash: string;
  blockNumber: number;
  bookedAt: Timestamp | null;
  chainId: number;
  finalAt: Timestamp | null;
  id: string;
  ordinal: number;
  seenAt: Timestamp;
  sender: string;
  state: string;
  takenBackAt: Timestamp | null;
  tokenUnits: bigint;
  transactionHash: string;
  unitsPerMicro: bigint;
}

export interface CustodyTransfer {
  address: string;
  blockAt: Timestamp;
  blockHash: string;
  blockNumber: number;
  chainId: number;
  derivationIndex: number | null;
  explainedAt: Timestamp | null;
  finalAt: Timestamp | null;
  id: string;
  leadsTo: string;
  ordinal: number;
  recipient: string;
  seenAt: Timestamp;
  state: string;
  takenBackAt: Timestamp | null;
  tokenUnits: bigint;
  transactionHash: string;
  unitsPerMicro: bigint;
}

export interface Deposit {
  amount: bigint;
  blockHash: string;
  blockNumber: number;
  chainId: number;
  creditedAt: Timestamp | null;
  derivationIndex: number | null;
  id: string;
  memberId: string;
  ordinal: number;
  seenAt: Timestamp;
  sender: string | null;
  state: string;
  takenBackAt: Timestamp | null;
  tokenUnits: bigint;
  transactionHash: string;
  unitsPerMicro: bigint;
}

export interface DepositAddress {
  address: string;
  cluster: number;
  derivationIndex: number;
  generation: number;
  madeAt: Generated<Timestamp>;
  memberId: string;
}

export interface DepositCarry {
  chainId: number;
  memberId: string;
  tokenUnits: bigint;
}

export interface DepositKey {
  approvedBy: string | null;
  droppedAt: Timestamp | null;
  firstIndex: number | null;
  id: string;
  number: number | null;
  proposedAt: Timestamp | null;
  proposedBy: string | null;
  since: Timestamp | null;
  whyEn: string | null;
  whyZh: string | null;
  xpub: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    chainBlock: ChainBlock;
    chainWatch: ChainWatch;
    custodyAddress: CustodyAddress;
    custodyBalance: CustodyBalance;
    custodyReading: CustodyReading;
    custodyReceipt: CustodyReceipt;
    custodyTransfer: CustodyTransfer;
    deposit: Deposit;
    depositAddress: DepositAddress;
    depositCarry: DepositCarry;
    depositKey: DepositKey;
  }
}
