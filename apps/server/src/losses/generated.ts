/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Timestamp } from '../platform/database/column-types.ts'

export interface LossBalance {
  balance: bigint;
  memberId: string;
  period: string;
}

export interface LossHold {
  amount: bigint;
  holdId: string;
  kept: bigint | null;
  kind: string;
  memberId: string;
  orderId: string;
  period: string;
}

export interface LossSharing {
  approvedAt: Timestamp | null;
  approvedBy: string | null;
  droppedAt: Timestamp | null;
  dust: bigint | null;
  id: string;
  leftOver: bigint | null;
  most: bigint;
  noticeEn: string;
  noticeZh: string;
  owed: bigint | null;
  period: string | null;
  poolDynamic: bigint | null;
  postedAt: Timestamp | null;
  proposedAt: Timestamp;
  proposedBy: string;
  shared: bigint | null;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    lossBalance: LossBalance;
    lossHold: LossHold;
    lossSharing: LossSharing;
  }
}
