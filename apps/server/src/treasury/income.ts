import { houseAccount, type Ledger, type TransferOrder } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'

/** Outside income that two people approved. */
export interface ApprovedIncome {
  /** Identifies the income for ever. */
  id: string
  /** Micro-USDT. */
  amount: bigint
}

/** From outside into INCOME, where it waits until settlements release it. */
export const incomeOf = ({ id, amount }: ApprovedIncome): TransferOrder => ({
  from: houseAccount('USDT', 'EXT'),
  to: houseAccount('USDT', 'INCOME'),
  amount,
  kind: 'income',
  reference: id,
})

/**
 * Books approved receipts of outside income, each once, however often it is called. Rule book 2.16.
 */
export async function bookIncome(
  ledger: Pick<Ledger, 'post'>,
  tx: Tx,
  receipts: readonly ApprovedIncome[],
): Promise<void> {
  for (const receipt of receipts) await ledger.post(tx, [incomeOf(receipt)])
}
