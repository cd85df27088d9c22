import { parametersV1 } from '@banyan/economy'
import { houseAccount, type TransferOrder } from '../ledger/index.ts'

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
