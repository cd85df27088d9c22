/**
 * The types of this module's tables, by npm run db:types.
 * Please do not edit it manually.
 */

import type { Generated, Timestamp } from '../platform/database/column-types.ts'

export interface Upload {
  bytes: number;
  fileName: string;
  filesGone: Generated<boolean>;
  height: number | null;
  id: string;
  kind: Generated<string>;
  mediaType: string;
  memberId: string;
  name: Buffer | null;
  removedAt: Timestamp | null;
  seconds: number | null;
  sha256: Buffer;
  uploadedAt: Generated<Timestamp>;
  width: number | null;
}

export interface UploadHome {
  id: Generated<string>;
}

export interface UploadLook {
  bits: number;
  part: number;
  uploadId: string;
}

export interface UploadOriginal {
  bytes: number | null;
  fileName: string | null;
  keptSince: Generated<Timestamp>;
  lookAt: Timestamp;
  mediaType: string;
  removedAt: Timestamp | null;
  software: string | null;
  uploadId: string;
}

export interface UploadWritten {
  droppingAt: Timestamp | null;
  fileName: string;
  writtenAt: Generated<Timestamp>;
}

declare module '../platform/database/tables.ts' {
  interface DB {
    upload: Upload;
    uploadHome: UploadHome;
    uploadLook: UploadLook;
    uploadOriginal: UploadOriginal;
    uploadWritten: UploadWritten;
  }
}
