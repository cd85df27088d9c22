/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Json, Timestamp } from './column-types.ts'

export interface DatabaseCluster {
  base: number;
  number: number;
  reason: string;
  since: Generated<Timestamp>;
  systemIdentifier: number;
  timeline: number;
}

export interface Heartbeat {
  beatenAt: Timestamp;
  onlyRow: Generated<boolean>;
}

export interface HouseClock {
  onlyRow: Generated<boolean>;
  shift: string;
}

export interface IdempotencyKey {
  answer: Json | null;
  answerSealed: Buffer | null;
  createdAt: Generated<Timestamp>;
  fingerprint: Buffer;
  key: string;
  memberId: string;
  operation: string;
}

export interface Installation {
  id: Generated<string>;
  onlyRow: Generated<boolean>;
}

export interface KeyCheck {
  changedAt: Generated<Timestamp>;
  name: string;
  state: Generated<string>;
  value: Buffer;
  version: Generated<number>;
}

export interface LimitCount {
  endsAt: number;
  name: string;
  points: number;
}

export interface Mail {
  dueAt: Generated<Timestamp>;
  givenUpAt: Timestamp | null;
  id: string;
  lastError: string | null;
  letter: Buffer | null;
  queuedAt: Generated<Timestamp>;
  sentAt: Timestamp | null;
  tries: Generated<number>;
}

export interface Outbox {
  createdAt: Generated<Timestamp>;
  id: string;
  memberId: string | null;
  subject: string | null;
  topic: string;
  xid: Generated<number>;
}

export interface OutboxFollowed {
  name: string;
  place: number;
}

export interface OutboxFollower {
  id: Generated<string>;
  name: string;
  xid: Generated<number>;
}

export interface OutboxPlace {
  createdAt: Timestamp;
  memberId: string | null;
  outboxId: string;
  place: number;
  subject: string | null;
  topic: string;
}

export interface OutboxRound {
  afterId: string | null;
  afterXid: number | null;
  cluster: number;
  number: number;
  place: number;
  seen: string;
  upto: string | null;
}

export interface SchemaMigration {
  appliedAt: Generated<Timestamp>;
  id: string;
  sha256: string;
}

export interface StreamPlace {
  holder: number;
  name: string;
  open: number;
}

declare module './tables.ts' {
  interface DB {
    databaseCluster: DatabaseCluster;
    heartbeat: Heartbeat;
    houseClock: HouseClock;
    idempotencyKey: IdempotencyKey;
    installation: Installation;
    keyCheck: KeyCheck;
    limitCount: LimitCount;
    mail: Mail;
    outbox: Outbox;
    outboxFollowed: OutboxFollowed;
    outboxFollower: OutboxFollower;
    outboxPlace: OutboxPlace;
    outboxRound: OutboxRound;
    schemaMigration: SchemaMigration;
    streamPlace: StreamPlace;
  }
}
