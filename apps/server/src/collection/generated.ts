/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Json, Timestamp } from '../platform/database/column-types.ts'

export interface CollectionStatus {
  checkedAt: Timestamp;
  onlyRow: Generated<boolean>;
  settings: Json | null;
  stop: string | null;
}

export interface CollectionTransaction {
  blockNumber: number | null;
  chainId: number;
  derivationIndex: number | null;
  endedAt: Timestamp | null;
  id: string;
  nonce: number;
  place: number;
  purpose: string;
  recipient: string;
  sender: string;
  signedAt: Timestamp;
  state: string;
  transactions: string[];
  units: bigint;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    collectionStatus: CollectionStatus;
    collectionTransaction: CollectionTransaction;
  }
}
