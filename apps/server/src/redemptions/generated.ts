/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Timestamp } from '../platform/database/column-types.ts'

export interface Redemption {
  askedAt: Timestamp;
  closedAt: Timestamp | null;
  dealVersion: number | null;
  endedQuantity: bigint | null;
  epoch: number;
  exitPrice: bigint | null;
  fee: bigint | null;
  fill: bigint | null;
  gross: bigint | null;
  holdId: string;
  id: string;
  idempotencyKey: string;
  kind: string;
  memberId: string;
  orderNumber: string;
  pay: bigint | null;
  period: string | null;
  quantity: bigint;
  ruleVersion: number;
  state: string;
  subscriptionId: string | null;
}

export interface RedemptionTurn {
  epoch: number;
  period: string;
  quantity: bigint;
  redemptionId: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    redemption: Redemption;
    redemptionTurn: RedemptionTurn;
  }
}
