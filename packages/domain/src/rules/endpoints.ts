import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, rule } from '../contract/wire.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** The number of a version of the rule book. */
export const ruleVersionNumber = z.number().int().min(1)

/** The five lines of the rule book. */
export const ruleLines = ['L1', 'L2', 'L3', 'L4', 'L5'] as const

/** A number of the book, as people read it. */
const ruleNumber = z.object({ name: z.string(), title: z.string(), figure: z.string() })

/** A number that a version changes. */
export const ruleChange = ruleNumber.omit({ figure: true }).extend({
  /** Null where the previous version has no such number: the rule is new. */
  before: z.string().nullable(),
  /** Null where this version no longer has it: the rule has ended. */
  after: z.string().nullable(),
  /** Whether the change can harm a member: it was then published a week before. */
  harms: z.boolean(),
  /** It applied before without being named in the book. */
  isNew: z.boolean(),
})

/** When a version is in force: from its instant until the next one's. */
const standing = z.enum(['past', 'in_force', 'announced'])

const versionHead = z.object({
  version: ruleVersionNumber,
  standing,
  effectiveAt: instant,
  publishedAt: instant,
  /** SHA-256 of the version's text, which contains the hash of the previous one. */
  hash,
  previousHash: hash,
})

/** The rule book in force, or another version of it, in the caller's language. */
export const ruleBook = endpoint({
  id: 'rules.book',
  path: '/api/rules/book',
  access: 'public',
  summary: 'The rule book: the five lines, every section in words and every number.',
  query: z.strictObject({
    version: z.coerce
      .number(rule('id'))
      .int(rule('id'))
      .min(1, rule('id'))
      .max(2_147_483_647, rule('id'))
      .optional(),
  }),
  answer: versionHead.extend({
    /** The canonical text whose SHA-256 is the hash. */
    text: z.string(),
    /** `kept`: false when this version does not claim the line. */
    lines: z.array(z.object({ id: z.string(), text: z.string(), kept: z.boolean() })),
    sections: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        paragraphs: z.array(z.string()),
        numbers: z.array(ruleNumber),
      }),
    ),
  }),
})

/** Every version, newest first, with what it changed. */
export const ruleVersions = endpoint({
  id: 'rules.versions',
  path: '/api/rules/versions',
  access: 'public',
  summary: 'Every version of the rule book and what each one changed.',
  answer: z.object({
    items: z.array(
      versionHead.extend({
        /** Why it was made, in the caller's language. */
        difference: z.string(),
        changes: z.array(ruleChange),
      }),
    ),
  }),
})
