/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Json, Timestamp } from '../platform/database/column-types.ts'

export interface SettlementAlarm {
  period: string;
  raisedAt: Timestamp;
  settledAt: Timestamp | null;
  what: string;
}

export interface SettlementOutcome {
  computedAt: Timestamp;
  dynamicOff: bigint;
  entryPrice: bigint;
  exitPrice: bigint;
  factor: bigint;
  inputHash: Buffer;
  period: string;
  reserved: bigint;
  resultHash: Buffer;
  staffShare: bigint;
  summary: Json | null;
}

export interface SettlementRun {
  closedAt: Timestamp;
  cutoffAt: Timestamp;
  epoch: Generated<number>;
  income: bigint | null;
  largestUnapproved: Generated<bigint>;
  ops: Generated<bigint>;
  outstanding: bigint;
  parametersVersion: number;
  period: string;
  poolDynamic: Generated<bigint>;
  poolStatic: Generated<bigint>;
  publishedAt: Timestamp | null;
  reserve: bigint;
  risk: Generated<bigint>;
  shortfall: Generated<bigint>;
}

export interface SettlementStage {
  begunAt: Timestamp;
  endedAt: Timestamp | null;
  ms: Generated<number>;
  period: string;
  place: Generated<number>;
  stage: string;
  tries: number;
}

export interface TreasuryBooking {
  amount: bigint;
  bookedAt: Timestamp;
  classificationId: string;
  kind: string;
  receiptId: string;
}

export interface TreasuryBookingRun {
  period: string;
  receiptId: string;
}

export interface TreasuryClassification {
  approvedAt: Timestamp | null;
  approvedBy: string | null;
  droppedAt: Timestamp | null;
  evidence: string;
  id: string;
  kind: string;
  payer: string;
  proposedAt: Timestamp;
  proposedBy: string;
  receiptId: string;
}

export interface TreasuryCost {
  amount: bigint | null;
  approvedBy: string | null;
  bookedAt: Timestamp | null;
  document: Buffer;
  droppedAt: Timestamp | null;
  evidence: string;
  id: string;
  payee: string;
  proposedAt: Timestamp;
  proposedBy: string;
  reference: string;
  transferId: string;
}

export interface TreasuryFounding {
  foundedAt: Timestamp;
  onlyRow: Generated<boolean>;
  receiptId: string | null;
}

export interface TreasuryReceipt {
  amount: bigint;
  blockAt: Timestamp;
  droppedAt: Timestamp | null;
  enteredAt: Timestamp;
  enteredBy: string;
  evidence: string;
  id: string;
  paymentCopy: Generated<number>;
  paymentKey: Generated<string | null>;
  paymentReference: string;
}

export interface TreasuryReceiptApproval {
  approvedAt: Timestamp;
  operatorId: string;
  receiptId: string;
}

export interface TreasuryReceiptRun {
  period: string;
  receiptId: string;
}

export interface TreasuryShortfall {
  amount: bigint;
  decidedAt: Timestamp | null;
  decidedBy: string | null;
  decision: string | null;
  evidence: string;
  id: string;
  reportedAt: Timestamp;
  reportedBy: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    settlementAlarm: SettlementAlarm;
    settlementOutcome: SettlementOutcome;
    settlementRun: SettlementRun;
    settlementStage: SettlementStage;
    treasuryBooking: TreasuryBooking;
    treasuryBookingRun: TreasuryBookingRun;
    treasuryClassification: TreasuryClassification;
    treasuryCost: TreasuryCost;
    treasuryFounding: TreasuryFounding;
    treasuryReceipt: TreasuryReceipt;
    treasuryReceiptApproval: TreasuryReceiptApproval;
    treasuryReceiptRun: TreasuryReceiptRun;
    treasuryShortfall: TreasuryShortfall;
  }
}
