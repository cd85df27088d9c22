/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

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
  form: Generated<number>;
  hash: Buffer;
  object: string;
  operatorId: string | null;
  prev: Buffer;
  reason: string | null;
  reasonHash: Buffer | null;
  role: string;
  seq: number;
  sessionHash: Buffer | null;
}

export interface OperatorActMember {
  memberId: string;
  place: number;
  salt: Buffer;
  seq: number;
}

export interface OperatorActRoot {
  at: Timestamp;
  keyChange: Buffer | null;
  number: number;
  peaks: Buffer;
  publicKey: Buffer;
  root: Buffer;
  signature: Buffer;
  size: number;
}

export interface OperatorActText {
  forMember: boolean;
  reason: string | null;
  salt: Buffer;
  seq: number;
}

export interface OperatorChallenge {
  challenge: string;
  sessionId: string;
  until: Timestamp;
  use: string;
}

export interface OperatorDevice {
  deviceHash: Buffer;
  operatorId: string;
}

export interface OperatorEnd {
  id: string;
  operatorId: string;
  why: string;
}

export interface OperatorFactorReset {
  id: string;
  operatorId: string;
  why: string;
}

export interface OperatorGrant {
  id: string;
  memberId: string | null;
  name: string;
  role: string;
  roleBefore: string | null;
}

export interface OperatorPasskey {
  addedAt: Timestamp;
  credentialId: Buffer;
  id: string;
  label: string;
  operatorId: string;
  publicKey: Buffer;
  removedAt: Timestamp | null;
  signCount: number;
  transports: string[];
  usedAt: Timestamp | null;
}

export interface OperatorPayoutKey {
  operatorId: string;
  publicKey: string;
  registeredAt: Timestamp;
}

export interface OperatorSession {
  agent: string | null;
  endedAt: Timestamp | null;
  expiresAt: Timestamp;
  id: string;
  kind: Generated<string>;
  lastSeenAt: Timestamp;
  operatorId: string;
  provenAt: Timestamp | null;
  signedInAt: Timestamp;
  tokenHash: Buffer;
}

export interface OperatorTotp {
  addedAt: Timestamp | null;
  begunAt: Timestamp;
  id: string;
  lastStep: Generated<number>;
  operatorId: string;
  removedAt: Timestamp | null;
  secretSealed: Buffer;
  usedAt: Timestamp | null;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    operator: Operator;
    operatorAct: OperatorAct;
    operatorActMember: OperatorActMember;
    operatorActRoot: OperatorActRoot;
    operatorActText: OperatorActText;
    operatorChallenge: OperatorChallenge;
    operatorDevice: OperatorDevice;
    operatorEnd: OperatorEnd;
    operatorFactorReset: OperatorFactorReset;
    operatorGrant: OperatorGrant;
    operatorPasskey: OperatorPasskey;
    operatorPayoutKey: OperatorPayoutKey;
    operatorSession: OperatorSession;
    operatorTotp: OperatorTotp;
  }
}
