/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface PushMessage {
  dueAt: Generated<Timestamp>;
  expiresAt: Timestamp;
  id: string;
  message: Buffer;
  subscriptionId: string;
  tries: Generated<number>;
}

export interface PushSubscription {
  address: Buffer;
  createdAt: Generated<Timestamp>;
  id: string;
  kinds: string[];
  locale: string;
  memberId: string;
  sessionId: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    pushMessage: PushMessage;
    pushSubscription: PushSubscription;
  }
}
