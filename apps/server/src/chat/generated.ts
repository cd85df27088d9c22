/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface Chat {
  buyerId: string;
  buyerRead: Generated<number>;
  lastPlace: Generated<number>;
  sellerId: string;
  sellerRead: Generated<number>;
  tradeId: string;
}

export interface ChatMessage {
  at: Timestamp;
  author: string;
  authorId: string;
  id: string;
  place: number;
  text: Buffer;
  tradeId: string;
}

export interface ChatPicture {
  messageId: string;
  position: number;
  tradeId: string;
  uploadId: string;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    chat: Chat;
    chatMessage: ChatMessage;
    chatPicture: ChatPicture;
  }
}
