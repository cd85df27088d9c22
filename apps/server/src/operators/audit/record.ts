import { createHash, randomBytes } from 'node:crypto'
import type { ActRow } from './store.ts'

/** What the hash of an act is made of, besides what its row has. */
export interface Committed {
  /** The commitments to the members whom the act concerns, in their order. */
  members: readonly Buffer[]
}

export const newSalt = (): Buffer => randomBytes(32)

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/**
 * Stands for a text in a record: `SHA-256(salt ‖ kind ‖ 0x00 ‖ text)`. Without the salt, which can be
 * destroyed, nobody finds the text again by trying.
 */
export const commitment = (
  salt: Buffer,
  kind: 'reason' | 'before' | 'after' | 'member',
  text: string,
): Buffer => sha256(salt, kind, Buffer.of(0), text)

/** JSON with sorted keys (RFC 8785 for the kinds of values that occur here); bigints as text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'bigint') return inner.toString()
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
  })
}

const hex = (bytes: Buffer | null): string | null => bytes?.toString('hex') ?? null

type Hashed = Omit<ActRow, 'hash'>

/**
 * The record of an act, as it is hashed: docs/audit-log.md names its fields. An act of the first form
 * has its reason in it, one of the second form commitments.
 */
export function recordOf(act: Hashed, { members }: Committed): string {
  const { seq, at, operatorId, actor, role, action, object } = act
  return canonical({
    seq,
    at: at.toISOString(),
    operatorId,
    actor,
    role,
    action,
    object,
    sessionHash: hex(act.sessionHash),
    beforeHash: hex(act.beforeHash),
    afterHash: hex(act.afterHash),
    prev: hex(act.prev),
    ...(act.form === 1
      ? { reason: act.reason }
      : { v: 2, reasonHash: hex(act.reasonHash), members: members.map(hex) }),
  })
}

/** The hash of a record: also its leaf in the tree (RFC 9162). */
export const hashOfRecord = (record: string): Buffer => sha256(Buffer.of(0), record)
