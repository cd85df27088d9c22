/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface AccountClosing {
  askedAt: Timestamp;
  dueAt: Timestamp;
  endedAt: Timestamp | null;
  gaveUpRemainder: boolean;
  memberId: string;
  state: string;
}

export interface DataExport {
  askedAt: Timestamp;
  expiresAt: Timestamp | null;
  faults: Generated<number>;
  id: string;
  memberId: string;
  parts: number;
  readyAt: Timestamp | null;
  sessionId: string;
  state: string;
}

export interface DataExportPart {
  body: Buffer;
  exportId: string;
  name: string;
  rows: number;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    accountClosing: AccountClosing;
    dataExport: DataExport;
    dataExportPart: DataExportPart;
  }
}
