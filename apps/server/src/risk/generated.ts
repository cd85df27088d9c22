/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Timestamp } from '../platform/database/column-types.ts'

export interface RiskAnswer {
  answeredAt: Timestamp;
  locale: string;
  memberId: string;
  version: number;
  words: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    riskAnswer: RiskAnswer;
  }
}
