/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Timestamp } from '../platform/database/column-types.ts'

export interface GuidePrice {
  exitPrice: bigint;
  outstanding: bigint;
  period: string;
  price: bigint;
  publishedAt: Timestamp;
  reserve: bigint;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    guidePrice: GuidePrice;
  }
}
