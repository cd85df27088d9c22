/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface InvestmentLimit {
  amount: bigint;
  askedAt: Timestamp;
  effectiveAt: Timestamp;
  memberId: string;
  number: number;
}

export interface InvestmentPause {
  askedAt: Timestamp;
  memberId: string;
  until: Timestamp;
}

export interface Subscription {
  amount: bigint;
  asked: bigint | null;
  closedAt: Timestamp | null;
  dealVersion: number | null;
  epoch: Generated<number>;
  filled: bigint | null;
  guidePrice: bigint | null;
  holdId: string;
  id: string;
  idempotencyKey: string;
  kind: string;
  memberId: string;
  orderNumber: string;
  passedPeriod: string | null;
  period: string | null;
  placedAt: Timestamp;
  quantity: bigint | null;
  ripeAt: Timestamp;
  ruleVersion: number;
  state: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    investmentLimit: InvestmentLimit;
    investmentPause: InvestmentPause;
    subscription: Subscription;
  }
}
