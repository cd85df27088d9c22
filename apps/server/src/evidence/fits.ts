import type { Network } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { PaymentChain } from './chains.ts'
import type { SeenTransaction } from './decide.ts'

/** Who knows which trades a transfer pays, by its address and exact amount. */
export interface TradesPaidBy {
  tradesPaidBy(
    reader: Database | Tx,
    network: Network,
    seen: readonly { to: string; amount: bigint; at: Date }[],
  ): Promise<string[][]>
}

/** The trades whose payment each transfer of a transaction is, by the transfer's place. */
export type Fits = ReadonlyMap<number, readonly string[]>

/** Asks that for every transfer of the pinned token. What has more than six decimals pays nothing. */
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
      ...{ to: chain.addressOf(one.to), amount: one.units / chain.unitsPerMicro },
      at: seen.blockAt,
    })),
  )
  return new Map(payments.map((one, i) => [one.ordinal, trades[i] ?? []]))
}
