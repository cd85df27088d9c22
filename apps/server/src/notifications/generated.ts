/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Json, Timestamp } from '../platform/database/column-types.ts'

export interface Notification {
  at: Timestamp;
  id: string;
  kind: string;
  memberId: string;
  readAt: Timestamp | null;
  side: string | null;
  slots: Json;
  source: string;
  subject: string | null;
}

export interface NotificationSettlement {
  doneAt: Timestamp | null;
  period: string;
  toldUpTo: string | null;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    notification: Notification;
    notificationSettlement: NotificationSettlement;
  }
}
