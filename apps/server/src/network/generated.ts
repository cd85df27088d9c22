/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface ChainTail {
  chain: number;
  side: string;
  tailIdx: number;
}

export interface Invitee {
  choice: string | null;
  dueAt: Timestamp | null;
  inviterId: string;
  memberId: string;
  noticedAt: Timestamp | null;
  number: number;
  period: string | null;
  registeredAt: Timestamp;
  requestedAt: Timestamp | null;
  state: Generated<string>;
}

export interface Placement {
  depth: number;
  finalAt: Timestamp;
  idx: number;
  inviterIdx: number | null;
  leftChain: number;
  memberId: string;
  overdue: boolean;
  parentIdx: number | null;
  period: string | null;
  rightChain: number;
  side: string | null;
}

export interface PlacementBlock {
  fromIdx: number;
  inviters: Buffer;
  nodes: number;
  places: Buffer;
}

export interface PlacementCandidate {
  choice: string;
  inviterId: string;
  memberId: string;
  overdue: boolean;
  period: string;
  rank: number;
}

export interface PlacementInviter {
  idx: number;
  leftEnd: number;
  leftMembers: number | null;
  leftTotal: bigint | null;
  period: string;
  rightEnd: number;
  rightMembers: number | null;
  rightTotal: bigint | null;
}

export interface PlacementPreference {
  changedAt: Timestamp;
  choice: string;
  memberId: string;
}

export interface PlacementRound {
  closedAt: Timestamp;
  cutoffAt: Timestamp;
  nextIdx: number;
  period: string;
  postedAt: Timestamp | null;
}

export interface VolumeEvent {
  fee: bigint;
  idx: number;
  period: string;
}

export interface VolumeTotal {
  idx: number;
  total: bigint;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    chainTail: ChainTail;
    invitee: Invitee;
    placement: Placement;
    placementBlock: PlacementBlock;
    placementCandidate: PlacementCandidate;
    placementInviter: PlacementInviter;
    placementPreference: PlacementPreference;
    placementRound: PlacementRound;
    volumeEvent: VolumeEvent;
    volumeTotal: VolumeTotal;
  }
}
