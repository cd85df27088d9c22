import type { PayoutOrder, SignerStatus } from '@banyan/payouts'
import type { ChainConfig } from '../platform/config.ts'
import { withdrawalId } from './present.ts'
import type { WithdrawalRow } from './store.ts'

/** The chain of payouts. */
export type PayoutChain = Pick<ChainConfig, 'chainId' | 'usdt' | 'usdtDecimals' | 'addresses'>

/** The order of a withdrawal that two people approve and the signer pays. */
export const orderOf = (
  row: Pick<WithdrawalRow, 'id' | 'address' | 'amount' | 'fee'>,
  { chainId, usdt }: Pick<PayoutChain, 'chainId' | 'usdt'>,
): PayoutOrder => ({
  chainId,
  token: usdt.toLowerCase(),
  withdrawalId: withdrawalId(row.id),
  address: row.address,
  amount: `${row.amount - row.fee}`,
})

/** True when a signer works for the hot address and the chain of the settings. */
export const isOurSigner = (
  status: Pick<SignerStatus, 'chainId' | 'address'>,
  { chainId, addresses }: Pick<PayoutChain, 'chainId' | 'addresses'>,
): boolean =>
  status.chainId === chainId && status.address.toLowerCase() === addresses.hot.toLowerCase()
