/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface Notice {
  bodyEn: string | null;
  bodyZh: string;
  changedAt: Timestamp;
  editedAt: Timestamp | null;
  endsAt: Timestamp | null;
  id: string;
  pictures: string[];
  pinned: boolean;
  publishAt: Timestamp | null;
  publishedAt: Timestamp | null;
  state: string;
  titleEn: string | null;
  titleZh: string;
  version: Generated<number>;
  withdrawnAt: Timestamp | null;
}

export interface NoticePicture {
  bytes: number;
  fileName: string;
  height: number;
  id: string;
  mediaType: string;
  sha256: Buffer;
  uploadedAt: Generated<Timestamp>;
  uploadedBy: string;
  width: number;
}

export interface NoticeRead {
  memberId: string;
  noticeId: string;
  readAt: Timestamp;
}

export interface NoticeVersion {
  actor: string;
  at: Timestamp;
  bodyEn: string | null;
  bodyZh: string;
  event: string;
  noticeId: string;
  pinned: boolean;
  reason: string | null;
  titleEn: string | null;
  titleZh: string;
  version: number;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    notice: Notice;
    noticePicture: NoticePicture;
    noticeRead: NoticeRead;
    noticeVersion: NoticeVersion;
  }
}
