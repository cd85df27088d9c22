/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface Proposal {
  endedAt: Timestamp | null;
  endedBy: string | null;
  ender: string | null;
  id: string;
  kind: string;
  proposedAt: Timestamp;
  proposedBy: string;
  proposer: string;
  reason: string | null;
  state: Generated<string>;
}

export interface ProposalEvidenceOpened {
  openedAt: Timestamp;
  operatorId: string;
  proposalId: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    proposal: Proposal;
    proposalEvidenceOpened: ProposalEvidenceOpened;
  }
}
