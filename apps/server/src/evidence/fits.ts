import type { Network } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { PaymentChain } from './chains.ts'
import type { SeenTransaction } from './decide.ts'

/** Finds the trades that a transfer pays, by its address and exact amount. */
export interface TradesPaidBy {
  tradesPaidBy(
    reader: Database | Tx,
    network: Network,
    seen: readonly { to: string; amount: bigint; at: Date }[],
  ): Promise<string[][]>
}

/** The trades that each transfer of a transaction pays, by the transfer's index. */
export type Fits = ReadonlyMap<number, readonly string[]>

/**
 * Finds them for every transfer of the pinned token. An amount with more than six decimals pays
 * nothing.
 */
export async function fitsOf(
  { tradesPaidBy }: TradesPaidBy,
  reader: Database | Tx,
  { network, chain }: { network: Network; chain: PaymentChain },
  seen: SeenTransaction | null,
): Promise<Fits> {
  if (seen === null || !seen.succeeded) return new Map()
  const payments = seen.transfers.filter(
    one => one.token === chain.token && one.units > 0n && one.units % chain.unitsPerMicro === 0n,
  )
  const trades = await tradesPaidBy(
    reader,
    network,
    payments.map(one => ({
      to: chain.addressOf(one.to),
      amount: one.units / chain.unitsPerMicro,
      at: seen.blockAt,
    })),
  )
  return new Map(payments.map((one, i) => [one.ordinal, trades[i] ?? []]))
}

/**
 * Whether a transaction pays other trades and not this one. False when one of its transfers went to
 * this trade's address and is no other trade's payment: an exchange pays many at once, less its
 * fee.
 */
export const paysOnlyOthers = (
  fits: Fits,
  seen: SeenTransaction | null,
  { tradeId, recipient }: { tradeId: string; recipient: string },
): boolean => {
  const paidTrades = [...fits.values()].flat()
  if (paidTrades.length === 0 || paidTrades.includes(tradeId)) return false
  const fitsNone = ({ ordinal }: { ordinal: number }) => (fits.get(ordinal)?.length ?? 0) === 0
  return !seen?.transfers.some(one => one.to === recipient && fitsNone(one))
}
