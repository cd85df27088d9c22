import { createHash, randomBytes } from 'node:crypto'

/** Scanners for leaked secrets recognize our tokens by this prefix. */
const PREFIX = 'mt1_'
const SHAPE = /^mt1_[A-Za-z0-9_-]{43}$/

/** A new bearer token: 256 random bits. */
export const drawToken = (): string => PREFIX + randomBytes(32).toString('base64url')

/** The stored form of a token; null for a text that cannot be a token. */
export const tokenHash = (token: string | null): Buffer | null =>
  token !== null && SHAPE.test(token) ? sha256(token) : null

/**
 * The stored form of a device code. A text that is no code hashes to a value that no device has.
 */
export const deviceHash = (deviceCode: string): Buffer => sha256(`device ${deviceCode}`)

/** Identifies an account ID as it was typed, whether such an account exists or not. */
export const subjectHash = (accountId: string): Buffer => sha256(`account ${accountId}`)

/** Identifies a person who is no member, as they were typed. */
export const otherSubject = (who: string): Buffer => sha256(`other ${who}`)

/** The bucket in which failures on all unknown devices are counted together. */
export const unknownDevicesBucket = sha256('bucket of unknown devices')
export const hourBucket = sha256('bucket of the hour')

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
