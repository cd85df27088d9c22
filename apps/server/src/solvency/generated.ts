/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Json, Timestamp } from '../platform/database/column-types.ts'

export interface SolvencyLook {
  blockHash: Buffer | null;
  blockNumber: number | null;
  domain: string;
  house: Json;
  members: number;
  outstanding: bigint;
  owed: bigint;
  period: string;
  sealedKey: Buffer;
  sequence: number;
  sid: Buffer;
  snapshot: string;
  takenAt: Timestamp;
}

export interface SolvencyLookLeaf {
  asset: string;
  block: number;
  first: Buffer;
  groups: Buffer;
  node: Buffer;
  numbers: Buffer;
  period: string;
}

export interface SolvencyLookOwner {
  block: number;
  first: string;
  owners: Buffer;
  period: string;
}

export interface SolvencyReading {
  amissSince: Timestamp | null;
  blockHash: string | null;
  blockNumber: number | null;
  breaches: number | null;
  checkedAt: Timestamp | null;
  confirmed: bigint | null;
  custody: bigint;
  figures: Json;
  fullyCheckedAt: Timestamp | null;
  missing: bigint | null;
  owed: bigint;
  period: string;
  readAt: Timestamp;
  red: boolean;
}

export interface SolvencyRoot {
  blockHash: Buffer | null;
  blockNumber: number | null;
  domain: string;
  members: number;
  period: string;
  previous: Buffer;
  publishedAt: Generated<Timestamp>;
  root: Buffer;
  sequence: number;
  sid: Buffer;
  snapshot: string;
  takenAt: Timestamp;
}

export interface SolvencyRootTree {
  asset: string;
  depth: number;
  house: Json;
  period: string;
  root: Buffer;
  total: bigint;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    solvencyLook: SolvencyLook;
    solvencyLookLeaves: SolvencyLookLeaf;
    solvencyLookOwners: SolvencyLookOwner;
    solvencyReading: SolvencyReading;
    solvencyRoot: SolvencyRoot;
    solvencyRootTree: SolvencyRootTree;
  }
}
