import type { ActRole, AnswerOf, auditRecords } from '@banyan/domain'
import { memberCommitments } from './check.ts'
import { recordOf } from './record.ts'
import type { FullAct, RootRow } from './store.ts'

export const inHex = (bytes: Buffer): string => bytes.toString('hex')

type ShownAct = AnswerOf<typeof auditRecords>['items'][number]

/** An act on the wire. */
export function presentAct(row: FullAct): ShownAct {
  return {
    seq: row.seq,
    at: row.at.toISOString(),
    actor: row.actor,
    role: row.role as ActRole,
    action: row.action,
    object: row.object,
    reason: row.form === 1 ? row.reason : (row.text?.reason ?? null),
    members: row.members.map(({ accountId }) => accountId),
    prev: inHex(row.prev),
    hash: inHex(row.hash),
    record: recordOf(row, { members: memberCommitments(row) }),
    salt: row.text ? inHex(row.text.salt) : null,
    memberSalts: row.members.map(({ salt }) => inHex(salt)),
  }
}

/** A root on the wire. */
export const presentRoot = ({
  number,
  size,
  root,
  at,
  publicKey,
  signature,
  keyChange,
}: RootRow) => ({
  number,
  size,
  root: inHex(root),
  at: at.toISOString(),
  publicKey: inHex(publicKey),
  signature: inHex(signature),
  keyChange: keyChange && inHex(keyChange),
})
