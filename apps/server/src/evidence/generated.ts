/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface EvidenceReuse {
  at: Timestamp;
  kind: string;
  otherTradeId: string;
  tradeId: string;
}

export interface HashBinding {
  amount: bigint | null;
  blockAt: Timestamp | null;
  chain: string;
  hash: string;
  ordinal: number;
  payer: string | null;
  tradeId: string;
}

export interface HashCheck {
  confirmations: number | null;
  dueAt: Timestamp;
  endedAt: Timestamp | null;
  finding: string | null;
  hash: string;
  noPaymentAt: Timestamp | null;
  since: Timestamp;
  tradeId: string;
  tries: Generated<number>;
}

export interface HashFinding {
  at: Timestamp;
  blockAt: Timestamp | null;
  confirmations: number | null;
  finding: string;
  hash: string;
  needed: number | null;
  number: number;
  payer: string | null;
  received: bigint | null;
  tradeId: string;
}

export interface PaymentWatch {
  block: number;
  chain: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    evidenceReuse: EvidenceReuse;
    hashBinding: HashBinding;
    hashCheck: HashCheck;
    hashFinding: HashFinding;
    paymentWatch: PaymentWatch;
  }
}
