import type { OperatorRole } from '../operators/roles.ts'

/** A call that is not JSON in an envelope both ways; the document lists it beside the endpoints. */
export interface OtherCall {
  readonly id: string
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly summary: string
  /** The roles of an operator's call; without them it is a member's. */
  readonly roles?: readonly OperatorRole[]
  /** Media type of the request's body, where it has one. */
  readonly takes?: 'multipart/form-data'
  /** Media type of a good answer. Refusals are envelopes all the same. */
  readonly gives:
    | 'application/json'
    | 'text/event-stream'
    | 'image/webp'
    | 'application/octet-stream'
    | 'text/csv'
    | 'application/zip'
    /** Or `video/mp4`: what the file is. */
    | 'application/pdf'
}
