import { type eliminationPrompt, type PayStop, type PromptModule, uuidOf } from '@banyan/domain'
import type { Parameters } from '@banyan/economy'
import type { z } from 'zod'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { presentPrompt, promptId } from './present.ts'
import * as store from './prompt-store.ts'

/** An elimination that prompts its owner: rule book 2.8. */
export interface Elimination {
  memberId: string
  module: PromptModule
  reason: store.PromptRow['reason']
  /** What was eliminated, under a name used once: a position, or a member's round. */
  source: string
  /** The freed coins, micro-LEAF in the units of the epoch; null when none were locked. */
  quantity: bigint | null
  epoch: number
}

/** Why network pay would pay a member nothing now; null when it may pay them. */
export type PayStopFor = (reader: Database | Tx, memberId: string) => Promise<PayStop | null>

/** The members among these for whom coins were issued before. */
export type IssuedAmong = (
  reader: Database | Tx,
  memberIds: readonly string[],
) => Promise<ReadonlySet<string>>

/** What the prompts of a member depend on in other modules. */
interface PromptContext {
  database: Database
  payStopFor: PayStopFor
  issuedAmong: IssuedAmong
}

/** A member's open prompts as every page shows them, newest first. `p`: the numbers in force. */
export async function shownPrompts(
  { database, payStopFor, issuedAmong }: PromptContext,
  memberId: string,
  { now, p }: { now: Date; p: Parameters },
): Promise<z.output<typeof eliminationPrompt>[]> {
  const rows = await store.openPrompts(database, memberId)
  // Most members have no such prompt.
  const asks = rows.some(({ module }) => module === 'dynamic')
  const payStop = asks ? await payStopFor(database, memberId) : null
  const firstWaits = asks && !(await issuedAmong(database, [memberId])).has(memberId)
  return rows.map(row => presentPrompt({ ...row, firstWaits }, { now, p, payStop }))
}

/** Opens the prompts of a run's eliminations; a repeat changes nothing. */
export async function openPromptsOf(
  tx: Tx,
  eliminations: readonly Elimination[],
  openedAt: Date,
): Promise<void> {
  const rows = eliminations.map(one => ({ id: newUuid(), ...one, openedAt }))
  await store.insertPrompts(tx, rows)
}

/**
 * Answers a prompt. It is only a note: no balance waits for it. Refuses `notFound`; `promptNotOpen`
 * when it was answered before.
 */
export async function answer(
  tx: Tx,
  memberId: string,
  id: string,
  choice: 'withdraw' | 'keep',
): Promise<void> {
  await lockOpen(tx, memberId, id)
  await store.saveChoice(tx, id, { choice, chosenAt: await systemNow(tx), citedBy: null })
  await announcePrompt(tx, memberId, id)
}

/**
 * Lets a position or a subscription cite an open prompt, which answers it; returns the module of
 * its elimination, for the kind of the citing order. Refuses `notFound`, `promptNotOpen`.
 */
export async function cite(
  tx: Tx,
  memberId: string,
  citing: { promptId: string; citedBy: string },
): Promise<PromptModule> {
  const id = uuidOf(citing.promptId)
  const { module } = await lockOpen(tx, memberId, id)
  const chosenAt = await systemNow(tx)
  await store.saveChoice(tx, id, { choice: 'reinvest', chosenAt, citedBy: citing.citedBy })
  await announcePrompt(tx, memberId, id)
  return module
}

async function lockOpen(tx: Tx, memberId: string, id: string): Promise<store.PromptRow> {
  const prompt = await store.lockPrompt(tx, memberId, id)
  if (!prompt) return refuse('notFound')
  if (prompt.choice !== null) refuse('promptNotOpen')
  return prompt
}

const announcePrompt = (tx: Tx, memberId: string, id: string): Promise<void> =>
  announce(tx, [{ memberId, topic: 'earnings', subject: promptId(id) }])
