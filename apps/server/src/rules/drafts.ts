import type { Locale, proposalSubject } from '@banyan/domain'
import {
  objectionsToPublishing,
  readNumbers,
  readVersionText,
  type VersionDocument,
  type WrittenNumbers,
} from '@banyan/economy'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import {
  changesOf,
  crossesOf,
  overtakenBy,
  presentObjections,
  refuseObjected,
  refuseUnacknowledged,
  unreadableNumbers,
} from './present.ts'
import { documentAfter, hashOf } from './publish.ts'
import { findDrafts, findVersion, insertDraft, newestVersion } from './store.ts'

/** A version as an operator writes it: the changed numbers, when it takes effect, and why. */
export interface WrittenVersion {
  numbers: WrittenNumbers
  /** ISO 8601. */
  effectiveAt: string
  difference: VersionDocument['difference']
  /** Warning lines that the writer acknowledges crossing. */
  acknowledges: readonly string[]
}

export type DraftSubject = Extract<z.output<typeof proposalSubject>, { kind: 'rules' }>

/**
 * Stores a version as it would be published after the newest one; returns its id. Refuses
 * `rulesObjected` with every objection, as an approval at this moment would, and `rulesBreakLine`
 * when it crosses a line that is not acknowledged.
 */
export async function writeDraft(tx: Tx, written: WrittenVersion, locale: Locale): Promise<string> {
  const { numbers, ...unread } = readNumbers(written.numbers)
  const effectiveAt = new Date(written.effectiveAt).toISOString()
  const newest = await newestVersion(tx)
  const { difference } = written
  const draft = documentAfter(newest, numbers, { effectiveAt, difference })
  const { parameters, before, document } = draft
  const objections = objectionsToPublishing(parameters, before, await systemNow(tx))
  const unreadable = unreadableNumbers(unread, locale)
  if (objections.length > 0 || unreadable.length > 0)
    refuseObjected(objections, parameters, locale, unreadable)
  refuseUnacknowledged(before, parameters, { acknowledges: written.acknowledges, locale })
  const id = newUuid()
  await insertDraft(tx, { id, document, hash: hashOf(document) })
  return id
}

/** Drafts by id, with their changes and the objections to publishing them now. */
export async function readDrafts(
  reader: Database | Tx,
  ids: readonly string[],
  locale: Locale,
): Promise<Map<string, DraftSubject>> {
  const drafts = await findDrafts(reader, ids)
  const [now, newest] = [await systemNow(reader), await newestVersion(reader)]
  const read = drafts.map(async ({ id, document }): Promise<[string, DraftSubject]> => {
    const { parameters, difference, previousHash } = readVersionText(document)
    const row = await findVersion(reader, parameters.version - 1)
    if (!row) throw new Error(`draft ${id} follows no version`)
    const before = readVersionText(row.document).parameters
    const objections =
      previousHash === newest.hash.toString('hex')
        ? presentObjections(objectionsToPublishing(parameters, before, now), parameters, locale)
        : [overtakenBy(newest.number, locale)]
    return [
      id,
      {
        kind: 'rules',
        version: parameters.version,
        difference,
        effectiveAt: new Date(parameters.effectiveAt).toISOString(),
        changes: changesOf(before, parameters, locale),
        objections,
        crosses: crossesOf(before, parameters, locale),
      },
    ]
  })
  return new Map(await Promise.all(read))
}
