import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { longPage } from '../contract/long-page.ts'
import { digest, instant, pageOf, pageQuery, personText, rule } from '../contract/wire.ts'
import { accountId } from '../identity/inputs.ts'
import { operatorName } from './endpoints.ts'
import { operatorRoles } from './roles.ts'

/** Who did an act: an operator's role; `house` is the server itself, `unknown` nobody signed in. */
export const actRoles = [...operatorRoles, 'house', 'unknown'] as const
export type ActRole = (typeof actRoles)[number]

const place = z.coerce.number(rule('id')).int(rule('id')).min(0, rule('id')).max(1e12, rule('id'))

/**
 * The public part of the audit log: its hashes, oldest first. Each is the SHA-256 of an act with
 * the hash of the previous act, and a leaf of the tree whose signed roots are public too. The acts
 * themselves stay with those whom they concern.
 */
export const auditHashes = endpoint({
  id: 'audit.hashes',
  path: '/api/audit/hashes',
  access: 'public',
  summary: 'The hashes of all acts of operators, oldest first, after an act.',
  query: z.strictObject({
    /** 0 for the beginning. */
    after: place.default(0),
    limit: longPage.default(100),
  }),
  answer: z.object({
    /** Empty when there is no later act. Acts are counted from 1, without gaps. */
    items: z.array(z.object({ seq: z.number().int().min(1), hash: digest })),
  }),
})

/** A signed root of the audit log. */
export const auditRoot = z.object({
  /** Roots are counted from 1, without gaps. */
  number: z.number().int().min(1),
  /** The number of acts that it covers, from the first one. */
  size: z.number().int().min(0),
  root: digest,
  at: instant,
  /** Ed25519, 32 bytes in hex. */
  publicKey: digest,
  /** Over the text that docs/audit-log.md defines; 64 bytes in hex. */
  signature: z.string().regex(/^[0-9a-f]{128}$/),
  /** Where another key begins: the signature of the key before that this one follows. */
  keyChange: z
    .string()
    .regex(/^[0-9a-f]{128}$/)
    .nullable(),
})

export const auditRoots = endpoint({
  id: 'audit.roots',
  path: '/api/audit/roots',
  access: 'public',
  summary: 'The signed roots of the audit log, oldest first, after a root; a new one every hour.',
  query: z.strictObject({ after: place.default(0), limit: longPage.default(100) }),
  answer: z.object({
    items: z.array(auditRoot),
    /** The newest of all roots; null before the first. */
    newest: auditRoot.nullable(),
  }),
})

export const auditConsistency = endpoint({
  id: 'audit.consistency',
  path: '/api/audit/consistency',
  access: 'public',
  summary:
    'The proof that the tree of one size is the beginning of the tree of a later size (RFC 9162).',
  query: z.strictObject({ from: place, to: place }),
  answer: z.object({ path: z.array(digest) }),
  refusals: ['notFound'],
})

/** An act as operators read it. */
const act = z.object({
  seq: z.number().int(),
  at: instant,
  actor: z.string(),
  role: z.enum(actRoles),
  action: z.string(),
  object: z.string(),
  /** Null also where it was destroyed with the accounts of the members whom it concerned. */
  reason: z.string().nullable(),
  /** The account IDs of the members whom the act concerns. */
  members: z.array(z.string()),
  prev: digest,
  hash: digest,
  /** The text that is hashed: canonical JSON. */
  record: z.string(),
  /** What opens the commitments in the record; null where it was destroyed or there is none. */
  salt: digest.nullable(),
  memberSalts: z.array(digest),
})

const day = z.iso.date(rule('id')).optional()

/** What narrows the log; days are those of the platform's zone. */
const filters = {
  actor: operatorName.optional(),
  role: z.enum(actRoles, rule('choice')).optional(),
  action: personText(200).optional(),
  object: personText(200).optional(),
  member: accountId.optional(),
  from: day,
  to: day,
}

const reader = { access: 'operator', roles: operatorRoles } as const

/** Everything that operators did or were refused, newest first; support reads its own alone. */
export const operatorAudit = endpoint({
  id: 'operator.audit',
  path: '/api/operator/audit',
  ...reader,
  summary: 'The audit log, newest first, with the hashes that chain it.',
  query: z.strictObject({ ...pageQuery, ...filters }),
  answer: pageOf(act),
})

/** How many acts a filter of the log has: of all pages. */
export const auditTotals = endpoint({
  id: 'operator.auditTotals',
  path: '/api/operator/audit/totals',
  ...reader,
  summary: 'The number of all acts that the audit log has for the caller under the same filter.',
  query: z.strictObject(filters),
  answer: z.object({ count: z.number().int() }),
})

/** The same, oldest first and in longer pages, for a program that reads all. */
export const auditRecords = endpoint({
  id: 'operator.auditRecords',
  path: '/api/operator/audit/records',
  ...reader,
  summary: 'The records of the audit log, oldest first, for a file or a check of the whole log.',
  query: z.strictObject({ after: place.default(0), limit: longPage.default(1_000), ...filters }),
  answer: z.object({ items: z.array(act) }),
})

export const auditAct = endpoint({
  id: 'operator.auditAct',
  path: '/api/operator/audit/records/:seq',
  ...reader,
  summary: 'One act with the path that leads from it to the newest signed root.',
  params: z.strictObject({ seq: z.string().regex(/^[1-9]\d{0,11}$/, rule('id')) }),
  answer: z.object({
    act,
    /** Null until a root covers the act, within the hour. */
    proof: z.object({ root: auditRoot, path: z.array(digest) }).nullable(),
  }),
  refusals: ['notFound'],
})

/** What operators did about the caller's own account, newest first. */
export const actsOnOwnAccount = endpoint({
  id: 'account.operatorActs',
  path: '/api/account/operator-acts',
  summary: "What operators did about the caller's account, newest first.",
  query: z.strictObject(pageQuery),
  answer: pageOf(
    z.object({
      seq: z.number().int(),
      at: instant,
      role: z.enum(actRoles),
      action: z.string(),
      object: z.string(),
      /** There where it was written for the member. */
      reason: z.string().nullable(),
      hash: digest,
    }),
  ),
})
