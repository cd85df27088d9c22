import { createHash } from 'node:crypto'
import type { Locale } from '@banyan/domain'
import {
  changed,
  NO_VERSION_BEFORE,
  objectionsToPublishing,
  type Parameters,
  parametersV1,
  type ReadNumbers,
  readVersionText,
  type VersionDocument,
  versionText,
} from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { refuseObjected, refuseUnacknowledged } from './present.ts'
import * as store from './store.ts'

/** The first version is part of a new platform. */
export async function insertFirst(tx: Tx): Promise<void> {
  const document = versionText({
    parameters: parametersV1,
    difference: { zh: '规则书第一版。', en: 'The first version of the rule book.' },
    previousHash: NO_VERSION_BEFORE,
  })
  await store.insertVersion(tx, {
    number: 1,
    effectiveAt: new Date(parametersV1.effectiveAt),
    publishedAt: await systemNow(tx),
    document,
    hash: hashOf(document),
  })
}

/** The names of the two who agreed, and the lines that the second one acknowledges. */
export interface Agreement {
  proposedBy: string
  approvedBy: string
  acknowledges: readonly string[]
}

/**
 * Publishes a draft exactly as written, with the names of the two who agreed; it takes effect at
 * its own instant. Objections are checked once more. Returns its number. Refuses `notFound`,
 * `rulesOvertaken` when another version came first, `rulesObjected`, and `rulesBreakLine` unless
 * the approver acknowledges the lines that it crosses.
 */
export async function publishDraft(
  tx: Tx,
  draftId: string,
  { acknowledges, ...people }: Agreement,
  locale: Locale,
): Promise<number> {
  await store.lockPublishing(tx)
  const newest = await store.newestVersion(tx)
  const [draft] = await store.findDrafts(tx, [draftId])
  if (!draft) return refuse('notFound')
  const { parameters, previousHash } = readVersionText(draft.document)
  if (previousHash !== newest.hash.toString('hex'))
    refuse('rulesOvertaken', { version: newest.number })
  const publishedAt = await systemNow(tx)
  const before = readVersionText(newest.document).parameters
  const objections = objectionsToPublishing(parameters, before, publishedAt)
  if (objections.length > 0) refuseObjected(objections, parameters, locale)
  refuseUnacknowledged(before, parameters, { acknowledges, locale })
  await store.insertVersion(tx, {
    number: parameters.version,
    effectiveAt: new Date(parameters.effectiveAt),
    publishedAt,
    document: draft.document,
    hash: draft.hash,
    ...people,
  })
  await announce(tx, [{ memberId: null, topic: 'rules', subject: null }])
  return parameters.version
}

/** The changed numbers applied to the newest version, as the text of the next version. */
export function documentAfter(
  newest: store.RuleVersionRow,
  numbers: ReadNumbers['numbers'],
  { effectiveAt, difference }: { effectiveAt: string; difference: VersionDocument['difference'] },
): { document: string; parameters: Parameters; before: Parameters } {
  const before = readVersionText(newest.document).parameters
  const parameters = changed(before, { ...numbers, version: newest.number + 1, effectiveAt })
  const previousHash = newest.hash.toString('hex')
  return { document: versionText({ parameters, difference, previousHash }), parameters, before }
}

export const hashOf = (document: string): Buffer => createHash('sha256').update(document).digest()
