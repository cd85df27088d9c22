import { houseAccount, memberAccount, type TransferOrder } from '../ledger/index.ts'
import { withdrawalId } from './present.ts'
import type { WithdrawalRow } from './store.ts'

type Amounts = Pick<WithdrawalRow, 'id' | 'memberId' | 'amount' | 'fee'>

const onTheWay = houseAccount('USDT', 'PAYOUTS')

/**
 * The arriving amount and the fee move together, each under its own kind. A zero fee has no
 * posting.
 */
const both = (
  { id, amount, fee }: Amounts,
  way: { from: TransferOrder['from']; to: TransferOrder['to']; feeTo?: TransferOrder['to'] },
  kinds: { arrives: TransferOrder['kind']; fee: TransferOrder['kind'] },
): TransferOrder[] => {
  const { from, to, feeTo = to } = way
  const reference = withdrawalId(id)
  const arrives = { from, to, amount: amount - fee, kind: kinds.arrives, reference }
  return fee === 0n
    ? [arrives]
    : [arrives, { from, to: feeTo, amount: fee, kind: kinds.fee, reference }]
}

/** Handed to the signer: the hold is posted, so no later run can share a loss with it. */
export const captureOf = (row: Amounts): TransferOrder[] =>
  both(
    row,
    { from: memberAccount(row.memberId, 'USDT'), to: onTheWay },
    { arrives: 'withdrawal', fee: 'withdrawal_fee' },
  )

/** Paid: the arriving amount leaves the books, and the fee goes to the costs. */
export const payoutOf = (row: Amounts): TransferOrder[] =>
  both(
    row,
    { from: onTheWay, to: houseAccount('USDT', 'EXT'), feeTo: houseAccount('USDT', 'OPS') },
    { arrives: 'payout', fee: 'payout_fee' },
  )

/** It can never be mined: everything goes back. */
export const returnOf = (row: Amounts): TransferOrder[] =>
  both(
    row,
    { from: onTheWay, to: memberAccount(row.memberId, 'USDT') },
    { arrives: 'withdrawal_return', fee: 'withdrawal_fee_return' },
  )
