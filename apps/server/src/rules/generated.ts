/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Timestamp } from '../platform/database/column-types.ts'

export interface RuleDraft {
  document: string;
  hash: Buffer;
  id: string;
}

export interface RuleVersion {
  approvedBy: string | null;
  document: string;
  effectiveAt: Timestamp;
  hash: Buffer;
  number: number;
  proposedBy: string | null;
  publishedAt: Timestamp;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    ruleDraft: RuleDraft;
    ruleVersion: RuleVersion;
  }
}
