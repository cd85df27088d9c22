/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Timestamp } from '../platform/database/column-types.ts'

export interface Block {
  blockedAt: Timestamp;
  blockedId: string;
  id: string;
  memberId: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    block: Block;
  }
}
