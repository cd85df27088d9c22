import type { PromptModule } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { type Placeholders, prepared } from '../platform/database/prepared.ts'
import type { EliminationPrompt } from './generated.ts'
import { roundOfPrompt } from './round-source.ts'

export type PromptRow = Omit<Selectable<EliminationPrompt>, 'module' | 'reason' | 'choice'> & {
  module: PromptModule
  reason: 'cap' | 'term' | 'round'
  choice: 'withdraw' | 'keep' | 'reinvest' | null
}

/** A prompt with the data of its owner. */
export type PromptView = PromptRow & {
  /** The freed coins, in current units. */
  coins: bigint | null
  /**
   * The owner's pay in the round of the prompt; null when it is of no round, or not of their
   * present one.
   */
  paidInRound: bigint | null
  /** An order of the owner waits before it is filled, as long as no coins were issued for one. */
  firstWaits: boolean
}

/** Opens prompts; one that its elimination has opened before stays as it is. */
export async function insertPrompts(
  tx: Tx,
  rows: readonly Insertable<EliminationPrompt>[],
): Promise<void> {
  if (rows.length === 0) return
  await tx
    .insertInto('eliminationPrompt')
    .values(rows)
    .onConflict(conflict => conflict.columns(['module', 'source']).doNothing())
    .execute()
}

/** A member's prompts that have no answer, newest first. */
export const openPrompts = (
  database: Database | Tx,
  memberId: string,
): Promise<Omit<PromptView, 'firstWaits'>[]> => selectOpen(database, { memberId })

const selectOpen = prepared(
  'open_prompts',
  ({ memberId }: Placeholders<{ memberId: string }>) => sql<Omit<PromptView, 'firstWaits'>>`
    select prompt.id, prompt.member_id, prompt.module, prompt.reason, prompt.source, prompt.epoch,
      prompt.quantity, prompt.opened_at, prompt.choice, prompt.chosen_at, prompt.cited_by,
      quantity * ledger_later_multiple('LEAF', epoch) as coins, balance.paid_in_round
    from elimination_prompt prompt
    left join placement node on node.member_id = prompt.member_id
    left join dynamic_balance balance on balance.idx = node.idx
      and prompt.module = 'dynamic' and balance.round = ${roundOfPrompt}
    where prompt.member_id = ${memberId}::uuid and choice is null
    order by opened_at desc, prompt.id desc`,
)

/** A member's own prompt, locked until the transaction ends. */
export async function lockPrompt(
  tx: Tx,
  memberId: string,
  id: string,
): Promise<PromptRow | undefined> {
  return (await tx
    .selectFrom('eliminationPrompt')
    .selectAll()
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .forUpdate()
    .executeTakeFirst()) as PromptRow | undefined
}

export async function saveChoice(
  tx: Tx,
  id: string,
  choice: Pick<PromptRow, 'choice' | 'chosenAt' | 'citedBy'>,
): Promise<void> {
  await tx.updateTable('eliminationPrompt').set(choice).where('id', '=', id).execute()
}

/** Opens a prompt again when what cited it has come to nothing. */
export async function reopenCited(tx: Tx, citedBy: string): Promise<void> {
  await tx
    .updateTable('eliminationPrompt')
    .set({ choice: null, chosenAt: null, citedBy: null })
    .where('citedBy', '=', citedBy)
    .execute()
}
