/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface RuleForecast {
  basedOn: number;
  days: number;
  done: Generated<number>;
  endedAt: Timestamp | null;
  fault: string | null;
  id: string;
  numbersAfter: string;
  numbersBefore: string;
  numbersHash: Buffer;
  result: string | null;
  seenAt: Generated<Timestamp>;
  startedAt: Timestamp;
  startedBy: string;
  state: Generated<string>;
  total: number;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    ruleForecast: RuleForecast;
  }
}
