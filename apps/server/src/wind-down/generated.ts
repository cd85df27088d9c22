/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface WindDown {
  alarm: string | null;
  announcedAt: Timestamp | null;
  approvedBy: string | null;
  closedAt: Timestamp | null;
  costs: bigint;
  drainedAt: Timestamp | null;
  dueAt: Timestamp | null;
  evidence: string;
  heldFrom: Timestamp | null;
  id: string;
  noticeEn: string;
  noticeZh: string;
  proposedAt: Timestamp;
  proposedBy: string;
  ruleVersion: number | null;
  state: Generated<string>;
}

export interface WindDownCancellation {
  approvedAt: Timestamp | null;
  approvedBy: string | null;
  id: string;
  proposedAt: Timestamp;
  proposedBy: string;
  whyEn: string;
  whyZh: string;
  windDownId: string;
}

export interface WindDownHolder {
  isInsider: boolean;
  leastHeld: bigint;
  memberId: string;
  quantity: bigint;
  windDownId: string;
}

export interface WindDownOutcome {
  computedAt: Timestamp;
  dust: bigint;
  exitPrice: bigint;
  inputHash: Buffer;
  ops: bigint;
  opsRest: bigint;
  paidFrom: bigint;
  resultHash: Buffer;
  risk: bigint;
  riskBy: string;
  riskWeight: bigint;
  staticRest: bigint;
  toRisk: bigint;
  weight: bigint;
  windDownId: string;
}

export interface WindDownPosition {
  memberId: string;
  positionId: string;
  quantity: bigint;
  windDownId: string;
}

export interface WindDownRun {
  epoch: number;
  frozenAt: Timestamp;
  income: bigint;
  ops: bigint;
  outstanding: bigint;
  period: string;
  poolDynamic: bigint;
  poolStatic: bigint;
  reserve: bigint;
  risk: bigint;
  seed: bigint;
  windDownId: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    windDown: WindDown;
    windDownCancellation: WindDownCancellation;
    windDownHolder: WindDownHolder;
    windDownOutcome: WindDownOutcome;
    windDownPosition: WindDownPosition;
    windDownRun: WindDownRun;
  }
}
