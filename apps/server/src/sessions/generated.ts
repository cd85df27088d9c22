/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface DeviceAccount {
  deviceHash: Buffer;
  lastUsedAt: Timestamp;
  memberId: string;
}

export interface LoginAttempt {
  beganAt: Timestamp;
  bucket: Buffer;
  failures: Generated<number>;
  lastAt: Timestamp;
  lockedUntil: Timestamp | null;
  subject: Buffer;
}

export interface Session {
  browser: string | null;
  deviceHash: Buffer;
  deviceKind: Generated<string>;
  endedAt: Timestamp | null;
  endReason: string | null;
  expiresAt: Timestamp;
  id: string;
  lineBeganAt: Timestamp;
  memberId: string;
  openedAt: Generated<Timestamp>;
  system: string | null;
  tokenHash: Buffer;
  usedAt: Generated<Timestamp>;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    deviceAccount: DeviceAccount;
    loginAttempt: LoginAttempt;
    session: Session;
  }
}
