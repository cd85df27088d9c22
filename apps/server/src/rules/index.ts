import type { Locale } from '@banyan/domain'
import { type Parameters, readVersionText } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import type { Module, Platform } from '../platform/module.ts'
import {
  type DraftSubject,
  type NumbersOfBoth,
  numbersAfter,
  numbersOfDraft,
  readDrafts,
  type WrittenVersion,
  writeDraft,
} from './drafts.ts'
import { type Agreement, insertFirst, publishDraft } from './publish.ts'
import { ruleRoutes } from './routes.ts'
import { findVersion, hashInForce, type RuleVersionRow, versionAt } from './store.ts'

export type { NumbersOfBoth, WrittenVersion } from './drafts.ts'

export interface Rules {
  module: Module
  /** Writes the first version, once; every later call changes nothing. */
  insertFirst(tx: Tx): Promise<void>
  /** The numbers in force now. */
  inForce(reader: Database | Tx): Promise<Parameters>
  /** The numbers in force at an instant, as far as versions are published. */
  at(reader: Database | Tx, at: Date): Promise<Parameters>
  /** The numbers of a version. @throws Error when no version has that number. */
  version(reader: Database | Tx, number: number): Promise<Parameters>
  /** Stores a version as one operator proposes it; refuses `rulesObjected` with every objection. */
  write(tx: Tx, version: WrittenVersion, locale: Locale): Promise<string>
  /** Drafts with their changes and the objections to publishing them now. */
  drafts(
    reader: Database | Tx,
    ids: readonly string[],
    locale: Locale,
  ): Promise<Map<string, DraftSubject>>
  /** The numbers after a change; refuses `rulesObjected` for what no version may have. */
  numbersAfter(
    reader: Database | Tx,
    numbers: WrittenVersion['numbers'],
    locale: Locale,
  ): Promise<NumbersOfBoth>
  /** The numbers of a draft and of the version that it follows; null for an unknown draft. */
  numbersOfDraft(reader: Database | Tx, id: string): Promise<NumbersOfBoth | null>
  /**
   * Publishes a draft that two people approve; it takes effect at its own instant. Returns its
   * number.
   */
  publish(tx: Tx, draftId: string, agreement: Agreement, locale: Locale): Promise<number>
}

/** The rule book: its versions, their hashes, and which one is in force. */
export function openRules(platform: Platform): Rules {
  const { read, known } = readOnce()
  const at: Rules['at'] = async (reader, instant) => read(await versionAt(reader, instant))
  return {
    module: { routes: ruleRoutes(platform.database) },
    insertFirst,
    at,
    inForce: async reader =>
      known(await hashInForce(reader)) ?? at(reader, await systemNow(reader)),
    version: async (reader, number) => {
      const row = await findVersion(reader, number)
      if (!row) throw new Error(`rule book version ${number} is not known`)
      return read(row)
    },
    write: writeDraft,
    drafts: readDrafts,
    numbersAfter,
    numbersOfDraft,
    publish: publishDraft,
  }
}

/** A version never changes, so each is parsed once. */
function readOnce() {
  const versions = new Map<string, Parameters>()
  const known = (hash: Buffer) => versions.get(hash.toString('hex'))
  const read = (row: RuleVersionRow): Parameters => {
    const parameters = known(row.hash) ?? readVersionText(row.document).parameters
    versions.set(row.hash.toString('hex'), parameters)
    return parameters
  }
  return { read, known }
}
