/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Timestamp } from '../platform/database/column-types.ts'

export interface ConductSignature {
  locale: string;
  memberId: string;
  signedAt: Timestamp;
  version: number;
  words: string;
}

export interface DistributedEvent {
  actor: string;
  at: Timestamp;
  decisionId: string | null;
  event: string;
  fromState: string;
  id: string;
  memberId: string;
  operatorId: string | null;
  reason: string | null;
  reasonEn: string | null;
  toState: string;
}

export interface DistributedMember {
  appealAnswerEn: string | null;
  appealAnswerZh: string | null;
  appealedAt: Timestamp | null;
  appealText: string | null;
  memberId: string;
  reasonEn: string | null;
  reasonZh: string | null;
  since: Timestamp;
  state: string;
}

export interface DistributionRound {
  closedAt: Timestamp;
  cutoffAt: Timestamp;
  period: string;
  standings: Buffer;
}

export interface EffectiveMember {
  memberId: string;
  since: string;
  until: string | null;
}

export interface Insider {
  memberId: string;
  role: string;
  since: Timestamp;
}

export interface InsiderListing {
  id: string;
  memberId: string;
  role: string;
  why: string;
}

export interface QuizAttempt {
  answeredAt: Timestamp | null;
  id: string;
  memberId: string;
  openedAt: Timestamp;
  passed: boolean | null;
  questions: string[];
  rightAnswers: number | null;
}

export interface StatusDecision {
  act: string;
  approvedBy: string | null;
  doneAt: Timestamp | null;
  doneIn: string | null;
  id: string;
  memberId: string;
  proposedBy: string;
  seenAppealedAt: Timestamp | null;
  seenSince: Timestamp;
  whyEn: string;
  whyZh: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    conductSignature: ConductSignature;
    distributedEvent: DistributedEvent;
    distributedMember: DistributedMember;
    distributionRound: DistributionRound;
    effectiveMember: EffectiveMember;
    insider: Insider;
    insiderListing: InsiderListing;
    quizAttempt: QuizAttempt;
    statusDecision: StatusDecision;
  }
}
