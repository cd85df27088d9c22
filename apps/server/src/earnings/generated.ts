/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { ArrayType, Timestamp } from '../platform/database/column-types.ts'

export interface DynamicBalance {
  idx: number;
  leftBefore: bigint;
  leftVolume: bigint;
  paidBefore: bigint;
  paidInRound: bigint;
  period: string;
  rightBefore: bigint;
  rightVolume: bigint;
  round: string;
  roundBefore: string;
}

export interface DynamicDirect {
  amount: bigint;
  cap: string | null;
  memberId: string;
  period: string;
  raw: bigint;
  sourceId: string;
  tradeId: string;
  volume: bigint;
}

export interface DynamicForfeit {
  idx: number;
  lapsedLeft: bigint;
  lapsedRight: bigint;
  overflowLeft: bigint;
  overflowRight: bigint;
  period: string;
}

export interface DynamicPair {
  amount: bigint;
  cap: string | null;
  capped: bigint;
  consumed: bigint;
  idx: number;
  insider: boolean;
  leftCarried: bigint | null;
  leftVolume: bigint;
  matched: bigint;
  memberId: string;
  period: string;
  raw: bigint;
  rightCarried: bigint | null;
  rightVolume: bigint;
}

export interface DynamicPayout {
  direct: bigint;
  memberId: string;
  pairs: bigint;
  period: string;
}

export interface DynamicReinvestment {
  idx: number;
  issued: bigint | null;
  memberId: string;
  orderId: string;
  period: string;
  place: number;
  reopened: boolean | null;
  round: string;
}

export interface DynamicRound {
  closedAt: Timestamp;
  directFactor: bigint | null;
  effective: number | null;
  enabled: boolean;
  factor: bigint | null;
  nodes: number;
  paid: bigint | null;
  paidAt: Timestamp | null;
  pairBps: number | null;
  pairBpsBefore: number;
  period: string;
  pool: bigint | null;
  reserved: bigint | null;
  ruleVersion: number | null;
  staffShare: bigint | null;
  volume: bigint | null;
}

export interface DynamicVolume {
  creditedIn: string | null;
  fate: string;
  memberId: string;
  outside: boolean;
  period: string;
  tradeId: string;
  value: bigint;
}

export interface EliminationPrompt {
  choice: string | null;
  chosenAt: Timestamp | null;
  citedBy: string | null;
  epoch: number;
  id: string;
  memberId: string;
  module: string;
  openedAt: Timestamp;
  quantity: bigint | null;
  reason: string;
  source: string;
}

export interface StaticPayout {
  amount: bigint | null;
  paidAfter: bigint | null;
  period: string | null;
  positionId: string | null;
  weight: bigint | null;
}

export interface StaticPayoutBlock {
  amounts: ArrayType<number>;
  first: string;
  paidAfter: ArrayType<number>;
  period: string;
  positions: string[];
  weights: ArrayType<number>;
}

export interface StaticPayRoot {
  coins: bigint;
  depth: number;
  domain: string;
  inputHash: Buffer;
  paid: bigint;
  period: string;
  pid: Buffer;
  positions: number;
  released: bigint;
  resultHash: Buffer;
  root: Buffer;
  tree: Buffer;
  weight: bigint;
}

export interface StaticPayTree {
  depth: number | null;
  domain: string;
  pay: bigint | null;
  period: string;
  sealedKey: Buffer;
  tree: Buffer | null;
  weight: bigint | null;
}

export interface StaticPayTreeBlock {
  block: number;
  first: Buffer;
  groups: Buffer;
  node: Buffer;
  numbers: Buffer;
  period: string;
}

export interface StaticPosition {
  askedAt: Timestamp;
  endedAt: Timestamp | null;
  endedIn: string | null;
  endReason: string | null;
  epoch: number;
  id: string;
  idempotencyKey: string;
  kind: string | null;
  leaveReason: string | null;
  leavesIn: string | null;
  memberId: string;
  openingValue: bigint | null;
  opensIn: string | null;
  passedIn: string | null;
  quantity: bigint;
  ruleVersion: number;
  state: string;
  unlockAskedAt: Timestamp | null;
}

export interface StaticRound {
  closedAt: Timestamp;
  epoch: number;
  paid: bigint | null;
  paidAt: Timestamp | null;
  paidIncome: bigint | null;
  period: string;
  pool: bigint | null;
  poolIncome: bigint | null;
  positions: number | null;
  released: bigint | null;
  releasedIncome: bigint | null;
  ruleVersion: number | null;
  weight: bigint | null;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    dynamicBalance: DynamicBalance;
    dynamicDirect: DynamicDirect;
    dynamicForfeit: DynamicForfeit;
    dynamicPair: DynamicPair;
    dynamicPayout: DynamicPayout;
    dynamicReinvestment: DynamicReinvestment;
    dynamicRound: DynamicRound;
    dynamicVolume: DynamicVolume;
    eliminationPrompt: EliminationPrompt;
    staticPayout: StaticPayout;
    staticPayoutBlock: StaticPayoutBlock;
    staticPayRoot: StaticPayRoot;
    staticPayTree: StaticPayTree;
    staticPayTreeBlock: StaticPayTreeBlock;
    staticPosition: StaticPosition;
    staticRound: StaticRound;
  }
}
