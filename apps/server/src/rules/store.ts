import { type Insertable, type Selectable, sql } from 'kysely'
import { sharedRead } from '../platform/batches.ts'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { RuleDraft, RuleVersion } from './generated.ts'

export type RuleVersionRow = Selectable<RuleVersion>

/** Versions are published one after the other: each holds the hash of the previous one. */
export async function lockPublishing(tx: Tx): Promise<void> {
  await holdLock(tx, 'ruleBook')
}

/** Every version, newest first. */
export const allVersions = (reader: Database | Tx): Promise<RuleVersionRow[]> =>
  reader.selectFrom('ruleVersion').selectAll().orderBy('number', 'desc').execute()

export const findVersion = (
  reader: Database | Tx,
  number: number,
): Promise<RuleVersionRow | undefined> =>
  reader.selectFrom('ruleVersion').selectAll().where('number', '=', number).executeTakeFirst()

/** The newest version in effect at an instant; the first one for an earlier instant. */
export async function versionAt(reader: Database | Tx, at: Date): Promise<RuleVersionRow> {
  return reader
    .selectFrom('ruleVersion')
    .selectAll()
    .where(where => where.or([where('effectiveAt', '<=', at), where('number', '=', 1)]))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** The hash of the version in force: a version's text is long, and does not change. */
export const hashInForce = sharedRead(async (reader): Promise<Buffer> => {
  const { hash } = await reader
    .selectFrom('ruleVersion')
    .select('hash')
    .where(where =>
      where.or([where('effectiveAt', '<=', sql<Date>`house_now()`), where('number', '=', 1)]),
    )
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return hash
})

/** Returns false when the version existed before. */
export async function insertVersion(tx: Tx, row: Insertable<RuleVersion>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ruleVersion')
    .values(row)
    .onConflict(conflict => conflict.column('number').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export type RuleDraftRow = Selectable<RuleDraft>

export async function insertDraft(tx: Tx, row: Insertable<RuleDraft>): Promise<void> {
  await tx.insertInto('ruleDraft').values(row).execute()
}

export const findDrafts = async (
  reader: Database | Tx,
  ids: readonly string[],
): Promise<RuleDraftRow[]> =>
  ids.length === 0
    ? []
    : reader.selectFrom('ruleDraft').selectAll().where('id', 'in', ids).execute()

/** The newest version; every platform has one from its founding on. */
export const newestVersion = (reader: Database | Tx): Promise<RuleVersionRow> =>
  reader
    .selectFrom('ruleVersion')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
