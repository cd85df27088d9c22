import type { AnswerOf, checkRules, Locale, proposalSubject } from '@banyan/domain'
import {
  differencesOf,
  earliestEffect,
  objectionsToPublishing,
  type Parameters,
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
  const { unread, ...draft } = await drafted(tx, written)
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

/** A version as it would follow the newest one, and the numbers that could not be read. */
async function drafted(
  reader: Database | Tx,
  { numbers: given, effectiveAt, difference }: Omit<WrittenVersion, 'acknowledges'>,
) {
  const { numbers, ...unread } = readNumbers(given)
  const newest = await newestVersion(reader)
  const at = new Date(effectiveAt).toISOString()
  return { ...documentAfter(newest, numbers, { effectiveAt: at, difference }), unread }
}

/** Later than any version may hold: for a version whose beginning is not chosen. */
const NOT_CHOSEN = '9999-12-31T00:00:00.000Z'

/** What would stand against a version now, and what it would change; writes nothing. */
export async function checkDraft(
  reader: Database | Tx,
  { numbers, effectiveAt }: { numbers: WrittenNumbers; effectiveAt: string | null },
  locale: Locale,
): Promise<AnswerOf<typeof checkRules>> {
  const difference = { zh: '', en: '' }
  const written = { numbers, effectiveAt: effectiveAt ?? NOT_CHOSEN, difference }
  const { parameters, before, unread } = await drafted(reader, written)
  const now = await systemNow(reader)
  const objections = objectionsToPublishing(parameters, before, now)
  // What is of another type, out of its bounds or no whole minutes cannot be printed by the book.
  const isPrintable = objections.every(({ rule }) => rule !== 'notANumber' && rule !== 'minutes')
  const changes = isPrintable ? changesOf(before, parameters, locale) : []
  const afterBefore = new Date(Date.parse(before.effectiveAt) + 1)
  const noticed = earliestEffect(now, before, parameters)
  return {
    version: parameters.version,
    changes,
    objections: [
      ...unreadableNumbers(unread, locale),
      ...presentObjections(objections, parameters, locale),
    ],
    crosses: crossesOf(before, parameters, locale),
    harms: differencesOf(before, parameters).some(({ harms }) => harms),
    earliest: (noticed > afterBefore ? noticed : afterBefore).toISOString(),
  }
}

/** The numbers of a version and of the newest one, which it would follow. */
export interface NumbersOfBoth {
  before: Parameters
  after: Parameters
}

/**
 * The numbers after a change; refuses `rulesObjected` for what no version may have, whenever it
 * takes effect.
 */
export async function numbersAfter(
  reader: Database | Tx,
  numbers: WrittenNumbers,
  locale: Locale,
): Promise<NumbersOfBoth> {
  const written = { numbers, effectiveAt: NOT_CHOSEN, difference: { zh: '', en: '' } }
  const { parameters, before, unread } = await drafted(reader, written)
  const objections = objectionsToPublishing(parameters, before, await systemNow(reader))
  const unreadable = unreadableNumbers(unread, locale)
  if (objections.length > 0 || unreadable.length > 0)
    refuseObjected(objections, parameters, locale, unreadable)
  return { before, after: parameters }
}

/** The numbers of a draft and of the version that it follows; null for an unknown draft. */
export async function numbersOfDraft(
  reader: Database | Tx,
  id: string,
): Promise<NumbersOfBoth | null> {
  const [draft] = await findDrafts(reader, [id])
  if (!draft) return null
  const { parameters } = readVersionText(draft.document)
  const row = await findVersion(reader, parameters.version - 1)
  if (!row) throw new Error(`draft ${id} follows no version`)
  return { before: readVersionText(row.document).parameters, after: parameters }
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
