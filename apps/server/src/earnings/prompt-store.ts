import type { PromptModule } from '@banyan/domain'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { EliminationPrompt } from '../platform/database/generated.ts'

export type PromptRow = Omit<Selectable<EliminationPrompt>, 'module' | 'reason' | 'choice'> & {
  module: PromptModule
  reason: 'cap' | 'term' | 'round'
  choice: 'withdraw' | 'keep' | 'reinvest' | null
}

/** A prompt with the coins that became free, in today's units. */
export type PromptView = PromptRow & { coins: bigint | null }

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
export async function openPrompts(
  database: Database | Tx,
  memberId: string,
): Promise<PromptView[]> {
  const { rows } = await sql<PromptView>`
    select *, quantity * ledger_later_multiple('LEAF', epoch) as coins
    from elimination_prompt where member_id = ${memberId}::uuid and choice is null
    order by opened_at desc, id desc`.execute(database)
  return rows
}

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

/** Opens the prompt again that something cited which has come to nothing. */
export async function reopenCited(tx: Tx, citedBy: string): Promise<void> {
  await tx
    .updateTable('eliminationPrompt')
    .set({ choice: null, chosenAt: null, citedBy: null })
    .where('citedBy', '=', citedBy)
    .execute()
}
