/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface OtcClaim {
  at: Timestamp;
  hash: string;
  number: number;
  tradeId: string;
}

export interface OtcDispute {
  buyerAcceptedAt: Timestamp | null;
  buyerMissedAt: Timestamp | null;
  buyerReplyBy: Timestamp | null;
  caseNumber: string;
  closedAt: Timestamp | null;
  counterClaimed: Generated<boolean>;
  id: string;
  openedAt: Timestamp;
  openedBy: string;
  reviewDeadline: Timestamp | null;
  sellerAcceptedAt: Timestamp | null;
  sellerMissedAt: Timestamp | null;
  sellerReplyBy: Timestamp | null;
  state: string;
  tradeId: string;
  version: Generated<number>;
}

export interface OtcDisputeEvent {
  actor: string;
  at: Timestamp;
  disputeId: string;
  event: string;
  operatorId: string | null;
  version: number;
}

export interface OtcEvidenceOpened {
  disputeId: string;
  openedAt: Timestamp;
  operatorId: string;
  uploadId: string;
}

export interface OtcOpinion {
  at: Timestamp;
  clause: string;
  disputeId: string;
  ofQuantity: bigint;
  operatorId: string;
  outcome: string;
  reasons: string;
  releaseQuantity: bigint | null;
  round: number;
  seat: number;
}

export interface OtcOrder {
  autoRelease: Generated<boolean>;
  available: bigint;
  concessionBps: number;
  createdAt: Timestamp;
  dealt: Generated<bigint>;
  effectiveOnly: Generated<boolean>;
  endedAt: Timestamp | null;
  epoch: Generated<number>;
  expiresAt: Timestamp;
  feeBps: number;
  feeHeld: bigint;
  feeTaken: Generated<bigint>;
  guideSeen: bigint;
  heldAt: Timestamp | null;
  heldBecause: string | null;
  id: string;
  idempotencyKey: string;
  inTrade: Generated<bigint>;
  life: string;
  marginBps: number | null;
  maxQuantity: bigint;
  memberId: string;
  minCompletionRate: Generated<number>;
  minFinishedTrades: Generated<number>;
  minQuantity: bigint;
  networks: string[];
  orderNumber: string;
  price: bigint;
  priceLimit: bigint | null;
  rank: Generated<bigint | null>;
  returned: Generated<bigint>;
  ruleVersion: number;
  side: string;
  total: bigint;
  version: Generated<number>;
}

export interface OtcPenalty {
  cause: string;
  grade: number;
  id: string;
  memberId: string;
  since: Timestamp;
  until: Timestamp;
}

export interface OtcQuestion {
  askedOf: string;
  at: Timestamp;
  disputeId: string;
  id: string;
  operatorId: string;
  said: string;
}

export interface OtcRuling {
  at: Timestamp;
  clause: string;
  disputeId: string;
  ofQuantity: bigint;
  outcome: string;
  reasons: string;
  releaseQuantity: bigint | null;
  round: number;
}

export interface OtcSeat {
  appointedBy: string | null;
  disputeId: string;
  id: string;
  leftAt: Timestamp | null;
  operatorId: string;
  opinionsShownAt: Timestamp | null;
  round: number;
  seat: number;
  takenAt: Timestamp;
}

export interface OtcStatement {
  at: Timestamp;
  disputeId: string;
  hash: string | null;
  id: string;
  kind: string;
  reason: string | null;
  said: string;
  side: string;
}

export interface OtcStatementPicture {
  position: number;
  statementId: string;
  uploadId: string;
}

export interface OtcTrade {
  appealFrom: Timestamp | null;
  buyerAppealedLate: Generated<boolean>;
  buyerId: string;
  cancelAgreed: Generated<boolean>;
  cancelProposedBy: string | null;
  closedAt: Timestamp | null;
  concessionQuantity: bigint;
  contact: string | null;
  contactSealed: Buffer | null;
  counts: boolean | null;
  dealAmount: bigint;
  dealtAt: Timestamp;
  epoch: Generated<number>;
  escalationDeadline: Timestamp | null;
  fee: bigint;
  feePeriod: string | null;
  graceDeadline: Timestamp;
  heldAgain: bigint | null;
  id: string;
  idempotencyKey: string;
  lapsedAt: Timestamp | null;
  lapsedReason: string | null;
  matchingId: string;
  network: string;
  orderId: string;
  orderSide: string;
  paidAt: Timestamp | null;
  payFromSealed: Buffer | null;
  paymentAmount: bigint;
  paymentDeadline: Timestamp;
  paymentHash: string | null;
  paymentTail: number | null;
  payTo: string | null;
  payToKey: Buffer | null;
  payToSealed: Buffer | null;
  price: bigint;
  quantity: bigint;
  reason: string | null;
  refundAmount: bigint | null;
  refundQuantity: bigint | null;
  releaseDeadline: Timestamp | null;
  ruleVersion: number;
  sellerAppealedLate: Generated<boolean>;
  sellerId: string;
  splitMultiple: Generated<bigint>;
  state: string;
  tailHeld: Generated<boolean>;
  version: Generated<number>;
}

export interface OtcTradeEvent {
  actor: string;
  at: Timestamp;
  event: string;
  note: string | null;
  tradeId: string;
  version: number;
}

export interface OtcVoucher {
  addedAt: Timestamp;
  claim: number;
  position: number;
  tradeId: string;
  uploadId: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    otcClaim: OtcClaim;
    otcDispute: OtcDispute;
    otcDisputeEvent: OtcDisputeEvent;
    otcEvidenceOpened: OtcEvidenceOpened;
    otcOpinion: OtcOpinion;
    otcOrder: OtcOrder;
    otcPenalty: OtcPenalty;
    otcQuestion: OtcQuestion;
    otcRuling: OtcRuling;
    otcSeat: OtcSeat;
    otcStatement: OtcStatement;
    otcStatementPicture: OtcStatementPicture;
    otcTrade: OtcTrade;
    otcTradeEvent: OtcTradeEvent;
    otcVoucher: OtcVoucher;
  }
}
