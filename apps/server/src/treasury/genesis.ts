import { parametersV1 } from '@banyan/economy'
import { houseAccount, type Ledger, type TransferOrder } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { insertFounding } from './store.ts'

/** Rule book 2.2: the operator's own money, and coins that can never be sold, locked or redeemed. */
export const genesis: readonly TransferOrder[] = [
  {
    from: houseAccount('USDT', 'EXT'),
    to: houseAccount('USDT', 'RESERVE'),
    amount: parametersV1.genesisUsdt,
    kind: 'genesis',
    reference: 'reserve',
  },
  {
    from: houseAccount('LEAF', 'ISSUE'),
    to: houseAccount('LEAF', 'SEED'),
    amount: parametersV1.genesisLeaf,
    kind: 'genesis',
    reference: 'seed',
  },
]

/** Founds reserve and coin, once. Done again it changes nothing. */
export async function found(ledger: Ledger, tx: Tx): Promise<void> {
  if (await insertFounding(tx, await houseNow(tx))) await ledger.post(tx, genesis)
}
