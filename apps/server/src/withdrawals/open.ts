import { formatAmount, withdrawalStageOf, withdrawalStates } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { withdrawalId } from './present.ts'
import { withdrawalPage } from './store.ts'

const SHOWN = 10
const openStages = ['requested', 'reviewed', 'released', 'sent'] as const
type OpenStage = (typeof openStages)[number]
const openStates = withdrawalStates.filter(state =>
  (openStages as readonly string[]).includes(withdrawalStageOf[state]),
)

/** A member's requests that have not ended, the newest first. */
export async function openOf(
  reader: Database | Tx,
  memberId: string,
): Promise<{ id: string; orderNumber: string; amount: string; stage: OpenStage }[]> {
  const rows = await withdrawalPage(reader, memberId, openStates, { after: null, limit: SHOWN })
  return rows.flatMap(row => {
    const stage = openStages.find(one => one === withdrawalStageOf[row.state])
    if (!stage) return []
    const { id, orderNumber, amount } = row
    return [{ id: withdrawalId(id), orderNumber, amount: formatAmount(amount), stage }]
  })
}
