/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Timestamp } from '../platform/database/column-types.ts'

export interface Operator {
  createdAt: Timestamp;
  disabledAt: Timestamp | null;
  id: string;
  memberId: string | null;
  name: string;
  passwordHash: string | null;
  role: string;
  secretHash: Buffer | null;
  secretUntil: Timestamp | null;
}

export interface OperatorAct {
  action: string;
  actor: string;
  afterHash: Buffer | null;
  at: Timestamp;
  beforeHash: Buffer | null;
  hash: Buffer;
  object: string;
  operatorId: string | null;
  prev: Buffer;
  reason: string | null;
  role: string;
  seq: number;
  sessionHash: Buffer | null;
}

export interface OperatorDevice {
  deviceHash: Buffer;
  operatorId: string;
}

export interface OperatorGrant {
  id: string;
  memberId: string | null;
  name: string;
  role: string;
  roleBefore: string | null;
}

export interface OperatorPayoutKey {
  operatorId: string;
  publicKey: string;
  registeredAt: Timestamp;
}

export interface OperatorSession {
  endedAt: Timestamp | null;
  expiresAt: Timestamp;
  id: string;
  lastSeenAt: Timestamp;
  operatorId: string;
  signedInAt: Timestamp;
  tokenHash: Buffer;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    operator: Operator;
    operatorAct: OperatorAct;
    operatorDevice: OperatorDevice;
    operatorGrant: OperatorGrant;
    operatorPayoutKey: OperatorPayoutKey;
    operatorSession: OperatorSession;
  }
}
