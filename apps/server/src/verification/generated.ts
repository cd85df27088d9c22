/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface EmailCode {
  account: Buffer;
  address: Buffer;
  askedAt: Timestamp;
  closedAt: Timestamp | null;
  codeHash: Buffer;
  expiresAt: Timestamp | null;
  id: string;
  letterId: string | null;
  purpose: string;
  tries: Generated<number>;
}

export interface MemberEmail {
  address: Buffer;
  addressIndex: Buffer | null;
  boundAt: Timestamp;
  distrustedAt: Timestamp | null;
  locale: string;
  memberId: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    emailCode: EmailCode;
    memberEmail: MemberEmail;
  }
}
