/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Timestamp } from '../platform/database/column-types.ts'

export interface TransferExplanation {
  approvedAt: Timestamp | null;
  approvedBy: string | null;
  cause: string;
  droppedAt: Timestamp | null;
  evidence: string;
  id: string;
  loss: bigint | null;
  proposedAt: Timestamp;
  proposedBy: string;
  transferId: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    transferExplanation: TransferExplanation;
  }
}
