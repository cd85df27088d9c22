import { z } from 'zod'

/**
 * The order that two people approve and the signer pays: one transfer of USDT. The signer builds
 * its transaction from this and from nothing else.
 */
export const payoutOrder = z.strictObject({
  /** The chain on which it is paid (56 is BSC). */
  chainId: z.number().int().positive(),
  /** The contract of USDT, in lower case. */
  token: z.string().regex(/^0x[0-9a-f]{40}$/),
  /** The withdrawal, by its id in the API. One withdrawal is paid once at most. */
  withdrawalId: z.string().regex(/^wdr_[0-9a-f]{32}$/),
  /** The recipient, with its EIP-55 checksum. */
  address: z.string().regex(/^0x[0-9a-fA-F]{40}$/),
  /** The arriving amount, in micro-USDT (6 decimals) as decimal text without leading zeros. */
  amount: z.string().regex(/^[1-9][0-9]{0,20}$/),
})

export type PayoutOrder = z.output<typeof payoutOrder>

/**
 * The text of an order that is signed: its fields in a fixed order, a line each. No field can
 * contain a line break, so two orders never have the same text.
 */
export function canonicalOrder(order: PayoutOrder): string {
  const { chainId, token, withdrawalId, address, amount } = payoutOrder.parse(order)
  return [
    'banyan payout 1',
    `chain ${chainId}`,
    `token ${token}`,
    `withdrawal ${withdrawalId}`,
    `address ${address}`,
    `amount ${amount}`,
    '',
  ].join('\n')
}
