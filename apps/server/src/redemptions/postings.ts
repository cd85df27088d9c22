import type { RedemptionKind } from '@banyan/domain'
import { houseAccount, memberAccount, type TransferOrder } from '../ledger/index.ts'
import { redemptionId } from './names.ts'

interface DealtRedemption {
  id: string
  kind: RedemptionKind
  memberId: string
  /** Micro-LEAF in the units of the epoch. */
  quantity: bigint
  epoch: number
}

/** The coins go back to the account that issued them: N is what ISSUE has given out. */
export const burnOf = (one: DealtRedemption): TransferOrder => ({
  from: memberAccount(one.memberId, 'LEAF'),
  to: houseAccount('LEAF', 'ISSUE'),
  amount: one.quantity,
  epoch: one.epoch,
  kind: `${one.kind}_burn`,
  reference: redemptionId(one),
})

/**
 * Gross less fee; the fee simply stays in the reserve. A tiny amount that is worth nothing after
 * the fee pays nothing.
 */
export const payOf = (
  one: Pick<DealtRedemption, 'id' | 'kind' | 'memberId'>,
  { pay }: { pay: bigint },
): TransferOrder[] =>
  pay === 0n
    ? []
    : [
        {
          from: houseAccount('USDT', 'RESERVE'),
          to: memberAccount(one.memberId, 'USDT'),
          amount: pay,
          kind: one.kind,
          reference: redemptionId(one),
        },
      ]
