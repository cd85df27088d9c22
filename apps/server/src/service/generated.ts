/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface Feedback {
  answer: Buffer | null;
  answeredAt: Timestamp | null;
  answeredBy: string | null;
  answeredByName: string | null;
  id: string;
  memberId: string;
  nickname: string | null;
  sentAt: Timestamp;
  text: Buffer;
  type: string;
}

export interface FeedbackPicture {
  feedbackId: string;
  memberId: string;
  position: number;
  uploadId: string;
}

export interface ServiceCannedAnswer {
  changedAt: Timestamp;
  changedBy: string;
  en: string;
  id: string;
  title: string;
  zh: string;
}

export interface ServiceConversation {
  assignedAt: Timestamp | null;
  closedAt: Timestamp | null;
  closedBy: string | null;
  id: string;
  lastAt: Timestamp;
  memberId: string;
  openedAt: Timestamp;
  operatorId: string | null;
  operatorName: string | null;
  personAskedAt: Timestamp | null;
  ratedAt: Timestamp | null;
  ratingText: Buffer | null;
  stars: number | null;
  waitingSince: Timestamp | null;
}

export interface ServiceMessage {
  at: Timestamp;
  author: string;
  automatic: Buffer | null;
  conversationId: string;
  event: string | null;
  id: string;
  memberId: string;
  nickname: string | null;
  operatorId: string | null;
  place: number;
  text: Buffer;
}

export interface ServiceMessagePicture {
  conversationId: string;
  memberId: string;
  messageId: string;
  position: number;
  uploadId: string;
}

export interface ServiceNickname {
  nickname: string;
  operatorId: string;
}

export interface ServiceThread {
  lastPlace: Generated<number>;
  memberId: string;
  memberRead: Generated<number>;
  staffRead: Generated<number>;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    feedback: Feedback;
    feedbackPicture: FeedbackPicture;
    serviceCannedAnswer: ServiceCannedAnswer;
    serviceConversation: ServiceConversation;
    serviceMessage: ServiceMessage;
    serviceMessagePicture: ServiceMessagePicture;
    serviceNickname: ServiceNickname;
    serviceThread: ServiceThread;
  }
}
