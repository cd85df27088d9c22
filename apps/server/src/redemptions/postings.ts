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
export const burnOf = (redemption: DealtRedemption): TransferOrder => ({
  from: memberAccount(redemption.memberId, 'LEAF'),
  to: houseAccount('LEAF', 'ISSUE'),
  amount: redemption.quantity,
  epoch: redemption.epoch,
  kind: `${redemption.kind}_burn`,
  reference: redemptionId(redemption),
})

/**
 * Gross less fee; the fee simply stays in the reserve. A tiny amount that is worth nothing after
 * the fee pays nothing.
 */
export const payOf = (
  redemption: Pick<DealtRedemption, 'id' | 'kind' | 'memberId'>,
  { pay }: { pay: bigint },
): TransferOrder[] =>
  pay === 0n
    ? []
    : [
        {
          from: houseAccount('USDT', 'RESERVE'),
          to: memberAccount(redemption.memberId, 'USDT'),
          amount: pay,
          kind: redemption.kind,
          reference: redemptionId(redemption),
        },
      ]
