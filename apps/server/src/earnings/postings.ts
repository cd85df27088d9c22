import { memberAccount, type TransferOrder } from '../ledger/index.ts'
import type { PositionRow } from './position-store.ts'
import { positionId } from './present.ts'

type LockedCoins = Pick<PositionRow, 'id' | 'memberId' | 'quantity' | 'epoch'>

/**
 * Coins are locked when the position is asked for, so that nothing else can spend them. Rule book
 * 2.6.
 */
export const activationOf = (position: LockedCoins): TransferOrder => ({
  from: memberAccount(position.memberId, 'LEAF'),
  to: memberAccount(position.memberId, 'LEAF', 'locked'),
  amount: position.quantity,
  epoch: position.epoch,
  kind: 'activation',
  reference: positionId(position.id),
})

/** A position ends once, by cancelling, unlocking or elimination: all its coins are free then. */
export const unlockOf = (position: LockedCoins): TransferOrder => ({
  from: memberAccount(position.memberId, 'LEAF', 'locked'),
  to: memberAccount(position.memberId, 'LEAF'),
  amount: position.quantity,
  epoch: position.epoch,
  kind: 'unlock',
  reference: positionId(position.id),
})
