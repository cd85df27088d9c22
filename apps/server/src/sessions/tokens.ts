import { createHash, randomBytes } from 'node:crypto'

/** Scanners for leaked secrets know a token of ours by this. */
const PREFIX = 'mt1_'
const SHAPE = /^mt1_[A-Za-z0-9_-]{43}$/

/** A new bearer token: 256 random bits. */
export const drawToken = (): string => PREFIX + randomBytes(32).toString('base64url')

/** What is stored of a token; null for a text that can be none. */
export const tokenHash = (token: string | null): Buffer | null =>
  token !== null && SHAPE.test(token) ? sha256(token) : null

/** What is stored of a device code. A text that is no code hashes to what no device has. */
export const deviceHash = (deviceCode: string): Buffer => sha256(`device ${deviceCode}`)

/** Names an account ID as it was typed, whether there is such an account or not. */
export const subjectHash = (accountId: string): Buffer => sha256(`account ${accountId}`)

/** Names somebody who is no member, as they were typed. */
export const otherSubject = (who: string): Buffer => sha256(`other ${who}`)

/** Where failures are counted together, beside the known devices. */
export const strangersBucket = sha256('bucket of unknown devices')
export const hourBucket = sha256('bucket of the hour')

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
